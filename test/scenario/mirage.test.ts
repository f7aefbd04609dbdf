import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { Match } from '../../arena/core/match.ts'
import { pick, stream } from '../../arena/core/rng.ts'
import { checkDocument } from '../../arena/scenario/document.ts'
import { openFiles } from '../../arena/scenario/index.ts'
import { importMirage } from '../../arena/scenario/mirage/index.ts'

/** A folder in MIRAGE's layout, with texts of our own. */
function folder(files: Readonly<Record<string, unknown>>): string {
  const dir = join(mkdtempSync(join(tmpdir(), 'mirage-')), 'The Quiet Mill')
  mkdirSync(dir)
  for (const [name, value] of Object.entries(files)) writeFileSync(join(dir, name), JSON.stringify(value))
  return dir
}

const person = (name: string) => ({
  Story: `${name} grew up by the mill.`,
  Script: `${name} heard the wheel stop.`,
  Relationship: 'Everybody owes the miller.',
  Performance: 'Quiet.',
  Purpose: 'Find out.',
  Ability: '',
})
const english = {
  'script.json': { 'Ada Moss': person('Ada'), 'Ben Reed': person('Ben'), Cora: person('Cora') },
  'clues.json': { 'Mill race': ['A wet glove.', 'A broken spoke.'], Loft: ['Ash in a bowl.'] },
  'Truth.json': { 'The Quiet Mill': 'When the wheel stopped, the murderer was Ben Reed, who had cut the belt.' },
}
const staged = {
  'script.json': {
    'Stage 1': { 'Ada Moss': person('Ada'), 'Ben Reed': person('Ben'), note: 'Read aloud.' },
    'Stage 2': {
      'Ada Moss': { Story: 'Ada remembers more.', Secret: 'She was there.' },
      'The Stranger': { Script: 'Ben has another name.' },
    },
    Epilogue: 'The end.',
  },
  'clues.json': {
    'Stage 1': { 'Public Clue 1': 'The wheel stopped at nine.', Loft: ['Ash in a bowl.'] },
    'Stage 2': {
      Loft: { letter: 'A burnt letter.', ring: 'A ring.' },
      'Ada Moss': { river: 'You remember the river.' },
      Yard: '',
    },
  },
  'Truth.json': { Mill: 'Ada Moss killed the miller.' },
}
const chinese = {
  '人物剧本.json': {
    第一幕: {
      林舟: {
        人物故事: '林舟住在磨坊边。',
        人物剧本: '听见水车停了。',
        人物关系: '',
        人物表现: '沉默',
        人物目的: '找出真凶',
        人物能力: '',
      },
      何青: {
        人物故事: '何青来借米。',
        人物剧本: '看见一只手套。',
        人物关系: '林舟的表弟',
        人物表现: '',
        人物目的: '',
        人物能力: '',
      },
    },
    第二幕: { 林舟: { 人物剧本: '他想起来了。' }, 何青: { 人物剧本: '他走了。' } },
  },
  '线索.json': { 第一幕: { 水车: ['一只湿手套。'], 公共线索1: '水车停在九点。' }, 第二幕: { 阁楼: ['碗里有灰。'] } },
  '真相.json': { 磨坊: '真凶就是何青，他割断了皮带。' },
}

function imported(files: Readonly<Record<string, unknown>>, culprits: readonly string[] = []) {
  const { document, report } = importMirage(folder(files), { culprits })
  const text = JSON.stringify(document)
  expect(checkDocument(new Map([['scenario.json', text]])).faults).toEqual([])
  return { document, report, scenario: openFiles(document.id, new Map([['scenario.json', text]])) }
}

describe.each([
  ['English, one stage', english, ['ben-reed'], 'en', 1],
  ['staged, nested clues, memories, public clues, a renamed character', staged, ['ada-moss'], 'en', 2],
  ['Chinese names and acts', chinese, ['who-2'], 'zh', 2],
] as const)('%s', (_, files, culprits, language, stages) => {
  test('validates, and the culprit is found in the truth text', () => {
    const { document } = imported(files)
    expect(document.truth.culprits).toEqual(culprits)
    expect(document.language).toBe(language)
    expect(document.stages).toHaveLength(stages)
  })

  test('plays to its end', () => {
    const { scenario } = imported(files)
    const random = stream(1, 'mirage')
    const seats = scenario.game.seats.map(() => ({ agent: 'x' }))
    const match = Match.open({
      game: scenario.game,
      match: 'm',
      seed: 1,
      seats,
      word: scenario.prompt,
      record: () => undefined,
    })
    for (let turn = 0; !match.done && turn < 500; turn++) {
      const ask = match.asks()[0]!
      expect(ask.prompt.length).toBeGreaterThan(100)
      match.answer(ask.seat, { move: pick(ask.moves, random()) })
    }
    expect(match.done).toBe(true)
  })
})

test('places, clues, parts and stages land where they belong', () => {
  const { document, report } = imported(staged)
  expect(document.characters.map((one) => one.name)).toEqual(['Ada Moss', 'Ben Reed'])
  expect(document.characters[0]!.personaByStage).toEqual({
    '1': { story: 'Ada remembers more.', script: 'Secret: She was there.' },
  })
  expect(document.characters[1]!.personaByStage).toEqual({ '1': { script: 'Ben has another name.' } })
  expect(document.places.map((one) => one.name)).toEqual(['Loft', 'Yard'])
  expect(document.clues).toEqual([
    { id: 'clue-1', text: 'The wheel stopped at nine.', title: 'Public Clue 1', stage: 0 },
    { id: 'clue-2', text: 'Ash in a bowl.', place: 'loft', stage: 0 },
    { id: 'clue-3', text: 'A burnt letter.', title: 'letter', place: 'loft', stage: 1 },
    { id: 'clue-4', text: 'A ring.', title: 'ring', place: 'loft', stage: 1 },
    { id: 'clue-5', text: 'You remember the river.', title: 'river', holder: 'ada-moss', stage: 1 },
  ])
  expect(document.stages[0]!.reveals).toEqual(['clue-1'])
  for (const line of [
    /"note" is no character/,
    /"Epilogue" stands beside the stages/,
    /"Ben Reed" is called "The Stranger" from stage 2; the first name was kept/,
    /"Secret" of Ada Moss has no part of its own/,
    /1 empty clues were left out/,
    /names Ada Moss as the culprit/,
    /are not in the data/,
  ]) {
    expect(report.some((one) => line.test(one))).toBe(true)
  }
})

test('a named culprit is resolved leniently, and an unknown one gets the nearest name', () => {
  expect(imported(english, ['cora']).document.truth.culprits).toEqual(['cora'])
  expect(imported(english, ['reed']).document.truth.culprits).toEqual(['ben-reed'])
  expect(imported(english, ['Ada', 'Cora']).document.truth.culprits).toEqual(['ada-moss', 'cora'])
  expect(() => imported(english, ['Corra'])).toThrow('no single character "Corra"; did you mean "Cora"?')
})

test('a truth that names nobody plainly asks for --culprit', () => {
  const silent = { ...english, 'Truth.json': { Mill: 'Nobody ever knew.' } }
  expect(() => imported(silent)).toThrow('give --culprit with one of: Ada Moss, Ben Reed, Cora')
})

test('missing and broken files say which', () => {
  expect(() => importMirage('/nowhere/at/all', { culprits: [] })).toThrow('no folder /nowhere/at/all')
  expect(() => imported({ 'script.json': english['script.json'] })).toThrow(
    /no clues\.json or clue\.json or 线索\.json/,
  )
  const dir = folder(english)
  writeFileSync(join(dir, 'clues.json'), '{ "a": [ }')
  expect(() => importMirage(dir, { culprits: [] })).toThrow(/clues\.json:1:10: a value was expected/)
})
