/** The border where an agent's answer comes in: total over any value, nothing unchecked gets past. */
import type { Answer, Beliefs, Note, Refusal } from './agent.ts'
import { brief } from './errors.ts'
import type { Choice } from './game.ts'

export type Checked =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly code: Refusal['code']; readonly message: string }

const NOTE_KEYS = 32
const NOTE_TEXT = 16_384

/** Reads `came` as an answer to `choice`; messages name who, what came and what is allowed. */
export function checkAnswer(game: string, choice: Choice, turn: number, came: unknown, seats: number): Checked {
  try {
    return readAnswer(game, choice, turn, came, seats)
  } catch {
    const message = `${game}: seat ${choice.seat}, turn ${turn}: the answer can't be read`
    return { ok: false, code: 'bad-answer', message }
  }
}

function readAnswer(game: string, choice: Choice, turn: number, came: unknown, seats: number): Checked {
  const refuse = (code: Refusal['code'], message: string): Checked => ({
    ok: false,
    code,
    message: `${game}: seat ${choice.seat}, turn ${turn}: ${message}`,
  })
  if (typeof came !== 'object' || came === null) {
    return refuse('bad-answer', `an answer is an object with "move", not ${brief(came)}`)
  }
  const { move, text, beliefs, note } = came as { [K in keyof Answer]?: unknown }
  if (typeof move !== 'string' || !choice.moves.includes(move)) {
    return refuse('illegal-move', `"${brief(move)}" is not offered; it may play ${listed(choice.moves)}`)
  }
  if (text !== undefined && text !== null && text !== '') {
    const speech = choice.speech
    if (typeof text !== 'string') return refuse('bad-answer', `text must be a string, not ${brief(text)}`)
    if (!speech || (speech.moves !== 'all' && !speech.moves.includes(move))) {
      return refuse('text-not-allowed', `"${move}" takes no text`)
    }
    if (text.length > speech.max) {
      return refuse('text-too-long', `the text has ${text.length} characters; at most ${speech.max} are allowed`)
    }
  }
  const answer: { -readonly [K in keyof Answer]: Answer[K] } = { move }
  if (typeof text === 'string' && text !== '') answer.text = text.replace(/\p{Cs}/gu, '\ufffd')
  const checkedBeliefs = beliefs === undefined ? undefined : checkBeliefs(beliefs, seats)
  if (checkedBeliefs) answer.beliefs = checkedBeliefs
  const checkedNote = note === undefined ? undefined : checkNote(note)
  if (checkedNote) answer.note = checkedNote
  return { ok: true, answer }
}

/** Beliefs by seat, normalised to sum 1; undefined when they can't be read. Out-of-range scores are no beliefs. */
export function checkBeliefs(came: unknown, seats: number): Beliefs | undefined {
  if (typeof came !== 'object' || came === null) return undefined
  const { suspects, suspicion, trust } = came as { [K in keyof Beliefs]?: unknown }
  if (!isNumbers(suspects, seats, 0, Number.MAX_VALUE)) return undefined
  const sum = suspects.reduce((total, one) => total + one, 0)
  if (!(sum > 0) || !Number.isFinite(sum)) return undefined
  return {
    suspects: suspects.map((one) => one / sum),
    ...(isNumbers(suspicion, seats, 0, 2) && { suspicion: [...suspicion] }),
    ...(isNumbers(trust, seats, 0, 2) && { trust: [...trust] }),
  }
}

function isNumbers(came: unknown, length: number, low: number, high: number): came is number[] {
  return (
    Array.isArray(came) &&
    came.length === length &&
    came.every((one) => typeof one === 'number' && one >= low && one <= high)
  )
}

/** Scalars only, at most 32 of them; anything else in a note is dropped. */
function checkNote(came: unknown): Note | undefined {
  if (typeof came !== 'object' || came === null || Array.isArray(came)) return undefined
  const note: Record<string, Note[string]> = {}
  let kept = 0
  for (const key of Object.keys(came)) {
    const value: unknown = (came as Record<string, unknown>)[key]
    if (kept === NOTE_KEYS || key === '__proto__') continue
    if (typeof value === 'string') note[key] = value.slice(0, NOTE_TEXT)
    else if (value === null || typeof value === 'boolean' || Number.isFinite(value)) note[key] = value as Note[string]
    else continue
    kept++
  }
  return note
}

function listed(moves: readonly string[]): string {
  const shown = moves.slice(0, 12).join(', ')
  return moves.length > 12 ? `${shown} and ${moves.length - 12} more` : shown
}
