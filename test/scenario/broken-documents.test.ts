import { expect, test } from '@jest/globals'
import { checkDocument, reviewDocument } from '../../arena/scenario/document.ts'
import { faultLine } from '../../arena/scenario/faults.ts'
import { starterMystery } from '../../arena/scenario/starter.ts'

const sound = `${JSON.stringify(starterMystery('inn'), null, 2)}\n`
const kuhn = `{
  "id": "k",
  "kind": "kuhn-poker",
  "version": 1,
  "title": "K",
  "summary": "K.",
  "language": "en",
  "parameters": { "ranks": ["J", "Q", "K"], "ante": 1, "bet": 1 }
}`

/** The faults of a scenario.json as an author reads them. */
function told(text: string, phrases?: string): string[] {
  const files = new Map([['scenario.json', text]])
  if (phrases !== undefined) files.set('phrases.json', phrases)
  return checkDocument(files).faults.map((fault) => faultLine('inn', fault))
}

/** The starter with every occurrence of some text replaced; fails when there is none. */
function broken(...changes: readonly (readonly [string, string])[]): string {
  let text = sound
  for (const [from, to] of changes) {
    expect(text).toContain(from)
    text = text.replaceAll(from, to)
  }
  return text
}

test('a sound document has no faults', () => {
  expect(told(sound)).toEqual([])
  expect(told(kuhn)).toEqual([])
})

test('1 JSON that breaks off names its line and column', () => {
  expect(told('{\n  "id": "inn",\n  "kind": }')).toEqual(['inn/scenario.json:3:11: a value was expected, not "}"'])
  expect(told('{ "a": [1, 2,] }')).toEqual(['inn/scenario.json:1:14: a comma may not stand before "]"'])
  expect(told('{\n  "id": "inn" "kind": 1 }')).toEqual(['inn/scenario.json:2:15: "," or "}" was expected, not "\\""'])
  expect(told('{ "id": "a", "id": "b" }')).toEqual(['inn/scenario.json:1:14: the key "id" stands here a second time'])
})

test('2 an unknown kind names the nearest one', () => {
  expect(told(kuhn.replace('"kuhn-poker"', '"kuhn-pokr"'))[0]).toMatch(
    /^inn\/scenario\.json:3:11 \/kind: no kind "kuhn-pokr"; did you mean "kuhn-poker"\? \(kinds: kuhn-poker, /,
  )
})

test('3 a misspelt key is told once as unknown, with the nearest key, and once as missing', () => {
  expect(told(kuhn.replace('"title"', '"titel"'))).toEqual([
    'inn/scenario.json:1:1: "title" is missing; is "titel" meant for it?',
    'inn/scenario.json:5:12 /titel: no key "titel" here; did you mean "title"? (keys: id, kind, version, title, summary, language, parameters)',
  ])
})

test('4 values of the wrong sort say what came and what is allowed', () => {
  expect(told(kuhn.replace('"ante": 1', '"ante": "one"').replace('"version": 1', '"version": 0'))).toEqual([
    'inn/scenario.json:4:14 /version: 0 is below 1',
    'inn/scenario.json:8:53 /parameters/ante: one is not a number',
  ])
})

test('5 a union is told by its tag, never as "exactly one schema"', () => {
  const faults = told(broken(['"kind": "took"', '"kind": "tok"']))
  expect(faults).toHaveLength(2)
  expect(faults[0]).toMatch(
    /\/facts\/22\/kind: "tok" is not allowed here; did you mean "took"\? \(allowed: at, motive, trait, took, crime, statement\)$/,
  )
  expect(faults[1]).toMatch(/\/clues\/1\/says\/0\/kind: "tok" is not allowed here; did you mean "took"\?/)
  expect(faults.join()).not.toMatch(/schema|oneOf/)
})

test('6 unknown ids are all named at once, with the nearest', () => {
  const faults = told(
    broken(['"place": "cellar"', '"place": "cellr"'], ['"culprits": [\n      "dario"', '"culprits": [\n      "darjo"']),
  )
  expect(faults.length).toBeGreaterThanOrEqual(4)
  expect(
    faults.some((fault) =>
      /\/clues\/3\/place: no place "cellr"; did you mean "cellar"\? \(places: garden, kitchen, taproom, jetty, cellar, attic\)$/.test(
        fault,
      ),
    ),
  ).toBe(true)
  expect(faults.some((fault) => /\/truth\/culprits\/0: no character "darjo"; did you mean "dario"\?/.test(fault))).toBe(
    true,
  )
})

test('7 a clue in no place, and one in a stage that never comes', () => {
  const faults = told(broken(['"place": "attic",\n      "says": [', '"stage": 3,\n      "says": [']))
  expect(faults).toEqual([
    expect.stringMatching(/\/clues\/2: "shawl" lies in no place, nobody holds it and no stage reveals it$/),
    expect.stringMatching(/\/clues\/2\/stage: stage 3 is never reached; stages count from 0 to 0$/),
  ])
})

test('8 a clue that says what is not so', () => {
  const faults = told(
    broken([
      '"kind": "took",\n          "place": "kitchen",\n          "slot": "seven"',
      '"kind": "took",\n          "place": "kitchen",\n          "slot": "eight"',
    ]),
  )
  expect(faults).toEqual([
    expect.stringMatching(/\/clues\/1\/says\/0: clues are true, but the weapon was taken at "kitchen" at "seven"$/),
  ])
})

test('9 a person in two places, or in none', () => {
  const faults = told(
    broken([
      '"id": "anna-eight",\n      "kind": "at",\n      "who": "anna",\n      "place": "taproom",\n      "slot": "eight"',
      '"id": "anna-eight",\n      "kind": "at",\n      "who": "anna",\n      "place": "taproom",\n      "slot": "seven"',
    ]),
  )
  expect(faults).toEqual([
    expect.stringMatching(/\/facts\/1\/place: anna can't be in "taproom" at "seven": facts 0 says "jetty"$/),
    expect.stringMatching(/\/facts: no fact says where anna was at eight$/),
  ])
})

test('10 phrase templates: syntax, unknown helpers and unknown fields, with file and line', () => {
  const phrases = (line: string) => `{\n  "search": ["(ok)"],\n  "share": [${JSON.stringify(line)}]\n}`
  expect(told(sound, phrases('Look! {{cleu}}'))).toEqual([
    expect.stringMatching(
      /^inn\/phrases\.json:3:13 \/share\/0: no field "cleu"; did you mean "clue"\? \(fields here: name, /,
    ),
  ])
  expect(told(sound, phrases('{{{clue}}}'))).toEqual([expect.stringContaining('"{{{" and "{{&" are not allowed')])
  expect(told(sound, phrases('{{#if clue}}'))).toHaveLength(1)
  expect(told(sound, '{ "search": "one" }')).toEqual(['inn/phrases.json:1:13 /search: one is not a list'])
  expect(told(sound, phrases('x').replace('"search"', '"serach"'))).toEqual([
    expect.stringMatching(/^inn\/phrases\.json:2:13 \/serach: no situation "serach"; did you mean "search"\?/),
  ])
})

test('meaning: an alibi that can not be, a culprit elsewhere, a lie that is none, and what helps nobody', () => {
  const review = (text: string) =>
    reviewDocument(new Map([['scenario.json', text]])).faults.map((fault) => faultLine('inn', fault))
  expect(review(sound)).toEqual([])
  const away = broken([
    '"place": "cellar",\n      "slot": "nine"\n    },\n    {\n      "id": "elena',
    '"place": "jetty",\n      "slot": "nine"\n    },\n    {\n      "id": "elena',
  ])
  expect(told(away)).toEqual([
    expect.stringMatching(/the culprit dario was at "jetty" at "nine", not at the scene "cellar"$/),
  ])
  const advice = review(
    broken(
      ['"text": "Floury prints', '"text": "厚重的靴子在地窖台阶上留下了脚印，面粉撒了一地。'],
      ['"language": "en"', '"language": "en-GB"'],
    ),
  )
  expect(advice).toEqual([
    expect.stringMatching(/\/clues\/0\/text: warning: the language is "en-GB", but this text is not$/),
  ])
})
