import { expect, test } from '@jest/globals'
import { playSequential, type SequentialTest } from '../../arena/host/sequential.ts'
import { openAgent, openOnce } from './arena.ts'

const TEST: SequentialTest = {
  a: 'random:a',
  b: 'random:b',
  scenarios: ['tic-tac-toe'],
  seed: 1,
  concurrency: 8,
  plan: { elo0: 0, elo1: 80, alpha: 0.05, beta: 0.05, scale: 'logistic' },
  mostBlocks: 2000,
}
const deps = { openAgent, openScenario: openOnce, stop: new AbortController().signal }

test('two that are the same are told apart by nobody', async () => {
  const state = await playSequential(TEST, deps)
  expect(state.decision).toBe('not better')
  expect(state.counts.reduce((sum, { count }) => sum + count, 0)).toBe(state.blocks)
})

test('one that always fails loses, its failures are counted, and the same test ends the same', async () => {
  const test = { ...TEST, b: 'broken', plan: { ...TEST.plan, elo1: 40 } }
  const state = await playSequential(test, deps)
  expect(state.decision).toBe('better')
  expect(state.errors).toEqual({ 'random:a': 0, broken: 2 * state.blocks })
  expect(await playSequential({ ...test, concurrency: 1 }, deps)).toMatchObject({
    blocks: state.blocks,
    llr: state.llr,
  })
})

test('it gives up undecided after the most blocks, and refuses what can decide nothing', async () => {
  expect(await playSequential({ ...TEST, mostBlocks: 5 }, deps)).toMatchObject({ decision: 'go on', blocks: 5 })
  await expect(playSequential({ ...TEST, plan: { ...TEST.plan, elo0: 90 } }, deps)).rejects.toThrow(
    /elo0 must lie below/,
  )
})

test('seats that work together are compared on the same deal, one point a block', async () => {
  const state = await playSequential({ ...TEST, scenarios: ['mini-hanabi'], mostBlocks: 30 }, deps)
  for (const { score, count } of state.counts) if (count > 0) expect([0, 0.5, 1]).toContain(score)
})
