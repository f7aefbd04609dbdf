/** A game told once through, as text: what each seat sees and may do, what happens, what it is worth. Read like code when it changes. */
import { type Game, type Played, type Sight, witnessed } from '../../arena/core/game.ts'
import { draw, pick, stream } from '../../arena/core/rng.ts'

export const playthroughsFolder = new URL('../playthroughs/', import.meta.url)

/** The moves of a seeded random match, stopped after `limit` of them. */
export function playthroughOf(game: Game, limit = 120): string {
  const random = stream(20, game.id)
  const out = heading(game)
  const seen = new Map<Sight, Record<string, unknown>>()
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

/** What of a view has changed since this sight last looked, one line a field. */
function look(game: Game, state: unknown, sight: Sight, seen: Map<Sight, Record<string, unknown>>): string[] {
  const view = game.view(state, sight) as Record<string, unknown>
  const before = seen.get(sight) ?? {}
  seen.set(sight, view)
  const who = sight === 'audience' ? 'audience' : `seat ${sight}`
  const changed = Object.keys(view).filter((key) => json(view[key]) !== json(before[key]))
  const gone = Object.keys(before).filter((key) => !(key in view))
  return [
    ...changed.map((key) => `${who} sees ${key}: ${json(view[key])}`),
    ...gone.map((key) => `${who} sees no ${key}`),
  ]
}

function unseenBy(game: Game, state: unknown, played: Played): string {
  const sights: Sight[] = [...game.seats.keys(), 'audience']
  const blind = sights.filter((sight) => witnessed(game, state, played, sight) === null)
  return blind.length === 0 ? '' : ` (not seen by ${blind.join(', ')})`
}

const json = (value: unknown) => JSON.stringify(value)
const round = (chance: number) => Number(chance.toFixed(4))
