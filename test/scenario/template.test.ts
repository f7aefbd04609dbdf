import { describe, expect, test } from '@jest/globals'
import { compileTemplate, TemplateError } from '../../arena/scenario/template.ts'

const data = { name: 'Rosa', view: { cards: ['J', 'Q'] }, list: [1, 2, 3], empty: [], nothing: null }
const print = (text: string) => compileTemplate(text, 'test.hbs')(data)

test('fields, loops and branches print plain text, unescaped', () => {
  expect(print('{{name}}\'s: {{join view.cards ", "}} & <b>')).toBe("Rosa's: J, Q & <b>")
  expect(print('{{#each list as |one index|}}{{index}}={{one}}{{#unless @last}};{{/unless}}{{/each}}')).toBe(
    '0=1;1=2;2=3',
  )
  expect(print('{{#each empty}}x{{else}}none{{/each}}{{#if nothing}}a{{else}}b{{/if}}')).toBe('noneb')
})

/** Published ways out of Handlebars sandboxes, and their relatives. Each must be refused or print nothing of the host. */
const PAYLOADS: readonly string[] = [
  '{{constructor}}',
  '{{this.constructor.constructor "return process"}}',
  '{{#with "s" as |string|}}{{#with "e"}}{{#with split as |conslist|}}{{this.pop}}{{this.push (lookup string.sub "constructor")}}{{/with}}{{/with}}{{/with}}',
  '{{#with split as |a|}}{{pop (push "alert(1)")}}{{/with}}',
  '{{lookup this "constructor"}}',
  '{{lookup (lookup this "constructor") "name"}}',
  '{{__proto__.toString}}',
  '{{name.__proto__.constructor}}',
  '{{view.constructor.prototype}}',
  '{{pick this "__proto__"}}{{pick view "constructor"}}',
  '{{pick (pick name "constructor") "constructor"}}',
  '{{#each this}}{{constructor}}{{/each}}',
  '{{toString}}{{valueOf}}{{__defineGetter__}}',
  '{{helperMissing "x"}}',
  '{{blockHelperMissing "x"}}',
  '{{#blockHelperMissing "x"}}{{/blockHelperMissing}}',
  '{{log "x" level="error"}}',
  '{{> name}}',
  '{{> (name)}}',
  '{{#> layout}}x{{/layout}}',
  '{{* decorator}}',
  '{{#*inline "x"}}y{{/inline}}',
  '{{{name}}}',
  '{{&name}}',
  '{{@root.constructor}}',
  '{{@partial-block}}',
  '{{@data.root}}',
  '{{[constructor]}}{{["__proto__"]}}',
  '{{view.["constructor"].["constructor"]}}',
  '{{../../constructor}}',
  '{{#if (lookup this "constructor")}}x{{/if}}',
  '{{process}}{{require}}{{globalThis}}',
  '{{name.length.constructor}}',
]

describe('payloads that broke other template hosts do nothing here', () => {
  test.each(PAYLOADS)('%s', (payload) => {
    let printed = ''
    try {
      printed = print(payload)
    } catch (error) {
      expect(error).toBeInstanceOf(TemplateError)
    }
    expect(printed).toBe('')
  })
})

test('a field that is not there is named, with the nearest one and its place', () => {
  expect(() => print('Dear\n  {{nane}}')).toThrow('test.hbs:2:5: no field "nane"; did you mean "name"?')
})

test('an unknown helper is named, with the nearest one', () => {
  expect(() => print('{{capitl name}}')).toThrow('test.hbs:1:1: no helper "capitl"; did you mean "capital"?')
  expect(() => print('{{#echa list}}{{/echa}}')).toThrow('no block "echa"; did you mean "each"?')
  expect(() => print('{{capital}}')).toThrow('the helper "capital" needs something to work on')
})

test('a template that does not close names its line', () => {
  expect(() => print('a\n{{#each list}}\nb')).toThrow(/^test\.hbs:\d+:1: /)
  expect(() => print('{{name')).toThrow(TemplateError)
})

test('loops, output, size and depth are capped', () => {
  const loops = Array.from({ length: 60 }, (_, index) => index)
  const nested = compileTemplate(
    '{{#each l}}{{#each @root.l}}{{#each @root.l}}{{#each @root.l}}x{{/each}}{{/each}}{{/each}}{{/each}}',
    't',
  )
  const started = performance.now()
  expect(() => nested({ l: loops })).toThrow('loops too long or prints too much')
  expect(performance.now() - started).toBeLessThan(2000)
  const big = compileTemplate('{{#each l}}{{@root.big}}{{/each}}', 't')
  expect(() => big({ l: loops, big: 'x'.repeat(100_000) })).toThrow('prints too much')
  expect(() => compileTemplate('x'.repeat(70_000), 't')).toThrow('at most 65536')
  expect(() => compileTemplate('{{#if a}}'.repeat(40) + '{{/if}}'.repeat(40), 't')).toThrow('nested deeper')
})

test('a template that failed leaves the next one a full budget', () => {
  expect(print('{{#each list}}{{this}}{{/each}}')).toBe('123')
})
