/** The runner: what it asks, refuses, forces and records, and that nothing but moves changes a game. */
import { describe, expect, test } from '@jest/globals'
import type { Agent } from '../../arena/core/agent.ts'
import { ParleyError } from '../../arena/core/errors.ts'
import type { Game } from '../../arena/core/game.ts'
import type { Event } from '../../arena/core/log.ts'
import { Match } from '../../arena/core/match.ts'
import { playMatch } from '../../arena/core/play.ts'
import { stream } from '../../arena/core/rng.ts'
import { openScenario } from '../../arena/scenario/index.ts'
import { doors } from '../support/doors.ts'
import { opened, recording, steadyAgent, steadyAnswer } from '../support/matches.ts'

const kuhn = (await openScenario('kuhn-poker')).game
const leduc = (await openScenario('leduc-poker')).game
const typesOf = (log: readonly Event[]) => log.map(({ type }) => type)

function finish(match: Match): void {
  while (!match.done) for (const ask of match.asks()) match.answer(ask.seat, steadyAnswer(match.seed, ask))
}

describe('a wrong answer', () => {
  test('is recorded, costs a try and says who, what came and what is allowed', () => {
    const { match, log } = opened(kuhn)
    const verdict = match.answer(0, { move: 'raise' })
    expect(verdict).toEqual({
      ok: false,
      final: false,
      refusal: {
        code: 'illegal-move',
        message: 'kuhn-poker: seat 0, turn 0: "raise" is not offered; it may play pass, bet',
        left: 2,
      },
    })
    expect(match.asks()[0]!.refusal).toEqual(verdict.ok ? undefined : verdict.refusal)
    expect(log.at(-1)).toMatchObject({ type: 'refused', turn: 0, seat: 0, code: 'illegal-move' })
    expect(match.answer(0, { move: 'bet' })).toEqual({ ok: true })
    expect(log.at(-1)).toEqual({ type: 'moved', turn: 0, seat: 0, move: 'bet' })
  })

  test('after the last try forfeits the match where the game has no fallback', () => {
    const { match, log } = opened(kuhn, { retries: 1 })
    match.answer(0, { move: 'raise' })
    expect(match.answer(0, null)).toMatchObject({ ok: false, final: true })
    expect(log.slice(-2)).toEqual([
      { type: 'forfeited', turn: 0, seat: 0, fault: 'illegal' },
      { type: 'ended', scores: [-2, 2], outcome: [-1, 1] },
    ])
    expect([match.done, match.result, match.asks()]).toEqual([true, [-2, 2], []])
  })

  test('after the last try is replaced by the fallback where the game has one, marked as forced', () => {
    const { match, log } = opened(doors, { retries: 0 })
    expect(match.answer(0, 'b')).toMatchObject({ ok: false, final: true })
    match.answer(1, { move: 'c' })
    expect(log.filter(({ type }) => type === 'moved')).toEqual([
      { type: 'moved', turn: 0, seat: 0, move: 'a', forced: 'illegal' },
      { type: 'moved', turn: 1, seat: 1, move: 'c' },
    ])
  })

  test('of one seat leaves the tries of the next turn whole', () => {
    const { match } = opened(kuhn, { retries: 1 })
    match.answer(0, { move: 'raise' })
    match.answer(0, { move: 'bet' })
    expect(match.answer(1, { move: 'raise' })).toMatchObject({ ok: false, final: false })
  })
})

test('a seat that is not asked, and anybody after the end, is told so and changes nothing', () => {
  const { match, log } = opened(kuhn)
  expect(() => match.answer(1, { move: 'bet' })).toThrow('kuhn-poker: seat 1 is not asked for a move now')
  finish(match)
  const before = JSON.stringify([log, match.state, match.result])
  for (const seat of [0, 1]) {
    expect(() => match.answer(seat, { move: 'bet' })).toThrow('is not asked for a move now')
    expect(() => match.forfeit(seat, 'gone')).toThrow('the match is over')
  }
  match.stop('too late')
  expect(JSON.stringify([log, match.state, match.result])).toBe(before)
})

test('what is recorded is what was played: no move is turned into another', () => {
  for (let seed = 0; seed < 100; seed++) {
    const { match, log } = opened(leduc, { seed })
    const given: string[] = []
    while (!match.done) {
      const ask = match.asks()[0]!
      const { move } = steadyAnswer(seed, ask)
      given.push(move)
      match.answer(ask.seat, { move })
    }
    expect(log.flatMap((event) => (event.type === 'moved' ? [event.move] : []))).toEqual(given)
  }
})

test('an event is recorded before it is played, so a full disk stops the match where it stands', () => {
  let room = 3
  const record = () => {
    if (room-- === 0) throw new Error('no space left on device')
  }
  const { match } = opened(kuhn, { record })
  const before = JSON.stringify(match.state)
  expect(() => match.answer(0, { move: 'bet' })).toThrow('no space left')
  expect(JSON.stringify(match.state)).toBe(before)
})

test('each deal is drawn afresh: the six ways to deal two of three cards are equally frequent', () => {
  const counts = new Map<string, number>()
  for (let seed = 0; seed < 6000; seed++) {
    const { log } = opened(kuhn, { seed })
    const cards = log.flatMap((event) => (event.type === 'dealt' ? [event.move] : [])).join('')
    counts.set(cards, (counts.get(cards) ?? 0) + 1)
  }
  expect(counts.size).toBe(6)
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(130)
})

test('sealed answers are played in seat order, whatever the order they come in', () => {
  const logs = [
    [0, 1],
    [1, 0],
  ].map((order) => {
    const { match, log } = opened(doors)
    const asks = match.asks()
    expect(asks.map(({ seat, turn }) => [seat, turn])).toEqual([
      [0, 0],
      [1, 1],
    ])
    for (const seat of order) match.answer(seat, steadyAnswer(7, asks[seat]!))
    finish(match)
    return log
  })
  expect(logs[1]).toEqual(logs[0])
})

test('a sealed answer is neither recorded nor played until all are in, and can not be given twice', () => {
  const { match, log } = opened(doors)
  const before = JSON.stringify([match.state, log])
  match.answer(1, { move: 'b' })
  expect(JSON.stringify([match.state, log])).toBe(before)
  expect(match.asks().map(({ seat }) => seat)).toEqual([0])
  expect(() => match.answer(1, { move: 'c' })).toThrow('seat 1 is not asked for a move now')
})

test('surveys never change a game: with and without them the same is played', () => {
  for (let seed = 0; seed < 20; seed++) {
    const logs = (['every', 'round', 'never'] as const).map((survey) => {
      const { match, log } = opened(doors, { seed, survey })
      while (!match.done) {
        for (const ask of match.surveys()) {
          const state = JSON.stringify(match.state)
          expect(match.surveyed(ask.seat, steadyAgent(seed).survey!(ask))).toBe(true)
          expect(JSON.stringify(match.state)).toBe(state)
        }
        for (const ask of match.asks()) match.answer(ask.seat, steadyAnswer(seed, ask))
      }
      return log
    })
    const [every, round, never] = logs.map((log) => log.filter(({ type }) => type !== 'surveyed'))
    expect(every).toEqual(never)
    expect(round).toEqual(never)
    expect(logs.map((log) => log.length - never!.length)).toEqual([4, 2, 0])
  }
})

test('a survey that can not be read is not taken, and nobody can answer for another', () => {
  const { match, log } = opened(doors, { survey: 'every' })
  expect(match.surveys().map(({ seat, about }) => [seat, about])).toEqual([
    [0, [1]],
    [1, [0]],
  ])
  expect(match.surveyed(0, { suspects: [1] })).toBe(false)
  expect(match.surveyed(0, { suspects: [0, Number.NaN] })).toBe(false)
  expect(match.surveyed(0, { suspects: [0, 3] })).toBe(true)
  expect(match.surveyed(0, { suspects: [0, 1] })).toBe(false)
  match.missed(1)
  expect(match.surveys()).toEqual([])
  expect(log.filter(({ type }) => type === 'surveyed')).toEqual([
    { type: 'surveyed', turn: 0, seat: 0, beliefs: { suspects: [0, 1] } },
  ])
})

test.each(['every', 'round', 'never'] as const)(
  'resumed at every event, surveys "%s", it goes on as if undisturbed',
  async (survey) => {
    const whole = opened(doors, { survey, retries: 1 })
    await playMatch(whole.match, [clumsy(7), steadyAgent(7)])
    expect(typesOf(whole.log)).toContain('refused')
    for (let cut = 1; cut <= whole.log.length; cut++) {
      const { log, options } = recording(doors, { survey, retries: 1 }, whole.log.slice(0, cut))
      const match = Match.resume(options, [...log])
      const refused = log.filter(({ type }) => type === 'refused').length
      await playMatch(match, [clumsy(7, refused), steadyAgent(7)])
      expect([cut, log]).toEqual([cut, whole.log])
      expect(match.result).toEqual(whole.match.result)
    }
  },
)

/** Answers its first ask wrongly once, unless it did before. */
function clumsy(seed: number, slips = 0): Agent {
  let left = 1 - slips
  return { ...steadyAgent(seed), act: (ask) => (left-- > 0 ? { move: 'window' } : steadyAnswer(seed, ask)) }
}

test.each([doors, { ...doors, fallback: undefined } as unknown as Game])(
  'resumed between wrong answers, a seat has the tries it had left',
  (game) => {
    const whole = opened(game, { retries: 2 })
    answerWrongly(whole.match)
    for (let cut = 1; cut <= whole.log.length; cut++) {
      const { log, options } = recording(game, { retries: 2 }, whole.log.slice(0, cut))
      const match = Match.resume(options, [...log])
      answerWrongly(match)
      expect([cut, log]).toEqual([cut, whole.log])
    }
  },
)

test('resumed after a wrong answer, the seat is told what was wrong with it, as without the interruption', () => {
  const { match, log } = opened(kuhn, { retries: 2 })
  for (const left of [2, 1]) {
    match.answer(0, { move: 'raise' })
    const { refusal } = Match.resume(recording(kuhn, { retries: 2 }).options, [...log]).asks()[0]!
    expect(refusal).toEqual({ code: 'illegal-move', message: expect.stringContaining('raise'), left })
    expect(refusal?.left).toBe(match.asks()[0]!.refusal?.left)
  }
})

function answerWrongly(match: Match): void {
  while (!match.done) {
    const { seat } = match.asks()[0]!
    match.answer(seat, { move: seat === 0 ? 'window' : 'a' })
  }
}

test('resumed after a forfeit that was not yet scored, it is scored', () => {
  const whole = opened(kuhn)
  whole.match.forfeit(1, 'gone')
  const { log, options } = recording(kuhn, {}, whole.log.slice(0, -1))
  expect(log.at(-1)!.type).toBe('forfeited')
  expect(Match.resume(options, [...log]).result).toEqual([2, -2])
  expect(log).toEqual(whole.log)
})

test('a stopped match keeps what was played and stays stopped', () => {
  const { match, log } = opened(kuhn)
  match.answer(0, { move: 'bet' })
  match.stop('the server closes')
  expect(typesOf(log)).toEqual(['opened', 'dealt', 'dealt', 'moved', 'stopped'])
  const resumed = Match.resume(recording(kuhn, {}, [...log]).options, log)
  expect([resumed.done, resumed.result, resumed.asks()]).toEqual([true, null, []])
})

test('a hundred matches in turns play as each does alone', () => {
  const seeds = Array.from({ length: 100 }, (_, seed) => seed)
  const alone = seeds.map((seed) => {
    const { match, log } = opened(leduc, { seed })
    finish(match)
    return log
  })
  const together = seeds.map((seed) => opened(leduc, { seed }))
  const order = stream(1, 'order')
  for (let open = together; open.length > 0; open = open.filter(({ match }) => !match.done)) {
    const { match } = open[Math.floor(order() * open.length)]!
    const ask = match.asks()[0]!
    match.answer(ask.seat, steadyAnswer(match.seed, ask))
  }
  expect(together.map(({ log }) => log)).toEqual(alone)
})

test('a second match on the same game sees nothing of the first', () => {
  const fresh = opened(leduc, { seed: 5 })
  finish(opened(leduc, { seed: 4 }).match)
  const after = opened(leduc, { seed: 5 })
  expect(after.match.asks()[0]!.view).toEqual(fresh.match.asks()[0]!.view)
  finish(fresh.match)
  finish(after.match)
  expect(after.log).toEqual(fresh.log)
})

test.each([leduc, doors])('an agent that changes what it is given gets an error and changes nothing', (game) => {
  const { match } = opened(game)
  const ask = match.asks()[0]!
  const before = JSON.stringify(match.state)
  expect(() => (ask.moves as string[]).push('cheat')).toThrow()
  expect(match.answer(0, { move: 'cheat' })).toMatchObject({ ok: false })
  const view = ask.view as Record<string, unknown[]>
  for (const part of Object.values(view)) if (Array.isArray(part)) expect(() => part.push('cheat')).toThrow()
  expect(() => Object.assign(view, { extra: 1 })).toThrow()
  expect(JSON.stringify(match.state)).toBe(before)
})

test('the number of agents must be the number of seats', () => {
  expect(() => opened(kuhn, { seats: [{ agent: 'lonely' }] })).toThrow('kuhn-poker: 1 agents for 2 seats')
})

describe('agents at hand', () => {
  test('that answer late and in any order leave the same log as ones that answer at once', async () => {
    const logs = []
    for (const delay of [undefined, 0, 3]) {
      const { match, log } = opened(doors)
      const agents = [0, 1].map((seat) => delayed(steadyAgent(7), delay === undefined ? undefined : (1 - seat) * delay))
      await playMatch(match, agents)
      logs.push(log)
    }
    expect(logs[1]).toEqual(logs[0])
    expect(logs[2]).toEqual(logs[0])
  })

  test.each([
    [
      'throws',
      () => {
        throw new Error('out of cheese')
      },
    ],
    ['rejects', () => Promise.reject(new Error('out of cheese'))],
  ])('that %s use up their tries and lose by an error, with the reason kept', async (_how, act) => {
    const { match, log } = opened(kuhn, { retries: 1 })
    await playMatch(match, [{ name: 'broken', act }, steadyAgent(7)])
    expect(log.filter(({ type }) => type === 'refused')).toEqual([
      { type: 'refused', turn: 0, seat: 0, code: 'agent-error', came: 'out of cheese' },
      { type: 'refused', turn: 0, seat: 0, code: 'agent-error', came: 'out of cheese' },
    ])
    expect(log.find(({ type }) => type === 'forfeited')).toMatchObject({ seat: 0, fault: 'error' })
  })

  test.each(['late', 'gone'] as const)('that are %s are spoken for at once, without further tries', async (code) => {
    const { match, log } = opened(doors)
    const absent: Agent = { name: 'absent', act: () => Promise.reject(new ParleyError(code, 'no answer')) }
    await playMatch(match, [absent, steadyAgent(7)])
    const forced = log.filter((event) => event.type === 'moved' && event.seat === 0)
    expect(forced.map((event) => event.type === 'moved' && event.forced)).toEqual([code, code])
    expect(log.some(({ type }) => type === 'refused')).toBe(false)
  })

  test('whose survey fails play on', async () => {
    const { match, log } = opened(doors, { survey: 'every' })
    const shy: Agent = {
      ...steadyAgent(7),
      survey: () => {
        throw new Error('no comment')
      },
    }
    await playMatch(match, [shy, steadyAgent(7)])
    expect(match.done).toBe(true)
    expect(log.flatMap((event) => (event.type === 'surveyed' ? [event.seat] : []))).toEqual([1, 1])
  })

  test('whose answer comes after the match was lost by another seat are not heard', async () => {
    const game = { ...doors, fallback: undefined } as unknown as Game
    const { match, log } = opened(game, { retries: 0 })
    const wrong: Agent = { name: 'wrong', act: () => ({ move: 'window' }) }
    await playMatch(match, [wrong, delayed(steadyAgent(7), 5)])
    expect(typesOf(log).slice(-3)).toEqual(['refused', 'forfeited', 'ended'])
  })
})

function delayed(agent: Agent, milliseconds: number | undefined): Agent {
  if (milliseconds === undefined) return agent
  const wait = () => new Promise((resolve) => setTimeout(resolve, milliseconds))
  return { ...agent, act: async (ask) => wait().then(() => agent.act(ask)) }
}

test('the header names game, kind, version, scenario, seed and who sits where', () => {
  const { log } = opened(kuhn, { scenarioHash: 'abc', seats: [{ agent: 'a', version: '3' }, { agent: 'b' }] })
  expect(log[0]).toEqual({
    type: 'opened',
    format: 1,
    match: 'm',
    game: 'kuhn-poker',
    kind: 'kuhn-poker',
    version: 1,
    scenarioHash: 'abc',
    seed: 7,
    seats: [
      { agent: 'a', version: '3', role: 'first', faction: 'first', name: 'First' },
      { agent: 'b', role: 'second', faction: 'second', name: 'Second' },
    ],
  })
})
