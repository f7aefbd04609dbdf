import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { currentVersion, readManifest, setCurrent, versionFolder, versionsOf } from '../../arena/train/checkpoint.ts'
import { lockFolder } from '../../arena/train/lock.ts'
import { train } from '../../arena/train/trainer.ts'
import { newFolder, shortRun, surroundings } from './folder.ts'

const bytes = (dir: string, version: number, name: string) => readFileSync(join(versionFolder(dir, version), name))

const UNIFORM = { gamma: 1, credit: 'uniform', potential: 'belief', span: 'own-step', centre: true } as const

test.each(['mars', 'spiral', 'maro'])(
  'a run of %s that is stopped and resumed ends bit for bit where an undisturbed one does',
  async (method) => {
    const [whole, broken] = [newFolder(), newFolder()]
    const more = {
      method,
      recipe: { credit: { gamma: 1, credit: 'uniform', potential: 'belief', span: 'own-step', centre: true } },
    } as const
    await train(shortRun(whole, more), surroundings)
    const stopped = await train(shortRun(broken, more), { ...surroundings, onProgress: ({ round }) => round === 3 })
    expect(stopped).toMatchObject({ finished: false, published: false })
    expect(versionsOf(broken)).toEqual([0])
    const done = await train(shortRun(broken, more), surroundings)
    expect(done).toMatchObject({ finished: true, version: 1, steps: 24 })
    for (const name of ['policy.onnx', 'state.safetensors', 'manifest.json', 'average.onnx']) {
      expect(bytes(broken, 1, name).equals(bytes(whole, 1, name))).toBe(true)
    }
    expect(existsSync(join(broken, 'running'))).toBe(false)
  },
)

test('roles are balanced and every number goes to a file; a lone device is named', async () => {
  const dir = newFolder()
  const told: string[] = []
  const options = shortRun(dir, {
    device: 'auto',
    method: 'maro',
    recipe: { size: 'linear', weights: 'role', credit: UNIFORM },
  })
  await train(options, { ...surroundings, remark: (text) => told.push(text) })
  expect(told).toContain('device: cpu (where a linear policy learns)')
  const [line] = readFileSync(join(dir, 'progress.jsonl'), 'utf8').split('\n')
  const { cells, lessons, secondsLeft } = JSON.parse(line!)
  expect(cells['kuhn-poker/first'] + cells['kuhn-poker/second']).toBe(lessons)
  expect(secondsLeft).toBeGreaterThan(0)
})

test('the same seed trains the same policy, another seed another one', async () => {
  const [one, same, other] = [newFolder(), newFolder(), newFolder()]
  await train(shortRun(one), surroundings)
  await train(shortRun(same), surroundings)
  await train(shortRun(other, { seed: 2 }), surroundings)
  expect(bytes(one, 1, 'policy.onnx').equals(bytes(same, 1, 'policy.onnx'))).toBe(true)
  expect(bytes(one, 1, 'policy.onnx').equals(bytes(other, 1, 'policy.onnx'))).toBe(false)
})

test('a version says where it comes from, and the next one begins with it', async () => {
  const dir = newFolder()
  await train(shortRun(dir, { evaluate: 20 }), surroundings)
  const second = await train(shortRun(dir, { gate: false, evaluate: 20 }), surroundings)
  expect(second.version).toBe(2)
  expect(currentVersion(dir)).toBe(2)
  expect(readManifest(versionFolder(dir, 2))).toMatchObject({ parent: 1, method: 'mars', scenarios: ['kuhn-poker'] })
  expect(readManifest(versionFolder(dir, 1))).toMatchObject({ parent: 0, steps: 24 })
  expect(readManifest(versionFolder(dir, 0))).toMatchObject({ parent: null, steps: 0 })
  expect(second.evaluation).toHaveProperty('gain')
  const lines = readFileSync(join(dir, 'progress.jsonl'), 'utf8').trim().split('\n')
  expect(JSON.parse(lines[0]!)).toMatchObject({ step: expect.any(Number), loss: expect.any(Number) })
})

test('a policy that got worse is written but does not come into use', async () => {
  const dir = newFolder()
  const good = {
    steps: 200,
    checkpointEvery: 1000,
    recipe: { size: 'table', matches: 128, minibatch: 0, epochs: 4, learningRate: [0.03, 0.03] },
  } as const
  await train(shortRun(dir, good), surroundings)
  // The same game learned backwards: a learning rate below zero climbs the loss.
  const worse = { ...good, seed: 3, evaluate: 300, recipe: { ...good.recipe, learningRate: [-0.03, -0.03] as const } }
  const result = await train(shortRun(dir, worse), surroundings)
  expect(result).toMatchObject({ version: 2, published: false })
  expect(currentVersion(dir)).toBe(1)
  expect(versionsOf(dir)).toEqual([0, 1, 2])
})

test('a loss that is no number stops the run, keeps the batch, and publishes nothing', async () => {
  const dir = newFolder()
  await train(shortRun(dir), surroundings)
  const wild = shortRun(dir, { seed: 4, recipe: { learningRate: [Number.NaN, Number.NaN] } })
  await expect(train(wild, surroundings)).rejects.toThrow(/step \d+: loss NaN.*the batch is kept/)
  const kept = JSON.parse(readFileSync(join(dir, 'diverged-step-1.json'), 'utf8'))
  expect(kept.columns.praise.length).toBe(kept.columns.rows * kept.columns.moves)
  expect(currentVersion(dir)).toBe(1)
  expect(versionsOf(dir)).toEqual([0, 1])
})

test('a second trainer on the same folder is refused; a lock whose process is gone is taken over', async () => {
  const dir = newFolder()
  const release = lockFolder(dir)
  await expect(train(shortRun(dir), surroundings)).rejects.toMatchObject({ code: 'in-use' })
  release()
  writeFileSync(join(dir, 'lock'), JSON.stringify({ pid: 2 ** 22 + 1, host: (await import('node:os')).hostname() }))
  lockFolder(dir)()
  expect(existsSync(join(dir, 'lock'))).toBe(false)
})

test('an unfinished run with other settings, a cut checkpoint and a missing version are named', async () => {
  const dir = newFolder()
  await train(shortRun(dir), { ...surroundings, onProgress: ({ round }) => round === 2 })
  await expect(train(shortRun(dir, { seed: 9 }), surroundings)).rejects.toMatchObject({ code: 'other-run' })
  const file = join(dir, 'running', 'state.safetensors')
  writeFileSync(file, readFileSync(file).subarray(0, 500))
  await expect(train(shortRun(dir), surroundings)).rejects.toMatchObject({ code: 'corrupt-checkpoint' })
  await train(shortRun(dir, { fresh: true }), surroundings)
  setCurrent(dir, 7)
  await expect(train(shortRun(dir, { seed: 5 }), surroundings)).rejects.toThrow(/version 7 is in use but not there/)
})

test('the learner may play one seat only, against agents, its first policy, or versions of the past', async () => {
  const dir = newFolder()
  await train(shortRun(dir), surroundings)
  const more = { learn: ['second'], against: ['random', 'first', 'past'], gate: false, steps: 8 }
  const seen: string[] = []
  const openAgent: typeof surroundings.openAgent = (spec, place) => {
    seen.push(spec)
    return surroundings.openAgent(spec, place)
  }
  const result = await train(shortRun(dir, more), { ...surroundings, openAgent })
  expect(result).toMatchObject({ version: 2, finished: true })
  expect(new Set(seen)).toEqual(new Set(['random', `policy:${dir}@0`, `policy:${dir}@1`]))
})

test.each(['kuhn-poker', 'mini-hanabi'])(
  'in %s a pool of opponents takes one side after the other when no role is named',
  async (name) => {
    const dir = newFolder()
    const [main, exploiter] = [newFolder(), newFolder()]
    const scenarios = [name]
    const recipe = { size: 'table', matches: 6, epochs: 1, minibatch: 0 } as const
    await train(shortRun(main, { scenarios, steps: 2, recipe }), surroundings)
    await train(shortRun(exploiter, { scenarios, steps: 2, recipe, against: [`policy:${main}`] }), surroundings)
    const seats: string[] = []
    const openAgent: typeof surroundings.openAgent = (spec, place) => {
      seats.push(spec)
      return surroundings.openAgent(spec, place)
    }
    const against = ['past', `policy:${exploiter}`]
    await train(shortRun(dir, { scenarios, steps: 1, recipe, against, behaviours: true }), {
      ...surroundings,
      openAgent,
    })
    expect(new Set(seats)).toEqual(new Set([`policy:${dir}@0`, `policy:${exploiter}`]))
    expect(seats).toHaveLength(6) // one of two seats, in each of six matches
    const lines = readFileSync(join(dir, 'behaviours.jsonl'), 'utf8').trim().split('\n')
    const learned = lines
      .map((line) => JSON.parse(line))
      .map(({ match, seat }) => `${match.split('-').at(-1)}:${seat % 2}`)
    expect(new Set(learned)).toEqual(new Set(['0:0', '1:1', '2:0', '3:1', '4:0', '5:1']))
  },
)

test('settings, roles and methods that there are not are named, with the nearest that there is', async () => {
  const run = (more: object) => train(shortRun(newFolder(), more), surroundings)
  await expect(run({ method: 'spirals' })).rejects.toThrow(/did you mean "spiral"/)
  await expect(run({ device: 'webgpu', recipe: { size: 'table' } })).rejects.toMatchObject({ code: 'no-device' })
  await expect(run({ learn: ['frist'] })).rejects.toThrow(/did you mean "first"/)
  await expect(run({ recipe: { entrophy: [0, 0] } })).rejects.toThrow(/did you mean "entropy"/)
  await expect(run({ recipe: { learningRate: 0.1 } })).rejects.toThrow(
    /learningRate looks like \[0.001,0.0002\], not 0.1/,
  )
  await expect(run({ recipe: { weights: 'role-and-sign', lambdaDesirable: 0.7 } })).rejects.toMatchObject({
    code: 'double-balance',
  })
})

test.each([
  ['makto', 'implicit'],
  ['sft', 'imitation'],
  ['mars-fixed-opponent', 'surrogate'],
  ['mars-without-turn-level', 'surrogate'],
  ['mars-without-agent-specific', 'surrogate'],
  ['mars-by-turn', 'surrogate'],
  ['credit-gradient', 'surrogate'],
])('%s trains and moves the policy', async (method) => {
  const dir = newFolder()
  const result = await train(
    shortRun(dir, {
      method,
      steps: 4,
      recipe: { credit: { gamma: 1, credit: 'discount', potential: 'belief', span: 'own-step', centre: true } },
    }),
    surroundings,
  )
  expect(Number.isFinite(result.loss)).toBe(true)
  expect(bytes(dir, 1, 'policy.onnx').equals(bytes(dir, 0, 'policy.onnx'))).toBe(false)
})
