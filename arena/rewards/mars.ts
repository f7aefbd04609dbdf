/**
 * MARS (arXiv 2510.15414): credit each turn with what its seat had still to gain, then centre by role, so that an
 * easy seat earns no praise for being easy.
 *
 *   gain[t]      = reward[t] + gamma * gain[the same seat's next turn in the same match]
 *   advantage[t] = gain[t] - mean(gain over the turns of that role in that game)
 *
 * This is the paper: sum, then centre, no division. The authors' released code centres rewards before summing,
 * centres over distinct values only, and whitens over the whole batch.
 */
import { gameKey, meanBy, roleKey, type Step, trajectories } from './trajectory.ts'

/** Discounted sum of what a seat collects from each of its turns to the end of the match. One value a turn. */
export function gainsToGo(turns: readonly Step[], gamma = 1): number[] {
  const gains = turns.map(({ reward }) => reward)
  for (const indices of trajectories(turns)) {
    for (let i = indices.length - 2; i >= 0; i--) gains[indices[i]!]! += gamma * gains[indices[i + 1]!]!
  }
  return gains
}

/** The paper's advantage; the mean is pooled over all turns of a role. */
export function turnAdvantages(turns: readonly Step[], gamma = 1): number[] {
  return centred(gainsToGo(turns, gamma), (index) => roleKey(turns[index]!))
}

/** As `turnAdvantages`, but each seat and match counts once in the mean: by its first gain. */
export function trajectoryPooledAdvantages(turns: readonly Step[], gamma = 1): number[] {
  const gains = gainsToGo(turns, gamma)
  const firsts = trajectories(turns).map((indices) => indices[0]!)
  const usual = meanBy(
    firsts.map((index) => gains[index]!),
    (i) => roleKey(turns[firsts[i]!]!),
  )
  return gains.map((gain, index) => gain - usual.get(roleKey(turns[index]!))!)
}

/** Ablation: every turn gets its seat's whole return, centred by role over seats and matches. */
export function advantagesWithoutTurnLevel(turns: readonly Step[]): number[] {
  const returns = wholeReturns(turns)
  const firsts = trajectories(turns).map((indices) => indices[0]!)
  const usual = meanBy(
    firsts.map((index) => returns[index]!),
    (i) => roleKey(turns[firsts[i]!]!),
  )
  return returns.map((value, index) => value - usual.get(roleKey(turns[index]!))!)
}

/** Ablation: the mean is taken over the whole game, whatever the role. */
export function advantagesWithoutAgentSpecific(turns: readonly Step[], gamma = 1): number[] {
  return centred(gainsToGo(turns, gamma), (index) => gameKey(turns[index]!))
}

/**
 * Ours: the mean is taken per role and turn number of the seat. Expected gain falls through a game, so one mean
 * a role praises every early move and blames every late one.
 */
export function advantagesByTurn(turns: readonly Step[], gamma = 1): number[] {
  const place = new Array<number>(turns.length)
  for (const indices of trajectories(turns)) for (const [k, index] of indices.entries()) place[index] = k
  return centred(gainsToGo(turns, gamma), (index) => `${roleKey(turns[index]!)}/${place[index]}`)
}

/** The sum of a seat's rewards in a match, at each of its turns. */
export function wholeReturns(turns: readonly Step[]): number[] {
  const returns = new Array<number>(turns.length)
  for (const indices of trajectories(turns)) {
    const sum = indices.reduce((total, index) => total + turns[index]!.reward, 0)
    for (const index of indices) returns[index] = sum
  }
  return returns
}

function centred(gains: readonly number[], keyOf: (index: number) => string): number[] {
  const usual = meanBy(gains, keyOf)
  return gains.map((gain, index) => gain - usual.get(keyOf(index))!)
}
