import { expect, test } from '@jest/globals'
import type { Event } from '../../arena/core/log.ts'
import { Match } from '../../arena/core/match.ts'
import { playMatch } from '../../arena/core/play.ts'
import { stream } from '../../arena/core/rng.ts'
import { turnsOf } from '../../arena/core/turn.ts'
import {
  bootstrap,
  cicOf,
  judgeMatch,
  judgeTurns,
  meanOf,
  measure,
  readScore,
  reciprocalRankOf,
  rougeL,
  talkOf,
  tiiOf,
  victoryOf,
} from '../../arena/rewards/measures/index.ts'
import { CREDIT_DEFAULTS, creditsOfMatch, type Lived } from '../../arena/rewards/methods.ts'
import { potentialDeltas, standing } from '../../arena/rewards/potentials.ts'
import { openScenario } from '../../arena/scenario/index.ts'
import { openAgent } from '../../plugins/index.ts'

async function mystery(seed: number, agents = ['detective', 'culprit']): Promise<Lived> {
  const { game } = await openScenario(`mystery:simple:${seed}`)
  const players = []
  for (const [seat, { faction }] of game.seats.entries()) {
    players.push(await openAgent(agents[faction === 'killer' ? 1 : 0]!, { game, random: stream(seed, seat) }))
  }
  const events: Event[] = []
  const seats = players.map(({ name }) => ({ agent: name }))
  const match = Match.open({
    game,
    match: `m${seed}`,
    seed,
    seats,
    survey: 'every',
    record: (event) => events.push(event),
  })
  await playMatch(match, players)
  return { game, events, turns: turnsOf(game, events) }
}

const matches = Promise.all([1, 2, 3, 4, 5, 6].map((seed) => mystery(seed)))

test('ROUGE-L is the F1 of the longest common subsequence of words, characters where there are no spaces', () => {
  // "police killed the gunman" and "police kill the gunman": 3 of 4 words in order
  expect(rougeL('police kill the gunman', 'Police killed the gunman.')).toBeCloseTo(0.75)
  expect(rougeL('the gunman kill police', 'police killed the gunman')).toBeCloseTo(0.5)
  expect(rougeL('他是凶手', '她是凶手')).toBeCloseTo(0.75)
  expect(rougeL('', 'a')).toBe(0)
})

test('a bootstrap interval holds the mean and shrinks with more matches', () => {
  const few = bootstrap([0, 1, 0, 1, 1], meanOf)!
  const many = bootstrap(
    Array.from({ length: 500 }, (_, i) => (i % 5 < 3 ? 1 : 0)),
    meanOf,
  )!
  expect(few.mean).toBeCloseTo(0.6)
  expect(many.ci95[0]).toBeLessThan(0.6)
  expect(many.ci95[1]).toBeGreaterThan(0.6)
  expect(many.ci95[1] - many.ci95[0]).toBeLessThan(few.ci95[1] - few.ci95[0])
  expect(bootstrap([null], meanOf)).toBeNull()
})

test('exactly one faction of a mystery wins, and the measures keep their ranges', async () => {
  for (const match of await matches) {
    const victory = victoryOf(match)
    expect(victory['victim']! + victory['killer']!).toBe(1)
    const tii = tiiOf(match)
    for (const share of Object.values(tii)) {
      expect(share).toBeGreaterThanOrEqual(0)
      expect(share).toBeLessThanOrEqual(1)
    }
    const rank = reciprocalRankOf(match)!
    expect(rank).toBeGreaterThanOrEqual(1 / match.game.seats.length)
    expect(rank).toBeLessThanOrEqual(1)
    const { plain, reachable } = cicOf(match)!
    expect(reachable).toBeGreaterThanOrEqual(plain)
    expect(reachable).toBeLessThanOrEqual(1)
  }
})

test('surveys worked by hand: the doubted culprit ranks first, trust lowers TII, nobody asked is no value', async () => {
  const { game } = await openScenario('mystery:simple:1')
  const culprit = game.seats.findIndex(({ role }) => role === 'culprit')
  const listener = culprit === 0 ? 1 : 0
  const beliefs = (doubted: number) => ({
    suspects: game.seats.map((_, seat) => (seat === doubted ? 1 : 0)),
    suspicion: game.seats.map((_, seat) => (seat === doubted ? 2 : 0)),
    trust: game.seats.map((_, seat) => (seat === doubted || seat === listener ? 0 : 1)),
  })
  const { events } = await mystery(1)
  const quiet = events.filter((event) => event.type !== 'surveyed')
  const asked = (doubted: number): Lived => ({
    game,
    events: [
      ...quiet.slice(0, -1),
      { type: 'surveyed', turn: 1, seat: listener, beliefs: beliefs(doubted) },
      quiet.at(-1)!,
    ],
    turns: [],
  })
  expect(tiiOf(asked(culprit))).toEqual({ killer: 1, victim: 0 })
  expect(reciprocalRankOf({ game, events: quiet, turns: [] })).toBeNull()
  expect(tiiOf({ game, events: quiet, turns: [] })).toEqual({})
  expect(standing(game, asked(culprit).events, 'belief')(1)).toBe(1)
  expect(standing(game, asked(culprit).events, 'vote')(1)).toBe(1)
  const innocent = game.seats.findIndex(({ role }, seat) => role !== 'culprit' && seat !== listener)
  expect(standing(game, asked(innocent).events, 'belief')(1)).toBe(0)
  expect(standing(game, asked(innocent).events, 'vote')(1)).toBe(0)
})

test('who always tells the truth is wholly consistent; who hides or lies is not', async () => {
  const honest = measure(
    await Promise.all([1, 2].map((seed) => mystery(seed, ['detective:honest', 'detective:honest']))),
  )
  const found = measure(await matches)
  expect(found.matches).toBe(6)
  expect(honest.consistency['victim']!.mean).toBe(1)
  expect(found.consistency['victim']!.mean).toBeLessThan(1)
  expect(found.consistency['killer']!.mean).toBeLessThan(0.6)
  expect(found.responsiveness['victim']!.mean).toBeGreaterThan(0.5)
  expect(found).not.toHaveProperty('ici')
  expect(found.cic!.mean).toBeGreaterThan(0)
})

test("potential credit still adds up to a seat's outcome, and moves against each other for the two factions", async () => {
  for (const match of await matches) {
    for (const span of ['own-step', 'next-own-step'] as const) {
      const credits = creditsOfMatch(match, { ...CREDIT_DEFAULTS, span })
      for (const seat of match.game.seats.keys()) {
        const own = match.turns
          .map((turn, i) => ({ turn, credit: credits[i]! }))
          .filter(({ turn }) => turn.seat === seat)
        expect(own.reduce((sum, { credit }) => sum + credit, 0)).toBeCloseTo(own[0]!.turn.outcome, 9)
      }
    }
    const deltas = potentialDeltas(match.game, match.events, match.turns, 'belief', 'next-own-step')
    const level = standing(match.game, match.events, 'belief')
    for (const seat of match.game.seats.keys()) {
      const own = match.turns.flatMap((turn, i) => (turn.seat === seat ? [{ turn, delta: deltas[i]! }] : []))
      const sum = own.reduce((total, { delta }) => total + delta, 0)
      const sign = match.game.seats[seat]!.faction === 'killer' ? -1 : 1
      expect(sum).toBeCloseTo(sign * (level(Number.POSITIVE_INFINITY) - level(own[0]!.turn.turn)), 9)
    }
  }
})

test('a judge is asked for scores, which are read out of its words; without a number there is none', async () => {
  expect(readScore('I would say 17 of 20.')).toBe(17)
  expect(readScore('99')).toBe(20)
  expect(readScore('none')).toBeNull()
  const [match] = await matches
  const asked: string[] = []
  const judged = await judgeMatch(match!, 'Rosa: I was in the library.', async (question) => {
    asked.push(question)
    return '10'
  })
  expect(judged.every(({ ici }) => ici === 0.5)).toBe(true)
  expect(asked.length).toBeGreaterThanOrEqual(4 * match!.game.seats.length)
  const { ici, overall } = measure([match!], [judged])
  expect(ici!['victim']!.mean).toBe(0.5)
  if (overall) expect(Object.values(overall).every((value) => value >= 0 && value <= 1)).toBe(true)
})

test('judge credit is asked turn by turn and shared by the scores', async () => {
  const [match] = await matches
  const signal = await judgeTurns(match!, '', async (question) => (question.includes('vote ') ? '3' : 'nothing'))
  const credits = creditsOfMatch(match!, { ...CREDIT_DEFAULTS, credit: 'judge', signal: () => signal })
  for (const [i, turn] of match!.turns.entries()) {
    const votes = match!.turns.filter(({ seat, move }) => seat === turn.seat && move.startsWith('vote ')).length
    const expected = turn.move.startsWith('vote ') ? turn.outcome / votes : 0
    if (votes > 0) expect(credits[i]).toBeCloseTo(expected, 9)
  }
})

test('counts of talk are told by faction, and other games have none', async () => {
  const [match] = await matches
  const talk = talkOf(match!)
  expect(talk['victim']!.utterances).toBeGreaterThan(10)
  expect(talk['victim']!.answered).toBeLessThanOrEqual(talk['victim']!.asked)
  const { game } = await openScenario('kuhn-poker')
  expect(talkOf({ game, events: [], turns: [] })).toEqual({})
})
