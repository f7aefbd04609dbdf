import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { Lived } from '../../arena/rewards/methods.ts'
import { train } from '../../arena/train/trainer.ts'
import { newFolder, shortRun, surroundings } from './folder.ts'

const credit = { gamma: 1, credit: 'judge', potential: 'belief', span: 'own-step', centre: false } as const
const run = (out: string) =>
  shortRun(out, {
    method: 'maro',
    behaviours: true,
    rollouts: 2,
    steps: 4,
    recipe: { size: 'table', epochs: 1, minibatch: 0, credit },
  })

test('a judge that reads whole matches says what each turn was worth', async () => {
  const dir = newFolder()
  const read: string[] = []
  const judge = async ({ events, turns }: Lived) => {
    expect(events.at(-1)!.type).toBe('ended')
    read.push(turns[0]!.match)
    return turns.map(({ move }) => (move === 'bet' ? 3 : 0)) // a bet decides, a pass does nothing
  }
  await train(run(dir), { ...surroundings, judge })
  expect(new Set(read).size).toBe(4 * 32)
  const lines = readFileSync(join(dir, 'behaviours.jsonl'), 'utf8').trim().split('\n')
  const behaviours: { match: string; seat: number; move: string; value: number }[] = lines.map((line) =>
    JSON.parse(line),
  )
  const own = (one: (typeof behaviours)[number]) =>
    behaviours.filter(({ match, seat }) => match === one.match && seat === one.seat)
  // All of the outcome is the bet's, so passes beside it are worth nothing and taught nothing.
  const bets = behaviours.filter(({ move }) => move === 'bet')
  expect(bets.length).toBeGreaterThan(20)
  expect(bets.every((one) => own(one).every(({ move }) => move === 'bet'))).toBe(true)
})

test('judge credit without a judge is refused before anything is played', async () => {
  await expect(train(run(newFolder()), surroundings)).rejects.toMatchObject({
    code: 'no-judge',
    message: expect.stringContaining('--judge URL'),
  })
})
