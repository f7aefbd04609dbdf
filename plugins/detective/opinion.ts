/** A belief as survey answers: suspicion and trust in 0, 1, 2 beside the distribution. */
import type { Beliefs } from '../../arena/core/agent.ts'

/** Against the even share 1/k among k others: suspicion from 1.2 and 2 times it, trust up to 0.8 and 0.35 times it. */
export function beliefsOf(suspects: ArrayLike<number>, me: number): Beliefs {
  const even = 1 / Math.max(1, suspects.length - 1)
  const grade = (test: (times: number) => 0 | 1 | 2) =>
    Array.from(suspects, (chance, seat) => (seat === me ? 0 : test(chance / even)))
  return {
    suspects: Array.from(suspects, (chance, seat) => (seat === me ? 0 : chance)),
    suspicion: grade((times) => (times >= 2 ? 2 : times >= 1.2 ? 1 : 0)),
    trust: grade((times) => (times <= 0.35 ? 2 : times <= 0.8 ? 1 : 0)),
  }
}
