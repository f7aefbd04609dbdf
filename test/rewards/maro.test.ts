import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { nestedWeights, refuseDoubleBalance, roleAndSignWeights, roleWeights } from '../../arena/rewards/balance.ts'
import { type CreditName, creditMethods, creditsOf, discountCredit, utilitiesOf } from '../../arena/rewards/credit.ts'
import { imitationLoss, ktoLoss, maroLoss, mismatchedReference } from '../../arena/rewards/maro-loss.ts'
import { type Decision, surrogateLoss } from '../../arena/rewards/policy-gradient.ts'
import { expectClose, vector } from './vectors.ts'

interface Credits {
  seats: {
    outcome: number
    potentialDelta: number[]
    judgeScore: number[]
    uniform: number[]
    discount_0_9: number[]
    potential: number[]
    judge: number[]
  }[]
  steps: { role: string; utility: number }[]
  roleWeights: number[]
  roleAndLabelWeights: number[]
}
const credits = vector<Credits>('maro-credit')

test('every credit method follows the worked values', () => {
  for (const seat of credits.seats) {
    const steps = seat.uniform.length
    const { outcome } = seat
    expectClose(creditMethods.uniform({ outcome, steps }), seat.uniform)
    expectClose(discountCredit({ outcome, steps }, 0.9), seat.discount_0_9)
    expectClose(creditMethods.potential({ outcome, steps, signal: seat.potentialDelta }), seat.potential)
    expectClose(creditMethods.judge({ outcome, steps, signal: seat.judgeScore }), seat.judge)
  }
})

test('role weights follow the worked values, by role and by role and sign', () => {
  const roles = credits.steps.map(({ role }) => role)
  const utilities = credits.steps.map(({ utility }) => utility)
  expectClose(roleWeights(roles).weights, credits.roleWeights)
  expectClose(roleAndSignWeights(roles, utilities).weights, credits.roleAndLabelWeights)
})

test('whatever the signal, the credits of a seat add up to its outcome', () => {
  const seats = fc.array(
    fc.record({
      outcome: fc.double({ min: -1, max: 1, noNaN: true }),
      signal: fc.array(fc.double({ min: 0, max: 3, noNaN: true }), { minLength: 1, maxLength: 9 }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  fc.assert(
    fc.property(seats, fc.constantFrom(...(Object.keys(creditMethods) as CreditName[])), (tables, method) => {
      const turns = tables.flatMap(({ outcome, signal }, seat) => signal.map(() => ({ match: 'm', seat, outcome })))
      const signal = tables.flatMap((table) => table.signal)
      const shares = creditsOf(turns, method, signal)
      tables.forEach(({ outcome }, seat) => {
        const sum = shares.filter((_, i) => turns[i]!.seat === seat).reduce((a, b) => a + b, 0)
        expect(sum).toBeCloseTo(outcome, 9)
      })
      const uniform = utilitiesOf(turns, creditsOf(turns, 'uniform'))
      for (const [i, turn] of turns.entries()) expect(uniform[i]).toBeCloseTo(turn.outcome, 9)
    }),
  )
})

test('a method that needs a signal says so', () => {
  expect(() => creditsOf([{ match: 'm', seat: 0, outcome: 1 }], 'potential')).toThrow(/needs a signal of 1 numbers/)
})

test('roles carry equal mass, a missing cell is reported, a cap is reported', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('culprit', 'civilian', 'detective'), { minLength: 1 }), (roles) => {
      const { weights, counts, missing } = roleWeights(roles, ['culprit', 'civilian', 'detective'])
      const kinds = Object.keys(counts)
      for (const kind of kinds) {
        const mass = weights.filter((_, i) => roles[i] === kind).reduce((a, b) => a + b, 0)
        expect(mass).toBeCloseTo(roles.length / kinds.length, 9)
      }
      expect([...kinds, ...missing].sort()).toEqual(['civilian', 'culprit', 'detective'])
    }),
  )
  const capped = roleWeights(['a', 'b', 'b', 'b', 'b', 'b'], [], 2)
  expect(capped.capped).toEqual(['a'])
  expect(capped.weights[0]).toBe(2)
})

test('weights by role and sign with unequal lambdas are refused', () => {
  expect(() => refuseDoubleBalance(true, 0.7, 1)).toThrow(/twice/)
  expect(() => refuseDoubleBalance(true, 1, 1)).not.toThrow()
  expect(() => refuseDoubleBalance(false, 0.7, 1)).not.toThrow()
})

test("the paper's weights give each role, each trajectory and each turn in it the same mass", () => {
  expect(nestedWeights(['a', 'a', 'a', 'b'], ['x', 'x', 'y', 'x'])).toEqual([0.5, 0.5, 1, 2])
})

interface LossCase {
  beta: number
  lambdaDesirable: number
  lambdaUndesirable: number
  logp: number[]
  refLogp: number[]
  mismatchedLogp: number[]
  mismatchedRefLogp: number[]
  utility: number[]
  roleWeight: number[]
  z0: number
  perStep: number[]
  ktoLoss: number
  ktoGradLogp: number[]
  maroLoss: number
  maroGradLogp: number[]
}
const losses = vector<{
  cases: LossCase[]
  published: { beta: number; z0: number; logRatio: number; label: boolean; loss: number }[]
}>('maro-loss')

describe('the MARO and KTO losses follow the worked values', () => {
  test.each(losses.cases)('at beta $beta', (one) => {
    const z0 = mismatchedReference(one.mismatchedLogp, one.mismatchedRefLogp)
    expect(z0).toBeCloseTo(one.z0, 6)
    const steps = { logp: one.logp, refLogp: one.refLogp, utility: one.utility, weight: one.roleWeight }
    const maro = maroLoss(steps, z0, one)
    const kto = ktoLoss(steps, z0, one)
    expectClose([maro.loss, kto.loss], [one.maroLoss, one.ktoLoss])
    expectClose(maro.perStep, one.perStep)
    expectClose(maro.gradient, one.maroGradLogp)
    expectClose(kto.gradient, one.ktoGradLogp)
  })
  test.each(losses.published)('and the published one: beta $beta, log-ratio $logRatio, label $label', (one) => {
    const steps = { logp: [one.logRatio], refLogp: [0], utility: [one.label ? 1 : -1] }
    const { loss } = ktoLoss(steps, one.z0, { beta: one.beta, lambdaDesirable: 1, lambdaUndesirable: 1 })
    expectClose([loss], [one.loss])
  })
})

test('a step without utility is dropped and counted', () => {
  const settings = { beta: 1, lambdaDesirable: 1, lambdaUndesirable: 1 }
  const { dropped, gradient, loss } = maroLoss({ logp: [-1, -2], refLogp: [-1, -1], utility: [0, 1] }, 0, settings)
  expect(dropped).toBe(1)
  expect(gradient[0]).toBe(0)
  expect(loss).toBeGreaterThan(0)
})

test('imitation raises kept steps by their weight and leaves the others', () => {
  const { loss, gradient } = imitationLoss([-1, -3, -5], [1, 3, 0])
  expect(loss).toBeCloseTo(2.5)
  expectClose(gradient, [-0.25, -0.75, -0])
})

interface GradientCase {
  clip: number
  klCoefficient: number
  entropyCoefficient: number
  dualClip: number | null
  logits: number[][]
  legal: number[][]
  chosen: number[]
  oldLogp: number[]
  refLogp: number[]
  advantage: number[]
  logp: number[]
  entropy: number[]
  k3: number[]
  loss: number
  gradLogits: number[][]
}

test.each(vector<{ cases: GradientCase[] }>('policy-gradient').cases)(
  'the clipped surrogate follows the worked values (KL $klCoefficient, dual clip $dualClip)',
  (one) => {
    const decisions = one.logits.map(
      (logits, i): Decision => ({
        logits,
        legal: one.legal[i]!.map((flag) => flag === 1),
        chosen: one.chosen[i]!,
        oldLogp: one.oldLogp[i]!,
        refLogp: one.refLogp[i]!,
        advantage: one.advantage[i]!,
      }),
    )
    const came = surrogateLoss(decisions, one)
    expectClose([came.loss], [one.loss])
    expectClose(came.logp, one.logp)
    expectClose(came.entropy, one.entropy)
    expectClose(came.k3, one.k3)
    expectClose(came.gradient.flat(), one.gradLogits.flat())
  },
)
