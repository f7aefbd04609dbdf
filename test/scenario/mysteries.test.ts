import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { Match } from '../../arena/core/match.ts'
import { playMatch } from '../../arena/core/play.ts'
import { stream } from '../../arena/core/rng.ts'
import type { MysteryDocument } from '../../arena/games/murder-mystery/document.ts'
import { shareInterval } from '../../arena/ratings/interval.ts'
import { reviewDocument } from '../../arena/scenario/document.ts'
import { filesOf } from '../../arena/scenario/folder.ts'
import { listScenarios, openScenario, shippedFolder } from '../../arena/scenario/index.ts'
import { auditMarks, auditScenario, auditTwins } from '../../arena/scenario/leaks.ts'
import { solvabilityOf } from '../../arena/scenario/mystery/solvability.ts'
import { rehearse } from '../../arena/scenario/rehearse.ts'
import { publishedPhrasesSchema, publishedSchema, schemaText } from '../../arena/scenario/schema.ts'
import { openAgent } from '../../plugins/index.ts'

const mysteries = listScenarios().filter((entry) => entry.kind === 'murder-mystery')
const documentOf = async (id: string) => (await openScenario(id)).document as MysteryDocument

test('at least three simple and three complex mysteries ship, two of them in Chinese as well', async () => {
  const documents = await Promise.all(mysteries.map((entry) => documentOf(entry.id)))
  const english = documents.filter((one) => one.language === 'en')
  expect(english.filter((one) => one.difficulty === 'simple').length).toBeGreaterThanOrEqual(3)
  expect(english.filter((one) => one.difficulty === 'complex').length).toBeGreaterThanOrEqual(3)
  expect(documents.filter((one) => one.language === 'zh').length).toBeGreaterThanOrEqual(2)
  for (const one of documents) {
    const cast = one.difficulty === 'simple' ? [5, 5] : [6, 8]
    expect(one.characters.length).toBeGreaterThanOrEqual(cast[0]!)
    expect(one.characters.length).toBeLessThanOrEqual(cast[1]!)
    expect(one.stages.length > 1).toBe(one.difficulty === 'complex')
  }
})

test('scenarios are data: no file in them holds code', () => {
  const files = readdirSync(shippedFolder(), { recursive: true, encoding: 'utf8' })
  const strange = files.filter((file) => /\.[a-z]+$/.test(file) && !/\.(json|hbs|md|png|jpg|webp)$/.test(file))
  expect(strange).toEqual([])
})

test('the published schemas are the ones that documents are checked by', () => {
  const published = (name: string) => readFileSync(join(shippedFolder(), name), 'utf8')
  expect(published('scenario.schema.json')).toBe(schemaText(publishedSchema()))
  expect(published('phrases.schema.json')).toBe(schemaText(publishedPhrasesSchema()))
})

describe.each(mysteries)('$id', ({ id, folder }) => {
  test('has no fault and no warning, templates included, and names the published schema', async () => {
    expect(reviewDocument(filesOf(folder)).faults).toEqual([])
    expect(rehearse(await openScenario(id), 2, 1)).toEqual([])
    const { $schema } = JSON.parse(readFileSync(join(folder, 'scenario.json'), 'utf8')) as { $schema: string }
    expect(existsSync(join(folder, $schema))).toBe(true)
    expect(existsSync(join(folder, 'README.md'))).toBe(true)
  })

  test('is solved by what can be found within its rounds, and by no single clue', async () => {
    const document = await documentOf(id)
    const { solvable, deciding, dead, unreachable, unknowable, left } = solvabilityOf(document)
    expect({ solvable, deciding, dead, unreachable, unknowable }).toEqual({
      solvable: true,
      deciding: [],
      dead: [],
      unreachable: [],
      unknowable: [],
    })
    expect(left.both).toEqual(document.truth.culprits)
    expect(left.clues.length).toBeGreaterThanOrEqual(2)
    expect(left.testimony.length).toBeGreaterThanOrEqual(2)
  })

  test('sends no seat what belongs to another, in any stage', async () => {
    const audit = auditMarks(await documentOf(id), filesOf(folder), 1, 1)
    expect(audit.leaks).toEqual([])
    expect(audit.looks).toBeGreaterThan(100)
  })

  test('gives neither side less than a quarter of the matches between built-in agents', async () => {
    const { game } = await openScenario(id)
    const killer = game.seats.findIndex((seat) => seat.faction === 'killer')
    let wins = 0
    for (let seed = 0; seed < 120; seed++) {
      const agents = await Promise.all(
        game.seats.map((_, seat) =>
          openAgent(seat === killer ? 'culprit' : 'detective', { game, random: stream(seed, 'seat', seat) }),
        ),
      )
      const seats = agents.map(({ name }) => ({ agent: name }))
      const match = Match.open({ game, match: 'balance', seed, seats, record: () => undefined })
      await playMatch(match, agents)
      if (match.result![killer]! > 0) wins++
    }
    const { ci95 } = shareInterval(wins, 120)
    expect(ci95[1]).toBeGreaterThan(0.25)
    expect(ci95[0]).toBeLessThan(0.75)
  })
})

test.each(['the-understudy', 'sealed-move-zh'])(
  'what a seat of %s can not know changes nothing that it is sent',
  async (id) => {
    const audit = auditScenario(await openScenario(id), filesOf(join(shippedFolder(), id)), 1, 1)
    expect(audit.leaks).toEqual([])
    expect(audit.twins).toBeGreaterThan(100)
  },
)

test('the audit finds a prompt that tells too much', async () => {
  const scenario = await openScenario('the-understudy')
  const document = scenario.document as MysteryDocument
  const files = new Map(filesOf(join(shippedFolder(), 'the-understudy')))
  const talkative = { ...scenario, game: { ...scenario.game, view: (state: unknown) => scenario.game.view(state, 2) } }
  expect(auditTwins([scenario, { ...talkative, prompt: scenario.prompt }], [0], 1, 1).leaks.length).toBeGreaterThan(0)
  files.set('phrases.json', '{ "introduce": ["{{about}}"] }')
  expect(auditMarks(document, files, 1, 1).leaks).toEqual([])
})
