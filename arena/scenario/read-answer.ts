/**
 * Reads what a language model or a person wrote as an answer: JSON, labelled lines or plain prose, with full-width or
 * ASCII punctuation, in any case, by unique beginnings. Total over any text; what can't be read gets a message that
 * says what was expected.
 */
import type { Beliefs } from '../core/agent.ts'
import { brief, nearest } from '../core/errors.ts'

export type ReadAnswer =
  | { readonly ok: true; readonly move: string; readonly text?: string }
  | { readonly ok: false; readonly message: string }

export interface Offer {
  readonly moves: readonly string[]
  /** As in a Choice; absent: no words allowed. */
  readonly speech?: { readonly moves: readonly string[] | 'all'; readonly max: number }
}

const LENGTH = 40_000
const MOVE_LABEL = /^(?:move|action|my move|行动|动作|选择)\s*[:=-]\s*/i
const SAY_LABEL = /^(?:say|speech|text|words|i say|发言|说|台词)\s*[:=-]\s*/i

/** The move and words in `text`; never throws. Words longer than allowed are cut, words that a move can't carry are dropped. */
export function readAnswer(text: string, offer: Offer): ReadAnswer {
  const plain = narrow(text.slice(0, LENGTH))
  const found = fromJson(plain, offer.moves) ?? fromLabels(plain, offer.moves) ?? fromProse(plain, offer.moves)
  if (typeof found === 'string') return { ok: false, message: found }
  if (!found) return { ok: false, message: expected(text, offer.moves) }
  return withWords({ move: found.move, words: restored(found.words, plain, text) }, offer)
}

/** The words as they were written, before `narrow`, which changes no lengths. */
function restored(words: string, plain: string, text: string): string {
  const at = words === '' ? -1 : plain.lastIndexOf(words)
  return at < 0 ? words : text.slice(at, at + words.length)
}

interface Found {
  readonly move: string
  readonly words: string
}

/** Full-width forms to ASCII, typographic quotes and brackets to plain ones; everything else stays. */
export function narrow(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/\u3000/g, ' ')
    .replace(/[【〔〖［「『]/g, '[')
    .replace(/[】〕〗］」』]/g, ']')
    .replace(/[\u201c\u201d\u201e]/g, '"')
    .replace(/[\u2018\u2019]/g, "'")
}

const SAME = /[\s_*`"'.,;!?<>()[\]{}。，；、！？]+/g
const bare = (text: string) => text.toLowerCase().replace(SAME, ' ').trim()

/** The one offered move that these words name: whole, or a unique beginning of it, or of each of its words. */
export function moveNamed(words: string, moves: readonly string[]): string | undefined {
  const came = bare(words)
  if (came === '') return undefined
  const whole = moves.filter((move) => bare(move) === came)
  if (whole.length > 0) return whole[0]
  const begins = moves.filter((move) => bare(move).startsWith(came))
  if (begins.length === 1) return begins[0]
  const parts = came.split(' ')
  const short = moves.filter((move) => {
    const own = bare(move).split(' ')
    return own.length === parts.length && own.every((word, index) => word.startsWith(parts[index]!))
  })
  return short.length === 1 ? short[0] : undefined
}

/** The last JSON object that names a move, wherever it stands: bare, fenced, or among prose. */
function fromJson(text: string, moves: readonly string[]): Found | string | undefined {
  for (
    let start = text.lastIndexOf('{'), tries = 0;
    start >= 0 && tries < 20;
    start = text.lastIndexOf('{', start - 1), tries++
  ) {
    const value = objectAt(text, start)
    if (value) {
      const [came] = ['move', 'action', '行动'].flatMap((key) => (typeof value[key] === 'string' ? [value[key]] : []))
      const [said] = ['say', 'text', 'speech', '发言'].flatMap((key) =>
        typeof value[key] === 'string' ? [value[key]] : [],
      )
      if (came === undefined) continue
      const move = moveNamed(came, moves)
      return move === undefined ? expected(came, moves) : { move, words: said ?? '' }
    }
    if (start === 0) break
  }
  return undefined
}

function objectAt(text: string, start: number): Record<string, unknown> | undefined {
  for (
    let end = text.indexOf('}', start), tries = 0;
    end >= 0 && tries < 20;
    end = text.indexOf('}', end + 1), tries++
  ) {
    try {
      const value: unknown = JSON.parse(text.slice(start, end + 1))
      return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
    } catch {
      // Not the end of it yet.
    }
  }
  return undefined
}

/** `MOVE: ...` and `SAY: ...`, each perhaps in brackets or bold; the words may run over several lines. The last move counts. */
function fromLabels(text: string, moves: readonly string[]): Found | string | undefined {
  let found: Found | undefined
  let failed: string | undefined
  let saying = false
  for (const line of text.split('\n')) {
    const clean = line.replace(/^[\s>*#_`[(-]+/, '').replace(/[\s*_`]+$/, '')
    const label = clean.replace(/^(\S[^:=]{0,12}?)[\])*_]+\s*(?=[:=-])/, '$1')
    if (MOVE_LABEL.test(label)) {
      const [came, said] = splitSay(label.replace(MOVE_LABEL, ''))
      const move = moveNamed(came, moves)
      if (move === undefined) failed ??= expected(came, moves)
      else found = { move, words: said }
      saying = said !== ''
    } else if (SAY_LABEL.test(label) && found) {
      found = { move: found.move, words: label.replace(SAY_LABEL, '').replace(/^[\s*_`]+/, '') }
      saying = true
    } else if (saying && found && clean !== '') found = { move: found.move, words: `${found.words} ${clean}` }
  }
  return found ?? failed
}

/** `bet SAY: hello` on one line. */
function splitSay(rest: string): [string, string] {
  const mark = /\s[|/]?\s*(?:say|发言)\s*[:=]/i.exec(rest)
  return mark ? [rest.slice(0, mark.index), rest.slice(mark.index + mark[0].length).trim()] : [rest, '']
}

/** One move named in running text, and no other; or the text is itself a move. */
function fromProse(text: string, moves: readonly string[]): Found | undefined {
  const short = moveNamed(text, moves)
  if (short !== undefined) return { move: short, words: '' }
  const padded = ` ${bare(text)} `
  const named = moves.filter((move) => padded.includes(` ${bare(move)} `))
  const longest = named.filter(
    (move) => !named.some((other) => other !== move && ` ${bare(other)} `.includes(` ${bare(move)} `)),
  )
  if (longest.length !== 1) return undefined
  const quote = /"([^"]{1,2000})"/.exec(text)?.[1] ?? ''
  return { move: longest[0]!, words: bare(quote) === bare(longest[0]!) ? '' : quote }
}

function withWords({ move, words }: Found, { speech }: Offer): ReadAnswer {
  const plain = words
    .trim()
    .replace(/^["\u201c[]+|["\u201d\]]+$/g, '')
    .trim()
  const allowed = speech && (speech.moves === 'all' || speech.moves.includes(move))
  if (!allowed || plain === '') return { ok: true, move }
  return { ok: true, move, text: plain.slice(0, speech.max) }
}

function expected(came: string, moves: readonly string[]): string {
  const near = came.trim() === '' ? undefined : nearest(bare(came), moves)
  const hint = near ? `; did you mean "${near}"?` : '.'
  const some = moves.slice(0, 30).join(', ') + (moves.length > 30 ? `, and ${moves.length - 30} more` : '')
  return `no single move could be read in "${brief(came)}"${hint} Expected one of: ${some}`
}

/**
 * Reads `NAME: share, suspicion, trust` lines (or JSON by name) about the others. Names by unique beginnings; shares in
 * any unit, scores beyond 0..2 left out. Undefined when nobody was given a share.
 */
export function readBeliefs(text: string, names: readonly string[], seat: number): Beliefs | undefined {
  const suspects = names.map(() => 0)
  const suspicion = names.map(() => 0)
  const trust = names.map(() => 0)
  for (const [who, numbers] of sharesIn(narrow(text.slice(0, LENGTH)))) {
    const about = nameOf(who, names)
    if (about === undefined || about === seat) continue
    const [share = 0, doubt, faith] = numbers
    suspects[about] = Math.max(0, share)
    if (isScore(doubt)) suspicion[about] = doubt
    if (isScore(faith)) trust[about] = faith
  }
  const sum = suspects.reduce((total, one) => total + one, 0)
  if (!(sum > 0) || !Number.isFinite(sum)) return undefined
  return { suspects: suspects.map((one) => one / sum), suspicion, trust }
}

const isScore = (value: number | undefined): value is number => value !== undefined && value >= 0 && value <= 2

const numbersIn = (text: string) => (text.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)

function sharesIn(text: string): [string, number[]][] {
  const start = text.indexOf('{')
  const value = start < 0 ? undefined : objectAt(text, start)
  if (value) return Object.entries(value).map(([who, one]) => [who, numbersIn(JSON.stringify(one) ?? '')])
  return text.split('\n').flatMap((line): [string, number[]][] => {
    const [who, rest] = line.split(/[:=]/, 2)
    return who !== undefined && rest !== undefined ? [[who, numbersIn(rest)]] : []
  })
}

function nameOf(who: string, names: readonly string[]): number | undefined {
  const came = bare(who)
  const found = names.flatMap((name, seat) => (bare(name) === came ? [seat] : []))
  const near =
    found.length > 0 ? found : names.flatMap((name, seat) => (came !== '' && bare(name).startsWith(came) ? [seat] : []))
  return near.length === 1 ? near[0] : undefined
}
