import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { implicitRewards, openPolicy, referenceOf } from '../../arena/cli/judged-by-policy.ts'
import type { Event } from '../../arena/core/log.ts'
import { Match } from '../../arena/core/match.ts'
import { playMatch } from '../../arena/core/play.ts'
import { stream } from '../../arena/core/rng.ts'
import { turnsOf } from '../../arena/core/turn.ts'
import { openSessionHere } from '../../arena/onnx/session.ts'
import type { Lived } from '../../arena/rewards/methods.ts'
import { openScenario } from '../../arena/scenario/index.ts'
import type { Columns } from '../../arena/train/columns.ts'
import { stepReport, trainFeeds } from '../../arena/train/feeds.ts'
import { columnLoss, logProbabilities } from '../../arena/train/loss.ts'
import { madeUpColumns, SETTINGS } from '../../arena/train/made-up-batch.ts'
import { initialParameters, policyModel } from '../../arena/train/network.ts'
import { logProbsBy } from '../../arena/train/network-learner.ts'
import { scheduleFeeds, trainModel, trainState } from '../../arena/train/train-step.ts'
import { train } from '../../arena/train/trainer.ts'
import { openAgent } from '../../plugins/index.ts'
import { newFolder, shortRun, surroundings } from './folder.ts'

const half = Math.log(0.5)
/** One position, two moves, the reference undecided; the first was good with weight 2, the second bad with weight 1. */
const COLUMNS: Columns = {
  rows: 1,
  moves: 2,
  positions: [{ key: 'k', facts: [1], moves: [[1], [2]] }],
  legal: new Float32Array([1, 1]),
  praise: new Float32Array([2, 0]),
  blame: new Float32Array([0, -1]),
  played: new Float32Array([2, 1]),
  oldLogp: new Float32Array([half, half]),
  refLogp: new Float32Array([half, half]),
  count: new Float32Array([3]),
  outcome: new Float32Array([0]),
}

test('the implicit reward is beta times how much more the policy likes a step than its reference', () => {
  const settings = { ...SETTINGS.loss, entropy: 0, beta: 0.5 }
  const logits = [Math.log(0.75), Math.log(0.25)]
  const { implicit } = columnLoss('implicit', COLUMNS, logits, settings)
  expect(implicit!.desirableReward).toBeCloseTo(0.5 * Math.log(1.5), 6)
  expect(implicit!.undesirableReward).toBeCloseTo(0.5 * Math.log(0.5), 6)
  expect(columnLoss('surrogate', COLUMNS, logits, settings).implicit).toBeUndefined()
})

test("a network's train step reports the implicit rewards of the loss in plain numbers", async () => {
  const shape = { size: 'tiny', vocabulary: 60, facts: 16 } as const
  const columns = madeUpColumns({ rows: 5, moves: 3, facts: 9, vocabulary: 60, seed: 2 })
  const parameters = initialParameters(shape, 1)
  const model = trainModel(shape, { ...SETTINGS, objective: 'implicit' })
  const session = await openSessionHere(model, { device: 'cpu', state: trainState(parameters) })
  const schedule = scheduleFeeds({ learningRate: 0, entropy: 0, averageRate: 0 })
  const report = stepReport(await session.run({ ...trainFeeds(shape, columns), ...schedule }))
  await session.close()
  const player = await openSessionHere(policyModel(shape, parameters), { device: 'cpu' })
  const logits = (await logProbsBy(player, shape, columns.positions)).flatMap((row) => Array.from(row))
  await player.close()
  const { implicit } = columnLoss('implicit', columns, logProbabilities(columns, logits), {
    ...SETTINGS.loss,
    entropy: 0,
  })
  expect(report['desirableReward']).toBeCloseTo(implicit!.desirableReward, 5)
  expect(report['undesirableReward']).toBeCloseTo(implicit!.undesirableReward, 5)
  expect(Math.abs(implicit!.desirableReward)).toBeGreaterThan(1e-3)
})

const credit = { gamma: 1, credit: 'uniform', potential: 'belief', span: 'own-step', centre: true } as const

test('a run of maro writes implicit rewards step by step, and behaviour by behaviour when asked', async () => {
  const dir = newFolder()
  const recipe = { size: 'table', learningRate: [0.03, 0.03], reference: 'frozen', credit } as const
  await train(shortRun(dir, { method: 'maro', behaviours: true, recipe }), surroundings)
  const read = (name: string) =>
    readFileSync(join(dir, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  const steps = read('steps.jsonl')
  expect(steps.map(({ step }) => step)).toEqual(Array.from({ length: 24 }, (_, i) => i + 1))
  expect(steps[0].desirableReward).toBeCloseTo(0, 6)
  expect(steps.at(-1).desirableReward).toBeGreaterThan(steps.at(-1).undesirableReward)
  const [last] = read('progress.jsonl').slice(-1)
  expect(last.desirableReward).toBe(steps.at(-1).desirableReward)
  const behaviours = read('behaviours.jsonl')
  expect(behaviours.filter(({ round }) => round === 1)).toHaveLength(read('progress.jsonl')[0].lessons)
  for (const { logProb, refLogProb, implicitReward } of behaviours) {
    expect(implicitReward).toBeCloseTo(logProb - refLogProb, 12)
  }
})

async function played(spec: string): Promise<Lived> {
  const { game, hash } = await openScenario('kuhn-poker')
  const agents = await Promise.all([0, 1].map((seat) => openAgent(spec, { game, random: stream(3, seat) })))
  const events: Event[] = []
  const seats = agents.map(({ name, version }) => ({ agent: name, version: version! }))
  const record = (event: Event) => void events.push(event)
  await playMatch(Match.open({ game, match: 'm', seed: 5, seats, scenarioHash: hash, record }), agents)
  return { game, events, turns: turnsOf(game, events) }
}

test('every behaviour in a log has the implicit reward that a trained policy gives it beside the one it came from', async () => {
  const dir = newFolder()
  await train(shortRun(dir, { recipe: { size: 'table', learningRate: [0.03, 0.03], beta: 0.25 } }), surroundings)
  const match = await played(`policy:${dir}@1`)
  const policy = await openPolicy(`policy:${dir}@1`)
  expect(referenceOf(policy)).toBe(`policy:${dir}@0`)
  const [rewards] = await implicitRewards([match], policy, await openPolicy(referenceOf(policy)))
  const wanted = match.turns.map(({ note, moves }) => 0.25 * (Number(note!['logProb']) + Math.log(moves.length)))
  expect(rewards!.map((one) => one!.toFixed(5))).toEqual(wanted.map((one) => one.toFixed(5)))
  expect(Math.max(...wanted.map(Math.abs))).toBeGreaterThan(1e-3)
  expect((await implicitRewards([match], policy, policy))[0]).toEqual(match.turns.map(() => 0))
  await expect(openPolicy('detective')).rejects.toThrow(/write policy:DIR/)
})
