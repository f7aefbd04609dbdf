import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { en } from '../../web/words/en.ts'
import { zh } from '../../web/words/zh.ts'

const web = join(import.meta.dirname, '../../web')
const slots = (phrase: string) => [...phrase.matchAll(/\{\w+\}/g)].map(String).sort()

test('Chinese has every key of English, and no other', () => {
  expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort())
})

test('a phrase and its translation fill in the same names', () => {
  for (const [key, phrase] of Object.entries(en)) {
    expect({ key, slots: slots(zh[key as keyof typeof en]) }).toEqual({ key, slots: slots(phrase) })
  }
})

test('no phrase is empty, and Chinese is Chinese', () => {
  for (const [key, phrase] of Object.entries(zh)) {
    expect(phrase.trim()).not.toBe('')
    if (!/^(studio\.document|.*-of|mystery\.you-are|sight\.seat|hanabi\.stack|measure\.(tii|cic|ici|sci))$/.test(key))
      expect(phrase).toMatch(/\p{Script=Han}/u)
  }
})

test('every phrase is used by some page', () => {
  const source = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('words/'))
    .map((name) => readFileSync(join(web, name), 'utf8'))
    .join('\n')
  const families = [...source.matchAll(/t\(`([\w-]+\.)\$\{/g)].map(([, family]) => family!)
  const labels = ['faction.', 'role.', 'kind.', 'move.', 'method.', 'measure.', 'curve.']
  const unused = Object.keys(en).filter(
    (key) => !source.includes(`'${key}'`) && ![...families, ...labels].some((family) => key.startsWith(family)),
  )
  expect(unused).toEqual([])
})
