/** What goes wrong in other murder-mystery arenas, line by line; a test each, over real matches. */
import { expect, test } from '@jest/globals'
import { type Event, lineOf, parseLog } from '../../arena/core/log.ts'
import { Match, type MatchOptions } from '../../arena/core/match.ts'
import { pick, stream } from '../../arena/core/rng.ts'
import type { MysteryView } from '../../arena/games/murder-mystery/view.ts'
import { openScenario, type Scenario, sha256Digest } from '../../arena/scenario/index.ts'
import { readAnswer } from '../../arena/scenario/read-answer.ts'
import { wander } from '../../arena/scenario/rehearse.ts'
import { tellMatch } from '../../arena/scenario/tell.ts'

const scenario = await openScenario('the-understudy')
const { game } = scenario

function openMatch(events: Event[], options: Partial<MatchOptions> = {}, of: Scenario = scenario): Match {
  const seats = of.game.seats.map(() => ({ agent: 'test' }))
  const base = {
    game: of.game,
    match: 'm',
    seed: 1,
    seats,
    word: of.prompt,
    record: (event: Event) => events.push(event),
  }
  return Match.open({ ...base, ...options })
}

/** Plays on with the given choice of moves until the match is over. */
function playOn(match: Match, choose: (moves: readonly string[], turn: number) => string): void {
  for (let turn = 0; !match.done; turn++) {
    const ask = match.asks()[0]!
    match.answer(ask.seat, { move: choose(ask.moves, turn) })
  }
}

const randomly = (seed: number) => {
  const random = stream(seed, 'moves')
  return (moves: readonly string[]) => pick(moves, random())
}

const asked = (verb: string, of: Scenario = scenario) =>
  [...wander(of, stream(7, 'look'))].filter(({ played }) => played.move.startsWith(`${verb} `))

test("1 an answer is asked of whoever was asked, from that seat's own knowledge", () => {
  const events: Event[] = []
  const match = openMatch(events)
  playOn(match, (moves) => moves.find((move) => move.startsWith('where ')) ?? moves[0]!)
  const moved = events.flatMap((event) => (event.type === 'moved' ? [event] : []))
  const questions = moved.flatMap((event, index) =>
    event.move.startsWith('where ') ? [{ event, answer: moved[index + 1]! }] : [],
  )
  expect(questions.length).toBeGreaterThan(3)
  const cast = (game.view(game.start(), 'audience') as MysteryView).case.cast
  for (const { event, answer } of questions) {
    expect(answer.seat).not.toBe(event.seat)
    expect(cast[answer.seat]!.id).toBe(event.move.split(' ')[1])
  }
})

test('2 an answer stands under the name of whoever gave it', () => {
  const events: Event[] = []
  playOn(openMatch(events), (moves) => moves.find((move) => move.startsWith('where ')) ?? moves[0]!)
  const told = [...tellMatch(scenario, events, 'audience')].filter((line) => line.kind === 'spoken')
  const moved = events.flatMap((event) =>
    event.type === 'moved' && !/^(vote|abstain)/.test(event.move) ? [event] : [],
  )
  expect(told.map((line) => line.name)).toEqual(moved.map((event) => game.seats[event.seat]!.name))
})

test('3 what is offered is legal, what is used up is not offered, and refusals are told and bounded', () => {
  const events: Event[] = []
  const match = openMatch(events)
  const seen: string[] = []
  while (!match.done) {
    const ask = match.asks()[0]!
    for (let tries = 0; tries < 9; tries++) {
      const verdict = match.answer(ask.seat, { move: 'search everywhere' })
      if (verdict.ok) throw new Error('an illegal move was taken')
      seen.push(verdict.refusal.message)
      if (verdict.final) break
      expect(match.asks()[0]!.refusal?.message).toBe(verdict.refusal.message)
    }
  }
  expect(seen[0]).toMatch(/"search everywhere" is not offered; it may play introduce$/)
  const forced = events.filter((event) => event.type === 'moved' && event.forced === 'illegal').length
  const refused = events.filter((event) => event.type === 'refused').length
  expect(refused).toBe(3 * forced)
  for (const { state, choices } of wander(scenario, stream(2, 'search'))) {
    for (const { moves, seat } of choices) {
      const { record, case: story } = game.view(state, seat) as MysteryView
      for (const move of moves.filter((one) => one.startsWith('search '))) {
        const place = story.places.findIndex((one) => move === `search ${one.id}`)
        expect(record.searchable).toContain(place)
      }
      for (const move of moves) expect(() => game.play(state, { seat, move })).not.toThrow()
    }
  }
})

test('4 brackets and colons of either width are read alike', () => {
  const offer = { moves: ['accuse nessa', 'pass'], speech: { moves: 'all' as const, max: 100 } }
  for (const text of [
    '[MOVE: accuse nessa]',
    '【MOVE：accuse nessa】',
    '（move）：ACCUSE　Nessa',
    '「MOVE: accuse_nessa」',
  ]) {
    expect(readAnswer(text, offer)).toMatchObject({ ok: true, move: 'accuse nessa' })
  }
})

test('5 whoever the rule convicts is convicted, after a run-off among the tied, and nobody after a second tie', () => {
  const vote = (ballots: Readonly<Record<number, string>>, second: Readonly<Record<number, string>> = ballots) => {
    const match = openMatch([])
    let run = -1
    while (!match.done) {
      const asks = match.asks()
      if (asks.length === 1 && !asks[0]!.moves.some((move) => move.startsWith('vote '))) {
        match.answer(asks[0]!.seat, { move: asks[0]!.moves.includes('pass') ? 'pass' : asks[0]!.moves[0]! })
        continue
      }
      run++
      for (const ask of asks) {
        const wanted = (run === 0 ? ballots : second)[ask.seat] ?? 'abstain'
        match.answer(ask.seat, { move: ask.moves.includes(wanted) ? wanted : 'abstain' })
      }
    }
    const { record } = game.view(match.state, 'audience') as MysteryView
    return { convicted: record.verdict!.convicted, counts: record.ballots.length, tied: record.tied }
  }
  expect(vote({ 0: 'vote nessa', 1: 'vote nessa', 2: 'vote tobit' })).toMatchObject({ convicted: 4, counts: 1 })
  expect(vote({ 0: 'vote nessa', 2: 'vote tobit' })).toMatchObject({ convicted: null, counts: 2 })
  expect(vote({ 0: 'vote nessa', 2: 'vote tobit' }, { 1: 'vote tobit' })).toMatchObject({ convicted: 0, counts: 2 })
  expect(vote({ 0: 'vote nessa', 2: 'vote tobit' }, { 1: 'vote bridie' })).toMatchObject({ convicted: null, counts: 2 })
})

test('6 suspicions are kept at every moment, from the first introduction to the vote', () => {
  const events: Event[] = []
  const match = openMatch(events, { survey: 'every' })
  const choose = randomly(4)
  while (!match.done) {
    for (const survey of match.surveys()) {
      const suspects = game.seats.map((_, seat) => (survey.about.includes(seat) ? 1 : 0))
      expect(match.surveyed(survey.seat, { suspects })).toBe(true)
    }
    const ask = match.asks()[0]!
    match.answer(ask.seat, { move: choose(ask.moves) })
  }
  const turns = events.flatMap((event) => (event.type === 'surveyed' ? [event.turn] : []))
  const moved = events.filter((event) => event.type === 'moved').length
  expect(Math.min(...turns)).toBe(1)
  expect(new Set(turns).size).toBeGreaterThanOrEqual(moved - game.seats.length * 2)
})

test('7 every clue can be found by some play, and none twice by one seat', async () => {
  const { solvabilityOf } = await import('../../arena/scenario/mystery/solvability.ts')
  expect(solvabilityOf(scenario.document as never).unreachable).toEqual([])
  for (let seed = 0; seed < 20; seed++) {
    const found = new Map<number, string[]>()
    for (const { state, played } of wander(scenario, stream(seed, 'clues'))) {
      if (!played.move.startsWith('search ')) continue
      const before = (game.view(state, played.seat!) as MysteryView).me!.clues.map((clue) => clue.id)
      const after = (game.view(game.play(state, played), played.seat!) as MysteryView).me!.clues.map((clue) => clue.id)
      const fresh = after.filter((id) => !before.includes(id))
      found.set(played.seat!, [...(found.get(played.seat!) ?? []), ...fresh])
    }
    for (const ids of found.values()) expect(new Set(ids).size).toBe(ids.length)
  }
})

test('8 a match in which nobody says anything ends with a verdict and finite scores', () => {
  const events: Event[] = []
  const quiet = ['pass', 'abstain', 'deflect']
  playOn(openMatch(events), (moves) => quiet.find((move) => moves.includes(move)) ?? moves[0]!)
  const ended = events.at(-1)!
  expect(ended.type).toBe('ended')
  if (ended.type === 'ended')
    for (const one of [...ended.scores, ...ended.outcome]) expect(Number.isFinite(one)).toBe(true)
})

test('9 empty persona parts are left out of the prompt, not sent as headings over nothing', async () => {
  const { mysteryScenario } = await import('../../arena/scenario/mystery/index.ts')
  const { wordsOf } = await import('../../arena/scenario/words.ts')
  const document = structuredClone(scenario.document) as { characters: { persona: Record<string, string> }[] }
  for (const character of document.characters)
    for (const part of Object.keys(character.persona)) character.persona[part] = ''
  const bare = mysteryScenario(document as never, wordsOf('murder-mystery', 'en', new Map()), '')
  const sent = bare.prompt(bare.game.view(bare.game.start(), 0), 0, { seat: 0, moves: ['introduce'] })
  expect(sent).not.toMatch(/Your relations:|How you behave:|What you want:|What you can do:/)
  expect(scenario.prompt(game.view(game.start(), 0), 0, { seat: 0, moves: ['introduce'] })).toMatch(
    /How you behave: Few words/,
  )
})

test('10 nobody is offered a vote, a question or an accusation against itself; scores out of range are no beliefs', () => {
  for (const { state, choices } of wander(scenario, stream(9, 'self'))) {
    for (const { seat, moves } of choices) {
      const own = (game.view(state, seat) as MysteryView).case.cast[seat]!.id
      for (const move of moves)
        expect(move).not.toMatch(new RegExp(`^(vote|accuse|where|saw|about|found|ask) ${own}\\b`))
    }
  }
  const events: Event[] = []
  const match = openMatch(events)
  match.answer(match.asks()[0]!.seat, { move: 'introduce', beliefs: { suspects: [0, 1, -4, 1, 1] } })
  expect(events.at(-1)).not.toHaveProperty('beliefs')
})

test('11 the same seed and the same answers give the same match, and another seed another', () => {
  const playedBy = (seed: number) => {
    const events: Event[] = []
    playOn(openMatch(events, { seed }), randomly(3))
    return JSON.stringify(events.slice(1))
  }
  expect(playedBy(1)).toBe(playedBy(1))
  expect(playedBy(2)).not.toBe(playedBy(1))
})

test('12 a log is read by its own reader, and told to the end', () => {
  const events: Event[] = []
  playOn(openMatch(events), randomly(5))
  let text = ''
  let hash = ''
  for (const [id, event] of events.entries()) {
    const line = lineOf(id, event, hash, sha256Digest)
    text += `${line.text}\n`
    hash = line.hash
  }
  const read = parseLog(text, sha256Digest)
  expect(read.events).toEqual(events)
  const told = [...tellMatch(scenario, read.events, 'all')]
  expect(told.at(-1)!.text).toBe(scenario.truth)
})

test('a seat that listens is told no more than it witnessed', () => {
  const events: Event[] = []
  playOn(openMatch(events), randomly(6))
  const [search] = asked('search')
  expect(search).toBeDefined()
  const secrets = [...tellMatch(scenario, events, 'all')].filter((line) => line.text.startsWith('only '))
  for (const seat of game.seats.keys()) {
    const told = [...tellMatch(scenario, events, seat)].map((line) => line.text)
    for (const secret of secrets) expect(told.includes(secret.text)).toBe(secret.seat === seat)
    expect(told).not.toContain('a lie')
  }
})
