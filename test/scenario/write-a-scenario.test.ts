import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { checkDocument } from '../../arena/scenario/document.ts'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/write-a-scenario.md'), 'utf8')
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map((found) => found[1]!)

function parley(cwd: string, words: readonly string[]) {
  const main = join(root, 'arena/cli/main.ts')
  const loader = new URL('../../node_modules/tsx/dist/loader.mjs', import.meta.url).href
  return spawnSync(process.execPath, ['--import', loader, main, ...words], { cwd, encoding: 'utf8', timeout: 120_000 })
}

test('every command on the page does what it says, in order, in an empty folder', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'author-'))
  const commands = blocks('sh').flatMap((block) => block.trim().split('\n'))
  expect(commands.length).toBeGreaterThanOrEqual(9)
  for (const command of commands) {
    const words = command.replace('npx parley ', '').replace('--matches 300', '--matches 12').split(' ')
    const { status, stdout, stderr } = parley(cwd, words)
    expect({ command, status, stderr: status === 0 ? '' : stderr }).toEqual({ command, status: 0, stderr: '' })
    expect(stdout.trim()).not.toBe('')
    if (words.includes('--json')) expect(JSON.parse(stdout.trim().split('\n').at(-1)!)).toHaveProperty('faults', [])
  }
}, 240_000)

test('a folder that is there is never overwritten, and a broken one fails with its faults', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'author-'))
  mkdirSync(join(cwd, 'mine'))
  writeFileSync(join(cwd, 'mine', 'scenario.json'), '{ "kind": "kuhn-poker" }')
  const again = parley(cwd, ['scenario', 'new', './mine'])
  expect([again.status, again.stderr]).toEqual([
    2,
    expect.stringContaining('./mine is there already; nothing was written'),
  ])
  const check = parley(cwd, ['scenario', 'check', './mine', '--json'])
  expect(check.status).toBe(1)
  const { faults } = JSON.parse(check.stdout) as {
    faults: { file: string; line: number; pointer: string; message: string }[]
  }
  expect(faults.map((fault) => fault.message)).toContain('"parameters" is missing')
  expect(faults[0]).toMatchObject({ file: 'scenario.json', line: 1, pointer: '' })
}, 120_000)

test('the JSON on the page is sound', () => {
  const [phrases, scenario] = blocks('json')
  expect(checkDocument(new Map([['scenario.json', scenario!]])).faults).toEqual([])
  const starter = JSON.stringify({ ...JSON.parse(phrases!) })
  expect(Object.keys(JSON.parse(starter) as object)).toEqual(['introduce@anna', 'deflect@anna'])
})
