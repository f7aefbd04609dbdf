import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { currentVersion, versionsOf } from '../../arena/train/checkpoint.ts'
import { dropOwnLock, lockFolder } from '../../arena/train/lock.ts'
import { newFolder } from './folder.ts'

const RECIPE = {
  size: 'table',
  matches: 64,
  epochs: 2,
  learningRate: [0.03, 0.003],
  encoder: { vocabulary: 128, facts: 16, words: 4 },
}

function trainer(out: string) {
  const words = [
    '--scenario',
    'kuhn-poker',
    '--method',
    'mars',
    '--steps',
    '160',
    '--evaluate',
    '0',
    '--checkpoint-every',
    '3',
  ]
  const command = [
    '--import',
    'tsx',
    'arena/cli/main.ts',
    'train',
    ...words,
    '--recipe',
    JSON.stringify(RECIPE),
    '--out',
    out,
  ]
  const child = spawn(process.execPath, [...command, '--quiet', '--json'], { stdio: ['ignore', 'pipe', 'inherit'] })
  let told = ''
  child.stdout.on('data', (chunk) => (told += chunk))
  return { child, ended: new Promise<string>((resolve) => child.once('exit', () => resolve(told))) }
}

const roundsIn = (out: string) => {
  const file = join(out, 'progress.jsonl')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0
}

test('a trainer killed at once leaves nothing half-written, and the same call ends as if it had lived', async () => {
  const [killed, whole] = [newFolder(), newFolder()]
  const undisturbed = trainer(whole).ended
  const first = trainer(killed)
  while (roundsIn(killed) < 8) await sleep(5)
  first.child.kill('SIGKILL')
  await first.ended
  expect(existsSync(join(killed, 'lock'))).toBe(true)
  expect(versionsOf(killed)).toEqual([0])
  expect(currentVersion(killed)).toBe(0)
  expect(JSON.parse(await trainer(killed).ended)).toMatchObject({ version: 1, finished: true, steps: 160 })
  await undisturbed
  const bytes = (dir: string) => readFileSync(join(dir, 'versions', '1', 'policy.onnx'))
  expect(bytes(killed).equals(bytes(whole))).toBe(true)
}, 120_000)

test("the lock of this process's own dead thread can be dropped, another's can not", () => {
  const dir = newFolder()
  lockFolder(dir)
  dropOwnLock(dir)
  expect(existsSync(join(dir, 'lock'))).toBe(false)
  writeFileSync(join(dir, 'lock'), JSON.stringify({ pid: process.ppid, host: hostname() }))
  dropOwnLock(dir)
  expect(() => lockFolder(dir)).toThrow(/trains here/)
})
