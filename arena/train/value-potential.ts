/**
 * The `value` potential: a predictor of the seat's outcome from what it sees, learned from earlier matches, whose changes
 * from turn to turn are the signal of potential credit (return decomposition, RUDDER, arXiv 1806.07857).
 *
 *   V = tanh(sum of a weight for each token of the view);  d[t] = V[next own turn] - V[t], at the last z - V[t]
 */
import { type Tensors, tensor } from '../onnx/tensor.ts'
import { trajectories } from '../rewards/trajectory.ts'
import type { Taught } from './taught.ts'

const RATE = 0.1
const NAMES = ['value-weights', 'value-squares'] as const

export class ValuePotential {
  #weights: Float64Array
  /** Sums of squared gradients: each weight's rate falls as it is learned (Adagrad). */
  #squares: Float64Array

  constructor(vocabulary: number) {
    this.#weights = new Float64Array(vocabulary)
    this.#squares = new Float64Array(vocabulary)
  }

  /** Predicted outcome in (-1, 1) of the seat that sees these tokens; 0 before anything is learned. */
  predict(facts: readonly number[]): number {
    let sum = 0
    for (const token of facts) sum += this.#weights[token]!
    return Math.tanh(sum)
  }

  /** One change a turn; 0 for turns of other players. */
  deltas({ turns, decisions }: Pick<Taught, 'turns' | 'decisions'>): number[] {
    const changes = turns.map(() => 0)
    for (const indices of trajectories(turns)) {
      const own = indices.filter((index) => decisions[index])
      const values = own.map((index) => this.predict(decisions[index]!.position.facts))
      for (const [k, index] of own.entries()) {
        changes[index] = (k + 1 < own.length ? values[k + 1]! : turns[index]!.outcome) - values[k]!
      }
    }
    return changes
  }

  /** One pass over the matches, in order. Called after their credit was given: a match never explains itself. */
  learn(matches: readonly Pick<Taught, 'turns' | 'decisions'>[]): void {
    for (const { turns, decisions } of matches) {
      for (const [i, decision] of decisions.entries()) {
        if (decision) this.#step(decision.position.facts, turns[i]!.outcome)
      }
    }
  }

  state(): Tensors {
    const [weights, squares] = NAMES
    const dims = [this.#weights.length]
    return {
      [weights]: tensor('float64', dims, this.#weights.slice()),
      [squares]: tensor('float64', dims, this.#squares.slice()),
    }
  }

  /** Takes its part out of a run's state; gives back the rest. */
  load(state: Tensors): Tensors {
    const { [NAMES[0]]: weights, [NAMES[1]]: squares, ...rest } = state
    if (weights && squares) {
      this.#weights = weights.data.slice() as Float64Array
      this.#squares = squares.data.slice() as Float64Array
    }
    return rest
  }

  #step(facts: readonly number[], outcome: number): void {
    const value = this.predict(facts)
    const slope = (value - outcome) * (1 - value * value)
    for (const token of facts) {
      this.#squares[token]! += slope * slope
      this.#weights[token]! -= (RATE * slope) / (Math.sqrt(this.#squares[token]!) + 1e-8)
    }
  }
}
