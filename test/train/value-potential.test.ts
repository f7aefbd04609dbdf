import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { seeded } from '../../arena/core/rng.ts'
import { versionFolder } from '../../arena/train/checkpoint.ts'
import type { PlayedMatch } from '../../arena/train/self-play.ts'
import { train } from '../../arena/train/trainer.ts'
import { ValuePotential } from '../../arena/train/value-potential.ts'
import { newFolder, shortRun, surroundings } from './folder.ts'

/** Two turns of one seat; token 1 + k in the second view says that it ends with outcome k ? 1 : -1. */
function match(good: boolean): PlayedMatch {
  const turn = { match: 'm', seat: 0, outcome: good ? 1 : -1 }
  const decision = (facts: number[]) => ({ position: { key: '', facts, moves: [[1]] }, chosen: 0, logProbs: [0] })
  return { turns: [turn, turn], decisions: [decision([9]), decision([9, good ? 2 : 1])] } as unknown as PlayedMatch
}

test('it learns to predict outcomes from views, and credits the turn that brought the change', () => {
  const value = new ValuePotential(16)
  const random = seeded(3)
  expect(value.deltas(match(true))).toEqual([0, 1])
  for (let i = 0; i < 400; i++) value.learn([match(random() < 0.5)])
  expect(value.predict([9, 2])).toBeGreaterThan(0.8)
  expect(value.predict([9, 1])).toBeLessThan(-0.8)
  const [first, last] = value.deltas(match(true))
  expect(first).toBeGreaterThan(0.6)
  expect(Math.abs(last!)).toBeLessThan(0.3)
})

test('a run under the value potential resumes bit for bit, its predictor included', async () => {
  const credit = { gamma: 1, credit: 'potential', potential: 'value', span: 'own-step', centre: true } as const
  const [whole, broken] = [newFolder(), newFolder()]
  const more = { method: 'maro', recipe: { credit, size: 'linear' as const } }
  await train(shortRun(whole, more), surroundings)
  await train(shortRun(broken, more), { ...surroundings, onProgress: ({ round }) => round === 2 })
  await train(shortRun(broken, more), surroundings)
  const bytes = (dir: string) => readFileSync(join(versionFolder(dir, 1), 'state.safetensors'))
  expect(bytes(broken).equals(bytes(whole))).toBe(true)
})
