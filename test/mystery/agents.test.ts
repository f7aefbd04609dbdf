/** The built-in players, by what they do over many matches. */
import { describe, expect, test } from '@jest/globals'
import { playTable, type Sides, type Tally } from '../../arena/cli/mystery-table.ts'
import type { Agent } from '../../arena/core/agent.ts'
import type { Event } from '../../arena/core/log.ts'
import { Match } from '../../arena/core/match.ts'
import { playMatch } from '../../arena/core/play.ts'
import { stream } from '../../arena/core/rng.ts'
import type { MysteryDocument } from '../../arena/games/murder-mystery/document.ts'
import { mysteryGame } from '../../arena/games/murder-mystery/index.ts'
import type { State } from '../../arena/games/murder-mystery/state.ts'
import { generate, generateKind } from '../../arena/scenario/generate.ts'
import { culprit } from '../../plugins/culprit/index.ts'
import { detective } from '../../plugins/detective/index.ts'
import { random } from '../../plugins/random/index.ts'
import { talker } from '../../plugins/talker/index.ts'
import { smallHouse } from './small-house.ts'

const documents = Array.from({ length: 100 }, (_, seed) => generate(9000 + seed, 'simple'))
const rateOf = async (sides: Sides): Promise<number> => {
  const { killerWins, matches } = await playTable({ documents, sides, seed: 2 })
  return killerWins / matches
}

describe('over a hundred simple mysteries', () => {
  test('a random table seldom finds the culprit', async () => {
    expect(await rateOf({ killers: { plugin: random }, victims: { plugin: random } })).toBeGreaterThan(0.7)
  })

  test('detectives catch an honest culprit, and a liar far less often', async () => {
    const honest = await rateOf({ killers: { plugin: detective, argument: 'honest' }, victims: { plugin: detective } })
    const lying = await rateOf({ killers: { plugin: culprit }, victims: { plugin: detective } })
    expect(honest).toBeLessThan(0.09)
    expect(lying).toBeGreaterThan(honest + 0.1)
    expect(lying).toBeLessThan(0.6)
  })
})

async function playOne(document: MysteryDocument, agents: readonly Agent[], seed: number) {
  const events: Event[] = []
  const game = mysteryGame(document.id, document)
  const seats = agents.map(({ name }) => ({ agent: name }))
  const match = Match.open({ game, match: 'm', seed, seats, survey: 'every', record: (event) => events.push(event) })
  await playMatch(match, agents)
  return { events, state: match.state as State }
}

const seated = (document: MysteryDocument, seed: number, plugin = detective) =>
  Promise.all(document.characters.map((_, seat) => plugin.make({ random: stream(seed, 'agent', seat), argument: '' })))

test('innocents say only what is so, except about the hour they hide', async () => {
  for (const document of documents.slice(0, 25)) {
    const { state } = await playOne(document, await seated(document, 1), 1)
    const facts = document.facts ?? []
    for (const [slot, { claims }] of state.record.slots.entries()) {
      const id = document.slots![slot]!.id
      for (const [seat, claim] of claims.entries()) {
        const { id: who, faction, secrets = [] } = document.characters[seat]!
        if (!claim || faction === 'killer' || secrets.some((secret) => secret.slot === id)) continue
        const truth = facts.find((fact) => fact.kind === 'at' && fact.who === who && fact.slot === id)
        expect(truth).toMatchObject({ place: document.places[claim.place]!.id })
      }
    }
  }
})

test('a culprit never claims the scene at the hour, nor what a clue on the table refutes', async () => {
  for (const document of documents.slice(0, 40)) {
    const { state } = await playOne(document, await seated(document, 2), 2)
    const seat = document.characters.findIndex(({ faction }) => faction === 'killer')
    const hour = document.slots!.findIndex(({ id }) => id === document.crime!.slots[0])
    const claim = state.record.slots[hour]!.claims[seat]
    if (claim) expect(document.places[claim.place]!.id).not.toBe(document.crime!.place)
  }
})

test('every listener answers every survey, its own place empty and the rest summing to one', async () => {
  const document = documents[0]!
  const { events } = await playOne(document, await seated(document, 3), 3)
  const surveys = events.filter((event) => event.type === 'surveyed')
  expect(surveys.length).toBeGreaterThan(60)
  for (const { seat, beliefs } of surveys) {
    expect(beliefs.suspects[seat]).toBe(0)
    expect(beliefs.suspects.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1)
    for (const grades of [beliefs.suspicion!, beliefs.trust!])
      expect(grades.every((grade) => grade >= 0 && grade <= 2)).toBe(true)
  }
  const killer = document.characters.findIndex(({ faction }) => faction === 'killer')
  const pretended = surveys.filter(({ seat }) => seat === killer)
  expect(pretended.every(({ beliefs }) => beliefs.suspects[killer] === 0)).toBe(true)
})

test.each([detective, culprit, talker])(
  'a mystery of personas and clues alone is played to its end by $id',
  async (plugin) => {
    const characters = smallHouse().characters.map(({ claims: _, secrets: __, knows: ___, ...one }) => one)
    const clues = [{ id: 'c1', text: 'x', place: 'shed', says: [{ kind: 'suggests' as const, who: 'dora', times: 8 }] }]
    const { slots: _, facts: __, crime: ___, ...bare } = smallHouse({ characters, clues })
    const { events, state } = await playOne(bare, await seated(bare, 4, plugin), 4)
    expect(events.at(-1)!.type).toBe('ended')
    expect(events.filter((event) => event.type === 'refused')).toEqual([])
    if (plugin === detective) expect(state.record.board.length).toBe(1)
  },
)

test('an accomplice and the culprit play to the end, and neither names the other', async () => {
  for (let seed = 0; seed < 12; seed++) {
    const document = generateKind(seed, 'accomplice')
    const pair = document.characters.flatMap(({ faction }, seat) => (faction === 'killer' ? [seat] : []))
    const agents = await Promise.all(
      document.characters.map(({ faction }, seat) =>
        (faction === 'killer' ? culprit : detective).make({ random: stream(seed, 'agent', seat), argument: '' }),
      ),
    )
    const { events } = await playOne(document, agents, seed)
    expect(events.at(-1)!.type).toBe('ended')
    expect(events.filter(({ type }) => type === 'refused' || type === 'forfeited')).toEqual([])
    const named = events.flatMap((event) =>
      event.type === 'moved' && /^(vote|accuse) /.test(event.move) ? [event] : [],
    )
    const partners = pair.map((seat) => [seat, document.characters[pair.find((other) => other !== seat)!]!.id] as const)
    for (const [seat, partner] of partners)
      expect(named.filter((event) => event.seat === seat && event.move.split(' ')[1] === partner)).toEqual([])
  }
})

test('a culprit plays its turns with much the same kinds of move as an innocent', async () => {
  const tally: Tally = await playTable({
    documents,
    sides: { killers: { plugin: culprit }, victims: { plugin: detective } },
    seed: 6,
  })
  const share = (kinds: Record<string, number>, verb: string) => {
    const turns = ['where', 'saw', 'about', 'search', 'share', 'accuse', 'contradict', 'confirm', 'deny']
    return (kinds[verb] ?? 0) / turns.reduce((sum, one) => sum + (kinds[one] ?? 0), 0)
  }
  for (const verb of ['where', 'saw', 'search', 'contradict']) {
    expect(Math.abs(share(tally.kinds.killers, verb) - share(tally.kinds.victims, verb))).toBeLessThan(0.35)
  }
})
