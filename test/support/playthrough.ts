/** A game told once through, as text: what each seat sees and may do, what happens, what it is worth. Read like code when it changes. */
import { type Game, type Played, type Sight, witnessed } from '../../arena/core/game.ts'
import { draw, hash32, pick, stream } from '../../arena/core/rng.ts'

export const playthroughsFolder = new URL('../playthroughs/', import.meta.url)

/** The moves of a seeded random match, stopped after `limit` of them. */
export function playthroughOf(game: Game, limit = 80): string {
  const random = stream(20, game.id)
  const out = heading(game)
  const seen = new Map<Sight, unknown>()
  let state = game.start()
  for (let count = 0; ; count++) {
    const next = game.next(state)
    if (next.kind === 'over' || count === limit) {
      out.push('', ...look(game, state, 'audience', seen))
      out.push(next.kind === 'over' ? `over: scores ${json(next.scores)}` : `stopped after ${limit} moves`)
      return `${out.join('\n')}\n`
    }
    out.push('')
    if (next.kind === 'deal') {
      out.push(`chance: ${next.odds.map(({ move, chance }) => `${move} ${round(chance)}`).join(', ')}`)
    }
    const choices = next.kind === 'choose' ? next.choices : []
    for (const { seat, moves, speech } of choices) {
      out.push(...look(game, state, seat, seen))
      out.push(`seat ${seat} may play ${moves.join(', ')}${speech ? `; may speak up to ${speech.max} characters` : ''}`)
    }
    const first = choices[0]
    const played: Played = first
      ? { seat: first.seat, move: pick(first.moves, random()) }
      : { seat: null, move: draw(next.kind === 'deal' ? next.odds : [], random()).move }
    out.push(
      `${played.seat === null ? 'chance' : `seat ${played.seat}`} plays ${played.move}${unseenBy(game, state, played)}`,
    )
    state = game.play(state, played)
    if (game.tally) out.push(`tally ${json(game.tally(state))}`)
  }
}

function heading({ id, kind, version, seats, range }: Game): string[] {
  return [
    `${id}: ${kind} version ${version}`,
    ...seats.map(({ name, role, faction }, seat) => `seat ${seat}: ${name}, role ${role}, faction ${faction}`),
    `scores from ${range[0]} to ${range[1]}`,
  ]
}

/** What of a view has changed since this sight last looked, a line each. */
function look(game: Game, state: unknown, sight: Sight, seen: Map<Sight, unknown>): string[] {
  const view = game.view(state, sight)
  const who = sight === 'audience' ? 'audience' : `seat ${sight}`
  const changes = changesOf(seen.get(sight) ?? {}, view, '')
  seen.set(sight, view)
  return changes.map((change) => `${who} sees ${change}`)
}

/** `hands.1.0.ranks: [2]` for what is new or other, `talk +: {...}` for what was appended, `shown: gone` for what is no more. */
function changesOf(before: unknown, after: unknown, path: string): string[] {
  if (json(before) === json(after)) return []
  if (!isNested(before) || !isNested(after) || Array.isArray(before) !== Array.isArray(after))
    return [`${path}: ${cut(after)}`]
  const inside = path === '' ? '' : `${path}.`
  if (Array.isArray(before) && Array.isArray(after)) {
    if (after.length < before.length || before.length === 0) return [`${path}: ${cut(after)}`]
    const changed = before.flatMap((item, index) => changesOf(item, after[index], `${inside}${index}`))
    return [...changed, ...after.slice(before.length).map((item) => `${path} +: ${cut(item)}`)]
  }
  const [from, to] = [before, after] as [Record<string, unknown>, Record<string, unknown>]
  const gone = Object.keys(from).filter((key) => !(key in to))
  return [
    ...Object.keys(to).flatMap((key) => changesOf(from[key], to[key], `${inside}${key}`)),
    ...gone.map((key) => `${inside}${key}: gone`),
  ]
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Long values end in a fingerprint of the whole. */
function cut(value: unknown): string {
  const text = json(value)
  return text.length <= 480 ? text : `${text.slice(0, 440)}... #${hash32(text).toString(16)}`
}

function unseenBy(game: Game, state: unknown, played: Played): string {
  const sights: Sight[] = [...game.seats.keys(), 'audience']
  const blind = sights.filter((sight) => witnessed(game, state, played, sight) === null)
  return blind.length === 0 ? '' : ` (not seen by ${blind.join(', ')})`
}

const json = (value: unknown) => JSON.stringify(value)
const round = (chance: number) => Number(chance.toFixed(4))
