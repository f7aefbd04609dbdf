import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { checkDocument } from '../../arena/scenario/document.ts'
import { generate } from '../../arena/scenario/generate.ts'
import { openScenario } from '../../arena/scenario/index.ts'

const main = new URL('../../arena/cli/main.ts', import.meta.url).pathname
const loader = new URL('../../node_modules/tsx/dist/loader.mjs', import.meta.url).href

function parley(cwd: string, ...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', loader, main, ...words], {
    cwd,
    encoding: 'utf8',
  })
  return { status, stdout, stderr, last: stdout.trim().split('\n').at(-1)! }
}

test("a log of a user's own scenario is told and verified, and a changed one is found out", () => {
  const cwd = mkdtempSync(join(tmpdir(), 'own-'))
  expect(parley(cwd, 'scenario', 'new', './inn').status).toBe(0)
  expect(parley(cwd, 'play', './inn', '--agents', 'random', '--log', 'logs', '--quiet').status).toBe(0)
  const [log] = readdirSync(join(cwd, 'logs'))
  const path = join('logs', log!)

  const replay = parley(cwd, 'replay', path, '--scenario', './inn', '--seat', '0')
  expect(replay.status).toBe(0)
  expect(replay.stdout).toContain('-- The Inn at the Ferry --')
  expect(replay.stdout).not.toContain('[a lie]')

  expect(JSON.parse(parley(cwd, 'verify', 'logs', '--scenario', './inn', '--json').last)).toEqual({
    logs: 1,
    identical: 1,
    different: [],
    torn: 0,
  })
  const text = readFileSync(join(cwd, path), 'utf8')
  writeFileSync(join(cwd, path), text.replace('"move":"introduce"', '"move":"introduced"'))
  const broken = parley(cwd, 'verify', 'logs', '--scenario', './inn', '--json')
  expect(broken.status).toBe(1)
  expect((JSON.parse(broken.last) as { different: unknown[] }).different).toHaveLength(1)
}, 120_000)

test('a generated mystery passes every check that a written one does, and opens by its name', async () => {
  for (const difficulty of ['simple', 'complex'] as const) {
    for (let seed = 1; seed <= 12; seed++) {
      const text = JSON.stringify({ ...generate(seed, difficulty), id: `made-${seed}` })
      expect(checkDocument(new Map([['scenario.json', text]])).faults).toEqual([])
    }
    const name = `mystery:${difficulty}:5`
    const [one, two] = [await openScenario(name), await openScenario(name)]
    expect([one.id, one.game.id, one.hash]).toEqual([name, name, two.hash])
  }
  await expect(openScenario('mystery:hard:5')).rejects.toThrow(
    'write mystery:simple:7, mystery:complex:7 or mystery:accomplice:7',
  )
})
