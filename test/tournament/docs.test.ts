/** What the pages about tournaments print is real: commands parse, the plan is one. */
import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { Command } from 'commander'
import { commands } from '../../arena/cli/commands.ts'
import { planOf } from '../../arena/host/tournament-plan.ts'

const pages = ['run-a-tournament.md', 'run-on-a-cluster.md'].map((name) =>
  readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8'),
)
const calls = pages.flatMap((page) => [...page.matchAll(/^ {4}npx parley (.+)$/gm)].map(([, call]) => call!))

test('there are commands to check', () => {
  expect(calls.length).toBeGreaterThan(15)
})

test.each(calls.map((call) => ({ call })))('npx parley $call', async ({ call }) => {
  const [name = '', ...words] = call.split(' ')
  const command = new Command(name).exitOverride().configureOutput({ writeErr: () => {} })
  for (const shared of ['--json', '--quiet', '--seed <n>', '--data <dir>']) command.option(shared)
  ;(await commands[name]!()).build(command)
  command.action(() => {})
  expect(() => command.parse(words, { from: 'user' })).not.toThrow()
})

test('the plan is one, and says what the page says', () => {
  const [, text = ''] = /<!-- plan -->\n```json\n([\s\S]+?)```/.exec(pages[0]!) ?? []
  expect(planOf(JSON.parse(text))).toMatchObject({ id: 'spring', schedule: 'role-blocks', limits: { perfect: 4 } })
})

test('a plan with a mistake says where, and what is allowed', () => {
  const good = { scenarios: ['kuhn-poker'], agents: ['random', 'perfect'] }
  expect(() => planOf({ ...good, logs: 'some' })).toThrow(/\/logs.*all.*slow.*none/)
  expect(() => planOf({ ...good, matchs: 3 })).toThrow(/matchs/)
  expect(() => planOf({ ...good, schedule: 'round-robins' })).toThrow(/did you mean "round-robin"/)
  expect(() => planOf({ ...good, agents: ['alone'] })).toThrow(/\/agents: must NOT have fewer than 2 items/)
  expect(() => planOf('nothing')).toThrow(/tournament plan/)
  expect(planOf({ ...good, scenarios: ['mystery:simple:3-5'] }).scenarios).toEqual([
    'mystery:simple:3',
    'mystery:simple:4',
    'mystery:simple:5',
  ])
})
