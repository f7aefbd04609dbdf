/** The ladder and the sizes: a folder of arena/ imports itself and lower rungs; files and functions stay short; rules keep off the clock. */
import { describe, expect, test } from '@jest/globals'
import { codeLines, filesUnder, readSource } from './support/source.ts'

const RUNG: Readonly<Record<string, number>> = {
  core: 0,
  onnx: 0,
  games: 1,
  solve: 1,
  rewards: 1,
  ratings: 1,
  scenario: 2,
  tournament: 2,
  host: 3,
  train: 3,
  cli: 4,
}

/** What a plugin may import beside arena/core and its own folder. */
const PLUGIN_MAY: Readonly<Record<string, readonly string[]>> = {
  perfect: ['arena/solve/'],
  policy: ['arena/onnx/', 'arena/train/'],
  detective: ['arena/games/murder-mystery/', 'plugins/culprit/'],
  culprit: ['arena/games/murder-mystery/', 'plugins/detective/'],
  talker: ['arena/games/murder-mystery/', 'plugins/detective/'],
  client: ['arena/host/protocol.ts'],
  mcp: ['plugins/client/'],
  redteam: ['plugins/client/'],
}

/** Tools that are called by name of their default export. */
const CONFIGS = /(^|\/)[\w.-]+\.config\.(js|ts)$/

const isCode = (path: string) => /\.tsx?$/.test(path)
const arena = filesUnder('arena').filter(isCode).map(readSource)
const plugins = filesUnder('plugins').filter(isCode).map(readSource)
const web = filesUnder('web').filter(isCode).map(readSource)
const tests = filesUnder('test').filter(isCode).map(readSource)
const all = [...arena, ...plugins, ...web, ...tests, readSource('server.ts')]

const folderOf = (path: string) => path.split('/')[1]!
const rungOf = (path: string) => RUNG[folderOf(path)] ?? Number.NaN
/** What fails, named; the list is empty when all is well. */
const faults = <T>(items: readonly T[], name: (item: T) => string | false) =>
  items.map(name).filter((one) => one !== false)

describe('imports', () => {
  test('every folder of arena/ has its rung', () => {
    expect(faults(arena, ({ path }) => Number.isNaN(rungOf(path)) && path)).toEqual([])
  })

  test('go down the ladder only', () => {
    const up = arena.flatMap(({ path, imports }) =>
      imports.filter((to) => !mayImport(path, to)).map((to) => `${path} imports ${to}`),
    )
    expect(up).toEqual([])
  })

  test('of the core are nothing at all', () => {
    const core = arena.filter(({ path }) => folderOf(path) === 'core')
    expect(core.length).toBeGreaterThan(5)
    expect(core.flatMap(({ packages }) => packages)).toEqual([])
  })

  test('of a plugin are the contract and its own folder, but for the exceptions listed here', () => {
    const strays = plugins.flatMap(({ path, imports }) =>
      imports.filter((to) => !pluginMayImport(path, to)).map((to) => `${path} imports ${to}`),
    )
    expect(strays).toEqual([])
  })

  test('of the pages are the words of the protocol', () => {
    const strays = web.flatMap(({ path, imports }) =>
      imports
        .filter((to) => !to.startsWith('web/') && to !== 'arena/host/protocol.ts')
        .map((to) => `${path} imports ${to}`),
    )
    expect(strays).toEqual([])
  })

  test('of onnxruntime-node stand in arena/onnx alone', () => {
    const users = all.filter(({ packages, path }) => packages.includes('onnxruntime-node') && !path.startsWith('test/'))
    expect(faults(users, ({ path }) => folderOf(path) !== 'onnx' && path)).toEqual([])
  })

  test('name the real file', () => {
    const vague = all.flatMap(({ path, imports }) =>
      imports.filter((to) => !/\.(tsx?|js|cjs|json|css|svg|html)$/.test(to)).map((to) => `${path} imports ${to}`),
    )
    expect(vague).toEqual([])
  })

  function mayImport(from: string, to: string): boolean {
    if (to === 'arena/core/errors.ts') return true // how to say no, which everybody must
    if (!to.startsWith('arena/')) return folderOf(from) === 'cli'
    return folderOf(to) === folderOf(from) || rungOf(to) < rungOf(from)
  }

  function pluginMayImport(from: string, to: string): boolean {
    const plugin = folderOf(from)
    if (to.startsWith(`plugins/${plugin}/`) || to.startsWith('arena/core/')) return true
    if (/^plugins\/[\w-]+\.ts$/.test(to) && to !== 'plugins/index.ts') return true // what several plugins share
    if (from === 'plugins/index.ts') return to.startsWith('plugins/') || to === 'arena/scenario/read-answer.ts' // handed on to those that read prose
    return (PLUGIN_MAY[plugin] ?? []).some((folder) => to.startsWith(folder))
  }
})

describe('sizes', () => {
  test('no file is over 400 lines', () => {
    expect(
      faults(all, ({ path, text }) => text.split('\n').length > 401 && `${path}: ${text.split('\n').length - 1}`),
    ).toEqual([])
  })

  test('no function is over 60 lines of its own', () => {
    const long = all.flatMap(({ path, functions }) =>
      functions.filter(({ lines }) => lines > 60).map(({ line, lines }) => `${path}:${line}: ${lines}`),
    )
    expect(long).toEqual([])
  })

  test('nine files of ten are at most 250 lines', () => {
    const sizes = [...arena, ...plugins].map(({ text }) => text.split('\n').length).sort((a, b) => a - b)
    expect(sizes[Math.floor(sizes.length * 0.9)]).toBeLessThanOrEqual(250)
  })

  test('the core is at most 800 lines of code', () => {
    const core = arena.filter(({ path }) => folderOf(path) === 'core')
    expect(core.reduce((sum, { text }) => sum + codeLines(text), 0)).toBeLessThanOrEqual(800)
  })
})

describe('below rung 3', () => {
  const BANNED = ['Date', 'Math.random', 'process.env', 'performance', 'setTimeout', 'setInterval', 'setImmediate']

  test('there is no clock, no global randomness and no environment', () => {
    const low = arena.filter(({ path }) => rungOf(path) < 3)
    const uses = low.flatMap(({ path, names }) =>
      BANNED.filter((name) => names.has(name)).map((name) => `${path}: ${name}`),
    )
    expect(low.length).toBeGreaterThan(20)
    expect(uses).toEqual([])
  })
})

describe('everywhere', () => {
  test('exports have names', () => {
    expect(faults(all, ({ path, defaultExport }) => defaultExport && !CONFIGS.test(path) && path)).toEqual([])
  })

  test('a file begins by saying what it is for', () => {
    const silent = faults([...arena, ...plugins], ({ path, text }) => !/^(#![^\n]*\n)?\/\*\*/.test(text) && path)
    expect(silent).toEqual([])
  })

  test('nothing is left to be done later', () => {
    const marks = new RegExp(['TO', 'DO|FIX', 'ME|XX', 'X'].join(''))
    expect(faults(all, ({ path, text }) => marks.test(text) && path)).toEqual([])
  })

  test('scenarios hold data only', () => {
    expect(filesUnder('scenarios').filter((path) => !/\.(json|hbs|md)$/.test(path))).toEqual([])
  })
})
