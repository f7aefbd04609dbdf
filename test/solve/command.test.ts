/** `parley solve` as people call it. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'
import { vectors } from '../support/vectors.ts'

const run = promisify(execFile)

async function parley(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const call = ['--import', 'tsx', 'arena/cli/main.ts', ...words]
  try {
    const { stdout, stderr } = await run(process.execPath, call, { cwd: new URL('../..', import.meta.url) })
    return { code: 0, out: stdout, err: stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, out: stdout, err: stderr }
  }
}

test('the last line is one JSON object with value, NashConv and best responses', async () => {
  const { code, out } = await parley('solve', 'kuhn-poker', '--json', '--quiet')
  const found = JSON.parse(out.trim().split('\n').at(-1)!) as Record<string, unknown>
  expect(code).toBe(0)
  expect(found).toMatchObject({ game: 'kuhn-poker', method: 'cfr+', informationSets: 12 })
  expect((found['value'] as number[])[0]).toBeCloseTo(vectors['kuhn-poker'].valueFirst, 4)
  expect(found['nashConv']).toBeLessThan(1e-3)
  expect((found['bestResponse'] as number[]).length).toBe(2)
}, 120_000)

test('an agent is measured, and a wrong name ends with 2 and the nearest one', async () => {
  const [measured, wrong] = await Promise.all([
    parley('solve', 'leduc-poker', '--agent', 'random', '--json', '--quiet'),
    parley('solve', 'leduc-pokker'),
  ])
  expect(JSON.parse(measured.out)).toMatchObject({ agent: 'random', exact: true })
  expect(JSON.parse(measured.out).nashConv).toBeCloseTo(vectors['leduc-poker'].uniform.nashConv, 9)
  expect([wrong.code, wrong.out]).toEqual([2, ''])
  expect(wrong.err).toContain('no scenario "leduc-pokker"; did you mean "leduc-poker"?')
}, 120_000)
