import { expect, test } from '@jest/globals'
import { seeded } from '../../arena/core/rng.ts'
import { maroLoss } from '../../arena/rewards/maro-loss.ts'
import { surrogateLoss } from '../../arena/rewards/policy-gradient.ts'
import type { Columns, LossSettings, Objective } from '../../arena/train/columns.ts'
import { columnLoss, logProbabilities } from '../../arena/train/loss.ts'
import { type Lesson, merge, unmerged } from '../../arena/train/merge.ts'

const SETTINGS: LossSettings = {
  clip: 0.2,
  dualClip: 3,
  kl: 0.2,
  klExact: 0.3,
  entropy: 0.05,
  value: 0,
  beta: 0.5,
  lambdaDesirable: 0.7,
  lambdaUndesirable: 1.1,
}

const softmaxLog = (logits: readonly number[]) => {
  const total = Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit), 0))
  return logits.map((logit) => logit - total)
}

/** 60 turns in 7 positions of 2 to 4 moves. */
function someLessons(): Lesson[] {
  const random = seeded(5)
  const positions = Array.from({ length: 7 }, (_, p) => {
    const moves = Array.from({ length: 2 + (p % 3) }, (_, m) => [m + 1])
    const logits = () => softmaxLog(moves.map(() => 2 * random() - 1))
    return { position: { key: `p${p}`, facts: [p + 1], moves }, logProbs: logits(), refLogProbs: logits() }
  })
  return Array.from({ length: 60 }, () => {
    const { position, logProbs, refLogProbs } = positions[Math.floor(random() * positions.length)]!
    const chosen = Math.floor(random() * position.moves.length)
    return {
      decision: { position, chosen, logProbs },
      refLogProbs,
      value: 2 * random() - 1,
      weight: 0.5 + random(),
      outcome: 0,
    }
  })
}

/** One logit row a position, the same wherever it stands in a batch. */
function logitsFor({ rows, moves, positions }: Columns): Float64Array {
  const logits = new Float64Array(rows * moves)
  positions.forEach(({ key, moves: offered }, r) => {
    const random = seeded(Number(key.slice(1)) + 100)
    offered.forEach((_, m) => {
      logits[r * moves + m] = 3 * random() - 1.5
    })
  })
  return logits
}

const OBJECTIVES: Objective[] = ['surrogate', 'implicit', 'imitation']

test.each(OBJECTIVES)('merging equal positions changes neither the %s loss nor its gradient', (objective) => {
  const lessons = someLessons()
  const [together, apart] = [merge(lessons), unmerged(lessons)]
  expect(together.rows).toBe(7)
  expect(apart.rows).toBe(60)
  const one = columnLoss(objective, together, logitsFor(together), SETTINGS)
  const all = columnLoss(objective, apart, logitsFor(apart), SETTINGS)
  expect(one.loss).toBeCloseTo(all.loss, 6)
  expect(one.entropy).toBeCloseTo(all.entropy, 6)
  const summed = new Float64Array(one.gradient.length)
  apart.positions.forEach(({ key }, r) => {
    const home = together.positions.findIndex((position) => position.key === key)
    for (let m = 0; m < apart.moves; m++) summed[home * together.moves + m]! += all.gradient[r * apart.moves + m]!
  })
  one.gradient.forEach((value, i) => {
    expect(value).toBeCloseTo(summed[i]!, 6)
  })
})

test.each(['surrogate', 'imitation'] as const)('the gradient of the %s loss is its slope', (objective) => {
  const columns = merge(someLessons())
  const logits = logitsFor(columns)
  const { gradient } = columnLoss(objective, columns, logits, SETTINGS)
  const moved = (i: number, by: number) => {
    const there = logits.slice()
    there[i]! += by
    return columnLoss(objective, columns, there, SETTINGS).loss
  }
  for (let i = 0; i < logits.length; i++) {
    const slope = columns.legal[i] ? (moved(i, 1e-5) - moved(i, -1e-5)) / 2e-5 : 0
    expect(gradient[i]).toBeCloseTo(slope, 5)
  }
})

test("the implicit loss is MARO's, with the exact divergence as z0", () => {
  const lessons = someLessons()
  const columns = unmerged(lessons)
  const logits = logitsFor(columns)
  const plain = { ...SETTINGS, kl: 0, klExact: 0, entropy: 0 }
  const came = columnLoss('implicit', columns, logits, plain)
  const logp = logProbabilities(columns, logits)
  const chosen = lessons.map(({ decision }, r) => logp[r * columns.moves + decision.chosen]!)
  const wanted = maroLoss(
    {
      logp: chosen,
      refLogp: lessons.map(({ decision, refLogProbs }) => refLogProbs[decision.chosen]!),
      utility: lessons.map(({ value }) => value),
      weight: lessons.map(({ weight }) => weight),
    },
    came.divergence,
    SETTINGS,
  )
  expect(came.loss).toBeCloseTo(wanted.loss, 6)
  lessons.forEach(({ decision }, r) => {
    const slope = wanted.gradient[r]!
    decision.position.moves.forEach((_, m) => {
      const p = Math.exp(logp[r * columns.moves + m]!)
      expect(came.gradient[r * columns.moves + m]).toBeCloseTo(slope * ((m === decision.chosen ? 1 : 0) - p), 6)
    })
  })
})

test('the merged surrogate is the surrogate of the worked values', () => {
  const lessons = someLessons()
  const columns = unmerged(lessons)
  const logits = logitsFor(columns)
  const settings = { ...SETTINGS, klExact: 0 }
  const came = columnLoss('surrogate', columns, logits, settings)
  const wanted = surrogateLoss(
    lessons.map(({ decision, refLogProbs, value, weight }, r) => ({
      logits: [...logits.subarray(r * columns.moves, r * columns.moves + decision.position.moves.length)],
      chosen: decision.chosen,
      oldLogp: decision.logProbs[decision.chosen]!,
      refLogp: refLogProbs[decision.chosen]!,
      advantage: value,
      weight,
    })),
    { clip: 0.2, dualClip: 3, klCoefficient: 0.2, entropyCoefficient: 0.05 },
  )
  expect(came.loss).toBeCloseTo(wanted.loss, 6)
  wanted.gradient.forEach((row, r) => {
    row.forEach((value, m) => {
      expect(came.gradient[r * columns.moves + m]).toBeCloseTo(value, 6)
    })
  })
})
