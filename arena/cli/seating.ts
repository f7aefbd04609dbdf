/** Who sits where: `--agents a,b` in seat order, `culprit=liar,detective` by role, faction or seat name. */
import { ParleyError } from '../core/errors.ts'
import type { Game } from '../core/game.ts'

/**
 * One agent spec a seat. Named entries take every seat of that role, faction or name; the plain ones fill the seats left in
 * order, a single one all of them. Throws `bad-agents` when the seats can't be filled exactly.
 */
export function seating(game: Game, list: string): string[] {
  const entries = list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const named = entries.filter((entry) => entry.includes('=')).map(assignment)
  const plain = entries.filter((entry) => !entry.includes('='))
  const taken = game.seats.map(({ role, faction, name }) => {
    const found = named.find(([whose]) => [role, faction, name].some((one) => one.toLowerCase() === whose))
    return found?.[1]
  })
  const unused = named.find(([, spec]) => !taken.includes(spec))
  if (unused) throw wrong(game, `no seat is "${unused[0]}"; ${named.length > 0 ? seatsOf(game) : ''}`)
  const free = taken.filter((spec) => spec === undefined).length
  if (plain.length !== 1 && plain.length !== free) {
    throw wrong(game, `${plain.length} agents for ${free} seats; give one a seat, or one for all (${seatsOf(game)})`)
  }
  let next = 0
  return taken.map((spec) => spec ?? plain[plain.length === 1 ? 0 : next++]!)
}

function assignment(entry: string): [string, string] {
  const mark = entry.indexOf('=')
  return [entry.slice(0, mark).toLowerCase(), entry.slice(mark + 1)]
}

const wrong = (game: Game, message: string) => new ParleyError('bad-agents', `${game.id}: --agents: ${message}`)

const seatsOf = (game: Game) => `seats: ${game.seats.map(({ name, role }) => `${name} (${role})`).join(', ')}`
