import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { scenarioStudio } from '../../arena/host/scenario-studio.ts'
import { trainingBoard, trainingBoards } from '../../arena/host/training-board.ts'
import { shippedFolder } from '../../arena/scenario/index.ts'
import { type Manifest, setCurrent, writeVersion } from '../../arena/train/checkpoint.ts'
import { openAgent } from '../../plugins/index.ts'
import { freshFolder } from './support.ts'

function studioIn(dir: string) {
  const changed: string[] = []
  const place = {
    dir,
    openAgent,
    testers: ({ game }: { game: { seats: readonly unknown[] } }) => game.seats.map(() => 'random'),
    changed: (id: string) => void changed.push(id),
  }
  return { studio: scenarioStudio(place), changed }
}

test('a scenario is made from another, checked, saved only without faults, previewed and balanced; the text before is kept', async () => {
  const dir = freshFolder()
  cpSync(join(shippedFolder(), 'kuhn-poker'), join(dir, 'kuhn-poker'), { recursive: true })
  const { studio, changed } = studioIn(dir)
  await studio.create('my-poker', 'kuhn-poker')
  const text = await studio.document('my-poker')
  expect(JSON.parse(text)).toMatchObject({ id: 'my-poker', kind: 'kuhn-poker' })
  expect((await studio.check('my-poker', '{ "id": ')).faults[0]).toMatchObject({
    file: 'scenario.json',
    line: expect.any(Number),
  })
  const broken = await studio.save('my-poker', text.replace('kuhn-poker', 'kuhn-pokr'))
  expect(broken).toMatchObject({ saved: false, faults: [expect.objectContaining({ pointer: '/kind' })] })
  expect(await studio.document('my-poker')).toBe(text)
  const renamed = text.replace(/"title": "[^"]*"/, '"title": "Another poker"')
  expect(await studio.save('my-poker', renamed)).toMatchObject({ saved: true })
  expect(await studio.document('my-poker')).toBe(renamed)
  expect(readFileSync(join(dir, 'my-poker', 'scenario.json.before'), 'utf8')).toBe(text)
  expect(changed).toEqual(['my-poker', 'my-poker'])
  expect((await studio.preview('my-poker', { seat: 1 })).prompt).toContain('bet')
  expect((await studio.balance('my-poker', { matches: 20 })).rates).toEqual({
    first: { rate: expect.any(Number), ci95: expect.any(Array) },
    second: { rate: expect.any(Number), ci95: expect.any(Array) },
  })
  await expect(studio.document('../my-poker/x')).rejects.toThrow(/no scenario/)
  await expect(studio.create('my-poker', 'kuhn-poker')).rejects.toThrow(/already/)
  await expect(studio.create('other', '../secret')).rejects.toThrow(/no scenario's id/)
})

test('a generated mystery becomes a document that can be edited', async () => {
  const { studio } = studioIn(freshFolder())
  await studio.create('my-mystery', 'mystery:simple:3')
  expect(JSON.parse(await studio.document('my-mystery'))).toMatchObject({ id: 'my-mystery', kind: 'murder-mystery' })
  expect((await studio.preview('my-mystery', { seat: 0 })).prompt.length).toBeGreaterThan(100)
})

test('a training run is read as its files stand, a half-written line and all', () => {
  const dir = freshFolder()
  const run = join(dir, 'kuhn-mars')
  mkdirSync(run, { recursive: true })
  const lines = [1, 2].map((step) =>
    JSON.stringify({ step, steps: 2, loss: 1 / step, winRate: { first: 0.5 }, seconds: step }),
  )
  writeFileSync(join(dir, 'kuhn-mars', 'progress.jsonl'), `${lines.join('\n')}\n{"step": 3, "lo`)
  const board = trainingBoard(dir)
  expect(board.runs()).toMatchObject([{ state: 'over', version: 0, versions: [] }])
  const told = { method: 'mars', scenarios: ['kuhn-poker'], evaluation: {} }
  for (const [version, parent] of [
    [0, null],
    [1, 0],
  ] as const) {
    const manifest = { ...told, version, parent } as unknown as Manifest
    writeVersion(run, { manifest, policy: new Uint8Array(1), state: {} })
  }
  setCurrent(run, 1)
  expect(board.runs()).toMatchObject([
    {
      id: 'kuhn-mars',
      scenario: 'kuhn-poker',
      method: 'mars',
      state: 'over',
      version: 1,
      step: 2,
      curves: {
        loss: [
          [1, 1],
          [2, 0.5],
        ],
        'winRate:first': [
          [1, 0.5],
          [2, 0.5],
        ],
      },
      versions: [
        { version: 0, parent: null, passed: true },
        { version: 1, parent: 0, passed: true },
      ],
    },
  ])
  expect(board.run('../kuhn-mars')).toBeNull()
  expect(trainingBoard(join(dir, 'nowhere')).runs()).toEqual([])
  const both = trainingBoards([join(dir, 'nowhere'), dir])
  expect(both.runs()).toEqual(board.runs())
  expect(both.run(board.runs()[0]!.id)).toEqual(board.runs()[0])
})
