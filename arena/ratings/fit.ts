/**
 * Strengths from duels: the Bradley-Terry model with ties (Davidson 1970) and role effects, one maximum-likelihood
 * fit over the whole set of games, so their order does not matter.
 *
 *   eta  = strength(first) + role(first) - strength(second) - role(second)       a team's strength is its members' mean
 *   P(first wins) : P(draw) : P(second wins) = exp(eta / 2) : nu : exp(-eta / 2)      one nu and one set of roles a scenario
 *
 * A ridge of RIDGE / 2 per squared parameter, a twenty-fifth of what one even game tells, keeps the estimate finite for
 * an agent that won or lost everything and splits what cannot be told apart (the two roles of a two-seat game) evenly.
 */
import { ParleyError } from '../core/errors.ts'
import type { Duel, Result } from './duel.ts'
import { factor, solve } from './linear.ts'

export const RIDGE = 0.01
const TOLERANCE = 1e-9
const STEPS = 60

/** Duels of the same sides counted together: a row of the model. */
export interface Model {
  readonly agents: readonly string[]
  /** Keys `scenario/role`. */
  readonly roles: readonly string[]
  /** Scenarios, one tie parameter each. */
  readonly ties: readonly string[]
  readonly rows: readonly Row[]
  /** By duel: its row, so that a resample only counts. */
  readonly rowOf: Int32Array
}

/** eta is the sum of factors times parameters; agents come first, then roles, then ties. */
export interface Row {
  readonly index: readonly number[]
  readonly factor: readonly number[]
  readonly tie: number
}

export interface Fit {
  /** By parameter, natural-log units: strengths (mean 0), role effects, ln nu. */
  readonly values: Float64Array
  /** Cholesky factor of the negative Hessian there. */
  readonly lower: Float64Array
}

export const parametersOf = ({ agents, roles, ties }: Model): number => agents.length + roles.length + ties.length

/** Throws `no-games`, `one-agent` or `disconnected-pool`, each saying what to add. */
export function modelOf(duels: readonly Duel[]): Model {
  const agents = names(duels.flatMap(({ first, second }) => [...first.agents, ...second.agents]))
  if (duels.length === 0) throw new ParleyError('no-games', 'there is no finished game to rate; play at least one')
  if (agents.length === 1) {
    throw new ParleyError('one-agent', `"${agents[0]}" met nobody but itself; a rating needs a second agent`)
  }
  refuseSplit(agents, duels)
  const ties = names(duels.map(({ scenario }) => scenario))
  const roles = names(duels.flatMap((duel) => [roleKey(duel, 'first'), roleKey(duel, 'second')]))
  const place = {
    agents: placed(agents, 0),
    roles: placed(roles, agents.length),
    ties: placed(ties, agents.length + roles.length),
  }
  const seen = new Map<string, number>()
  const rows: Row[] = []
  const rowOf = Int32Array.from(duels, (duel) => {
    const key = JSON.stringify([
      duel.scenario,
      duel.first.role,
      duel.first.agents,
      duel.second.role,
      duel.second.agents,
    ])
    const known = seen.get(key)
    if (known !== undefined) return known
    seen.set(key, rows.length)
    return rows.push(rowFor(duel, place)) - 1
  })
  return { agents, roles, ties, rows, rowOf }
}

const names = (all: readonly string[]) => [...new Set(all)].sort()
const placed = (all: readonly string[], from: number) => new Map(all.map((name, index) => [name, from + index]))
const roleKey = (duel: Duel, side: 'first' | 'second') => `${duel.scenario}/${duel[side].role}`

type Place = Readonly<Record<'agents' | 'roles' | 'ties', ReadonlyMap<string, number>>>

function rowFor(duel: Duel, place: Place): Row {
  const factors = new Map<number, number>()
  const add = (at: number, by: number) => factors.set(at, (factors.get(at) ?? 0) + by)
  for (const [side, sign] of [['first', 1] as const, ['second', -1] as const]) {
    const { agents } = duel[side]
    for (const agent of agents) add(place.agents.get(agent)!, sign / agents.length)
    add(place.roles.get(roleKey(duel, side))!, sign)
  }
  const terms = [...factors].filter(([, by]) => Math.abs(by) > 1e-12)
  return { index: terms.map(([at]) => at), factor: terms.map(([, by]) => by), tie: place.ties.get(duel.scenario)! }
}

/** Agents with no chain of games between them can't be put on one scale. */
function refuseSplit(agents: readonly string[], duels: readonly Duel[]): void {
  const above = new Map(agents.map((agent) => [agent, agent]))
  const top = (agent: string): string => {
    let at = agent
    while (above.get(at) !== at) at = above.get(at)!
    above.set(agent, at)
    return at
  }
  for (const { first, second } of duels) {
    const all = [...first.agents, ...second.agents]
    for (const agent of all) above.set(top(agent), top(all[0]!))
  }
  const roots = [...new Set(agents.map(top))]
  if (roots.length === 1) return
  const pools = roots.map((root) => agents.filter((agent) => top(agent) === root).join(', '))
  throw new ParleyError(
    'disconnected-pool',
    `no chain of games joins ${pools.map((pool) => `(${pool})`).join(' and ')}; add a match between ${roots[0]} and ${roots[1]}`,
  )
}

/** Weighted counts by row and result: counts[row * 3 + result]. */
export function countsOf(model: Model, duels: readonly Duel[]): Float64Array {
  const counts = new Float64Array(model.rows.length * 3)
  for (const [i, duel] of duels.entries()) {
    for (const { result, weight } of partsOf(duel)) counts[model.rowOf[i]! * 3 + result]! += weight
  }
  return counts
}

/** A draw is a draw; any other share of the point is that much of a win and the rest of a loss. */
export function partsOf({ share, weight }: Duel): readonly { readonly result: Result; readonly weight: number }[] {
  if (share === 0.5) return [{ result: 1, weight }]
  if (share === 1) return [{ result: 2, weight }]
  if (share === 0) return [{ result: 0, weight }]
  return [
    { result: 2, weight: weight * share },
    { result: 0, weight: weight * (1 - share) },
  ]
}

/** Newton's method from `start`; the penalised likelihood is concave, so there is one maximum. */
export function mostLikely(model: Model, counts: Float64Array, start?: Float64Array): Fit {
  const n = parametersOf(model)
  let values = start ? Float64Array.from(start) : new Float64Array(n)
  let here = slope(model, counts, values)
  for (let step = 0; step < STEPS; step++) {
    if (!factor(here.curve, n)) throw new Error('ratings: the likelihood is not concave')
    const move = solve(here.curve, n, Float64Array.from(here.gradient))
    const lower = here.curve
    if (move.every((by) => Math.abs(by) < TOLERANCE)) return { values, lower }
    let scale = 1
    let next = moved(values, move, scale)
    let there = slope(model, counts, next)
    while (there.value < here.value - 1e-9 * Math.abs(here.value) && scale > 1e-6) {
      scale /= 2
      next = moved(values, move, scale)
      there = slope(model, counts, next)
    }
    values = next
    here = there
  }
  factor(here.curve, n)
  return { values, lower: here.curve }
}

const moved = (values: Float64Array, by: Float64Array, scale: number) =>
  values.map((value, i) => value + scale * by[i]!)

interface Slope {
  readonly value: number
  readonly gradient: Float64Array
  /** Negative Hessian; lower triangle. */
  readonly curve: Float64Array
}

function slope(model: Model, counts: Float64Array, values: Float64Array): Slope {
  const n = values.length
  const gradient = values.map((value) => -RIDGE * value)
  const curve = new Float64Array(n * n)
  let value = 0
  for (let i = 0; i < n; i++) {
    curve[i * n + i] = RIDGE
    value -= (RIDGE / 2) * values[i]! ** 2
  }
  for (const [r, row] of model.rows.entries()) {
    const lost = counts[r * 3]!
    const drawn = counts[r * 3 + 1]!
    const won = counts[r * 3 + 2]!
    const games = lost + drawn + won
    if (games === 0) continue
    const { eta, tau, win, draw, loss, logZ } = chances(row, values)
    value += ((won - lost) * eta) / 2 + drawn * tau - games * logZ
    const lean = win - loss
    const pull = (won - lost - games * lean) / 2
    const bend = (games * (win + loss - lean * lean)) / 4
    const cross = (-games * lean * draw) / 2
    for (let a = 0; a < row.index.length; a++) {
      const i = row.index[a]!
      gradient[i]! += row.factor[a]! * pull
      for (let b = 0; b < row.index.length; b++) {
        const j = row.index[b]!
        if (j <= i) curve[i * n + j]! += row.factor[a]! * row.factor[b]! * bend
      }
      curve[row.tie * n + i]! += row.factor[a]! * cross
    }
    gradient[row.tie]! += drawn - games * draw
    curve[row.tie * n + row.tie]! += games * draw * (1 - draw)
  }
  return { value, gradient, curve }
}

/** The three chances of a row, of the first side's view. */
export function chances(row: Row, values: Float64Array) {
  let eta = 0
  for (let a = 0; a < row.index.length; a++) eta += row.factor[a]! * values[row.index[a]!]!
  const tau = values[row.tie]!
  const top = Math.max(Math.abs(eta) / 2, tau)
  const up = Math.exp(eta / 2 - top)
  const level = Math.exp(tau - top)
  const down = Math.exp(-eta / 2 - top)
  const z = up + level + down
  return { eta, tau, win: up / z, draw: level / z, loss: down / z, logZ: top + Math.log(z) }
}

/** Standard error of one parameter, from the curvature at the maximum. */
export function errorOf({ lower, values }: Fit, parameter: number): number {
  const unit = new Float64Array(values.length)
  unit[parameter] = 1
  return Math.sqrt(solve(lower, values.length, unit)[parameter]!)
}

export type { Result }
