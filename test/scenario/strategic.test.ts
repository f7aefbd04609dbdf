import { describe, expect, test } from '@jest/globals'
import { Match } from '../../arena/core/match.ts'
import { pick, stream } from '../../arena/core/rng.ts'
import { listScenarios, openScenario } from '../../arena/scenario/index.ts'

const strategic = listScenarios().filter((entry) => entry.kind !== 'murder-mystery')

test('the strategic games are scenarios by name', () => {
  const ids = strategic.map((entry) => entry.id)
  for (const id of [
    'kuhn-poker',
    'leduc-poker',
    'tic-tac-toe',
    'connect-four',
    'mini-hanabi',
    'simple-hanabi',
    'hanabi',
  ]) {
    expect(ids).toContain(id)
  }
})

test('an unknown name is refused with the nearest one', async () => {
  await expect(openScenario('kuhn-pokr')).rejects.toThrow('no scenario "kuhn-pokr"; did you mean "kuhn-poker"?')
  await expect(openScenario('./nowhere')).rejects.toThrow('no scenario.json in')
})

test('the rule text follows the parameters', async () => {
  const { game, prompt } = await openScenario('simple-hanabi')
  const text = prompt(game.view(game.start(), 0), 0, { seat: 0, moves: ['play 1'] })
  expect(text).toContain('3 colours with ranks from 1 to 2')
  expect(text).toContain('all 8 are there')
})

describe.each(strategic)('$id', ({ id }) => {
  test('words every ask and every move of a match, and never twice differently', async () => {
    const scenario = await openScenario(id)
    const { game } = scenario
    const random = stream(3, id)
    const seats = game.seats.map(() => ({ agent: 'x' }))
    const match = Match.open({ game, match: 'm', seed: 3, seats, record: () => undefined, word: scenario.prompt })
    for (let turn = 0; !match.done; turn++) {
      const [ask] = match.asks()
      const move = pick(ask!.moves, random())
      expect(ask!.prompt).toContain(`You are ${game.seats[ask!.seat]!.name}.`)
      expect(ask!.prompt).toContain(move)
      const tell = (salt: string) => scenario.line(game.view(match.state, 'audience'), { seat: ask!.seat, move }, salt)
      expect(tell(`m:${turn}`)).toBe(tell(`m:${turn}`))
      expect(tell(`m:${turn}`)).toMatch(/^[A-Z0-9].*[.]$/)
      match.answer(ask!.seat, { move })
    }
  })

  test('a prompt is a function of the view alone', async () => {
    const { game, prompt } = await openScenario(id)
    const view = game.view(game.start(), 0)
    const copy = JSON.parse(JSON.stringify(view)) as unknown
    expect(prompt(copy, 0, null)).toBe(prompt(view, 0, null))
  })
})
