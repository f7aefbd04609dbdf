import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { currentVersion, versionFolder, versionsOf } from '../../arena/train/checkpoint.ts'
import { train } from '../../arena/train/trainer.ts'
import { newFolder, shortRun, surroundings } from './folder.ts'

const stopAt = (wanted: number) => ({ ...surroundings, onProgress: ({ round }: { round: number }) => round === wanted })
const policyOf = (dir: string) => readFileSync(join(versionFolder(dir, 1), 'policy.onnx'))
const OPTIONS = { recipe: { size: 'table' } } as const

test('a checkpoint of which one bit is not what was written is refused, and says where it lies', async () => {
  const dir = newFolder()
  await train(shortRun(dir, OPTIONS), stopAt(2))
  const file = join(dir, 'running', 'state.safetensors')
  const bytes = readFileSync(file)
  bytes[bytes.length - 100]! ^= 1
  writeFileSync(file, bytes)
  await expect(train(shortRun(dir, OPTIONS), surroundings)).rejects.toMatchObject({
    code: 'corrupt-checkpoint',
    message: expect.stringMatching(
      /running can't be read: state.safetensors is not what was written; delete the folder/,
    ),
  })
  rmSync(join(dir, 'running'), { recursive: true })
  expect(await train(shortRun(dir, OPTIONS), surroundings)).toMatchObject({ version: 1, finished: true })
})

test('killed while one checkpoint takes the place of another, a run goes on from the one before', async () => {
  const [whole, broken] = [newFolder(), newFolder()]
  await train(shortRun(whole, OPTIONS), surroundings)
  await train(shortRun(broken, OPTIONS), stopAt(2))
  renameSync(join(broken, 'running'), join(broken, 'running.before'))
  mkdirSync(join(broken, 'running.draft-99'))
  mkdirSync(join(broken, 'versions', '1.draft-99'))
  writeFileSync(join(broken, 'current.draft-99'), '1')
  const rounds: number[] = []
  const watch = { ...surroundings, onProgress: ({ round }: { round: number }) => rounds.push(round) < 0 }
  await train(shortRun(broken, OPTIONS), watch)
  expect(rounds[0]).toBe(3)
  expect(policyOf(broken).equals(policyOf(whole))).toBe(true)
  expect(readdirSync(broken).sort()).toEqual(['current', 'progress.jsonl', 'steps.jsonl', 'versions'])
  expect(readdirSync(join(broken, 'versions'))).toEqual(['0', '1'])
})

test('an unfinished run does not go on with other roles or opponents', async () => {
  const dir = newFolder()
  await train(shortRun(dir, { ...OPTIONS, learn: ['first'], against: ['random'] }), stopAt(2))
  for (const other of [{ learn: ['second'], against: ['random'] }, { learn: ['first'], against: ['first'] }, {}]) {
    await expect(train(shortRun(dir, { ...OPTIONS, ...other }), surroundings)).rejects.toMatchObject({
      code: 'other-run',
    })
  }
  const same = { ...OPTIONS, learn: ['first'], against: ['random'] }
  expect(await train(shortRun(dir, same), surroundings)).toMatchObject({ finished: true })
})

test.each(['progress.jsonl', 'steps.jsonl'])(
  'a disk that is full when %s is written stops the run by name',
  async (name) => {
    const dir = newFolder()
    // Where there is no device that is always full, a folder can't be written to either.
    if (existsSync('/dev/full')) symlinkSync('/dev/full', join(dir, name))
    else mkdirSync(join(dir, name))
    await expect(train(shortRun(dir, OPTIONS), surroundings)).rejects.toMatchObject({
      code: 'not-written',
      message: expect.stringContaining(join(dir, name)),
    })
    expect(versionsOf(dir)).toEqual([0])
    expect(currentVersion(dir)).toBe(0)
    expect(existsSync(join(dir, 'lock'))).toBe(false)
  },
)

test('a version that can not be written is not half there', async () => {
  const dir = newFolder()
  symlinkSync('/dev/null/nowhere', join(dir, 'versions'))
  await expect(train(shortRun(dir, OPTIONS), surroundings)).rejects.toMatchObject({ code: 'not-written' })
  expect(readdirSync(dir)).toEqual(['versions'])
})
