/** Sessions: state between runs, threads, devices that are not there. */
import { afterAll, expect, test } from '@jest/globals'
import type { ParleyError } from '../../arena/core/errors.ts'
import { encode } from '../../arena/onnx/encode.ts'
import { input } from '../../arena/onnx/graph.ts'
import { openSession } from '../../arena/onnx/open-session.ts'
import { add, matmul, mul } from '../../arena/onnx/operators.ts'
import { openSessionHere, parseDevice, type Session } from '../../arena/onnx/session.ts'
import { floats } from '../../arena/onnx/tensor.ts'

const total = input('total', 'float32', ['N'])
const x = input('x', 'float32', ['N'])
const MODEL = encode({ twice: mul(x, 2), next_total: add(total, x) })
const OPTIONS = { device: 'cpu', state: { total: floats([2], [0, 10]) } } as const
const opened: Session[] = []
afterAll(() => Promise.all(opened.map((session) => session.close())))

const open = {
  'on this thread': () => openSessionHere(MODEL, OPTIONS),
  'on its own thread': () => openSession(MODEL, OPTIONS),
} as const

test.each(Object.keys(open) as (keyof typeof open)[])(
  'a session %s keeps, gives and takes its state',
  async (where) => {
    const session = await open[where]()
    opened.push(session)
    expect(session.device).toBe('cpu')
    const runs = await Promise.all([session.run({ x: floats([2], [1, 2]) }), session.run({ x: floats([2], [3, 4]) })])
    expect(runs.map(({ twice }) => [...twice!.data])).toEqual([
      [2, 4],
      [6, 8],
    ])
    expect(Object.keys(runs[0]!)).toEqual(['twice'])
    expect(await session.stateIn()).toBe('memory')
    expect([...(await session.readState())['total']!.data]).toEqual([4, 16])
    await session.writeState({ total: floats([2], [100, 200]) })
    await session.run({ x: floats([2], [1, 1]) })
    expect([...(await session.readState())['total']!.data]).toEqual([101, 201])
    await expect(session.run({})).rejects.toThrow('the graph also needs x')
    await expect(session.writeState({ totl: floats([1], [0]) })).rejects.toThrow('did you mean "total"?')
    expect([...(await session.run({ x: floats([2], [5, 5]) }))['twice']!.data]).toEqual([10, 10])
  },
)

test('state given to a session is copied: later changes of the array change nothing', async () => {
  const mine = new Float32Array([1, 1])
  const session = await openSessionHere(MODEL, { device: 'cpu', state: { total: floats([2], mine) } })
  mine.fill(99)
  expect([...(await session.readState())['total']!.data]).toEqual([1, 1])
  await session.close()
})

test('a call after close is refused, not left hanging', async () => {
  const session = await openSession(MODEL, OPTIONS)
  await session.close()
  await expect(session.run({ x: floats([2], [1, 2]) })).rejects.toThrow('the session is closed')
})

test('a device asked for is used, or says how to get it', async () => {
  const outcome = await openSession(MODEL, { ...OPTIONS, device: 'cuda' }).then(
    (session) => {
      opened.push(session)
      return session.device
    },
    (error: ParleyError) => `${error.code}: ${error.message}`,
  )
  expect(outcome).toMatch(/^(cuda|no-device: device cuda is not available: install CUDA 12 and cuDNN 9, then run: .*)$/)
})

test('a model that is none is an error on either side, not a hang', async () => {
  const broken = new Uint8Array([1, 2, 3])
  await expect(openSession(broken, { device: 'cpu' })).rejects.toThrow()
  await expect(openSessionHere(broken, { device: 'cpu' })).rejects.toThrow()
})

test('an unknown device is refused with the known ones', () => {
  expect(parseDevice('webgpu')).toBe('webgpu')
  expect(() => parseDevice('webgp')).toThrow(
    'no device "webgp"; did you mean "webgpu"? (known: auto, cpu, webgpu, cuda)',
  )
})

test('an event loop keeps turning while a thread computes', async () => {
  const a = input('a', 'float32', ['N', 'N'])
  const session = await openSession(encode({ product: matmul(matmul(a, a), matmul(a, a)) }), { device: 'cpu' })
  opened.push(session)
  let turns = 0
  const ticking = setInterval(() => turns++, 1)
  await session.run({ a: floats([768, 768], new Float32Array(768 * 768)) })
  clearInterval(ticking)
  expect(turns).toBeGreaterThan(2)
})
