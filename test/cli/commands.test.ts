/** The command line as its callers meet it: every subcommand's shape, the exit codes, the last line of `--json`. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { commands } from '../../arena/cli/commands.ts'

function parley(...words: string[]): { code: number | null; out: string; err: string } {
  const done = spawnSync(process.execPath, ['--import', 'tsx', 'arena/cli/main.ts', ...words], { encoding: 'utf8' })
  return { code: done.status, out: done.stdout, err: done.stderr }
}

const lastLine = (text: string): unknown => JSON.parse(text.trimEnd().split('\n').at(-1)!)

test.each(Object.keys(commands))('%s goes by its own name and shows an example of itself', async (name) => {
  const command = await commands[name]!()
  expect(command.name).toBe(name)
  expect(command.examples.length).toBeGreaterThan(0)
  for (const example of command.examples) expect(example).toMatch(new RegExp(`^(npx )?parley ${name}\\b`))
})

test('every command is listed with what it does when none is named; --version is the package’s', async () => {
  const { code, out } = parley('--help')
  expect(code).toBe(0)
  for (const [name, load] of Object.entries(commands))
    expect(out.split('\n')).toContain(`  ${name.padEnd(11)} ${(await load()).summary}`)
  expect(parley('--version').out.trim()).toBe(
    (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version,
  )
})

test('--help ends with an example and exits 0', () => {
  const { code, out } = parley('play', '--help')
  expect(code).toBe(0)
  expect(out).toContain('$ parley play kuhn-poker')
})

test('a misspelt command is told the nearest one, and exits 2', () => {
  const { code, err } = parley('replya')
  expect(code).toBe(2)
  expect(err).toContain('did you mean "replay"?')
})

test('a misspelt scenario, agent and option are told the nearest name, and exit 2', () => {
  for (const [words, hint] of [
    [['play', 'kuhn-pokr', '--agents', 'random'], 'kuhn-poker'],
    [['play', 'kuhn-poker', '--agents', 'randon'], 'random'],
    [['play', 'kuhn-poker', '--agent', 'random'], '--agents'],
  ] as const) {
    const { code, err } = parley(...words)
    expect([code, err]).toEqual([2, expect.stringContaining(hint)])
  }
})

test('play --json prints one object with scores, speed and faults, and the same seed plays the same', () => {
  const words = ['play', 'leduc-poker', '--agents', 'random', '--matches', '50', '--seed', '9', '--json']
  const [one, two] = [parley(...words), parley(...words)]
  const first = lastLine(one.out) as Record<string, unknown>
  expect(first).toMatchObject({ matches: 50, forfeits: 0, scores: { random: { ci95: expect.any(Array) } } })
  expect((lastLine(two.out) as Record<string, unknown>)['roles']).toEqual(first['roles'])
})

test('agents take seats by role, faction or name, and a list that does not fit says which seats there are', () => {
  const { code, err } = parley('play', 'mystery:simple:7', '--agents', 'culprit=culprit,detective,random')
  expect(code).toBe(2)
  expect(err).toMatch(/2 agents for 5 seats.*culprit/)
  const fits = parley('play', 'mystery:simple:7', '--agents', 'culprit=culprit,talker', '--json')
  expect(lastLine(fits.out)).toMatchObject({ matches: 1, roles: { culprit: { games: 1 } } })
})
