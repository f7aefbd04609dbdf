import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'
import { TEMPLATES } from '../../arena/cli/agent-templates.ts'
import { freshFolder } from './support.ts'

const run = promisify(execFile)

async function parley(
  ...words: string[]
): Promise<{ code: number; value: { checks: { name: string; ok: boolean; detail: string }[] } }> {
  const call = ['--import', 'tsx', 'arena/cli/main.ts', ...words, '--json', '--quiet']
  const ended = await run(process.execPath, call).then(
    ({ stdout }) => ({ stdout, code: 0 }),
    (error: { stdout: string; code: number }) => error,
  )
  return { code: ended.code, value: JSON.parse(ended.stdout.trim().split('\n').at(-1)!) }
}

function written(kind: 'module' | 'poll'): string {
  const dir = join(freshFolder(), 'agent')
  mkdirSync(dir)
  for (const [name, text] of Object.entries(TEMPLATES[kind].files)) writeFileSync(join(dir, name), text)
  return dir
}

test('the check is green on a template in this process and on one that joins over a wire', async () => {
  const [inside, outside] = await Promise.all([
    parley('agent', 'check', `module:${written('module')}`),
    parley('agent', 'check', '--run', `${process.execPath} ${written('poll')}/agent.mjs`),
  ])
  for (const { code, value } of [inside, outside]) {
    expect(value.checks.filter(({ ok }) => !ok)).toEqual([])
    expect(code).toBe(0)
  }
  expect(inside.value.checks).toHaveLength(6)
  expect(outside.value.checks[0]).toMatchObject({ name: 'joins the arena', ok: true })
}, 90_000)

test('the check finds what is wrong with an agent that answers with rubbish, and says so by turn', async () => {
  const { code, value } = await parley('agent', 'check', 'babbler')
  expect(code).toBe(1)
  expect(value.checks.every(({ ok, detail }) => !ok && /turn \d+: (bad-answer|illegal-move)/.test(detail))).toBe(true)
}, 90_000)
