/** The thread in which code that isn't trusted runs: one QuickJS runtime a seat, each with its own memory and time. */
import { parentPort } from 'node:worker_threads'
import { getQuickJS, type QuickJSContext, type QuickJSRuntime } from 'quickjs-emscripten'

interface Call {
  readonly id: number
  readonly cell: number
  readonly code: string
  readonly seed: number
  readonly name: 'act' | 'survey'
  /** JSON. */
  readonly ask: string
}

interface Opened {
  readonly runtime: QuickJSRuntime
  readonly context: QuickJSContext
}

const MEMORY = 8 * 1024 * 1024
const STACK = 512 * 1024
const TURN_MS = 300
/** Seats kept at once; the longest unused is closed, and opened anew when it is asked again. */
const CELLS = 64
const ANSWER_MAX = 262_144

const quickjs = await getQuickJS()
const cells = new Map<number, Opened>()

parentPort!.on('message', (call: Call) => {
  const { id } = call
  try {
    parentPort!.postMessage({ id, value: answerTo(call) })
  } catch (error) {
    parentPort!.postMessage({ id, error: error instanceof Error ? error.message : String(error) })
  }
})

function answerTo({ cell, code, seed, name, ask }: Call): unknown {
  const opened = cells.get(cell) ?? open(code, seed)
  cells.delete(cell)
  cells.set(cell, opened)
  for (const [old, one] of cells) {
    if (cells.size <= CELLS) break
    close(old, one)
  }
  try {
    const text = run(opened, `JSON.stringify(${name}(${ask}))`, 'ask.js')
    if (text.length > ANSWER_MAX)
      throw new Error(`the answer has ${text.length} characters; at most ${ANSWER_MAX} are read`)
    return JSON.parse(text) as unknown
  } catch (error) {
    close(cell, opened) // out of memory or time: what is left of it can't be trusted to go on
    throw error
  }
}

function open(code: string, seed: number): Opened {
  const runtime = quickjs.newRuntime()
  runtime.setMemoryLimit(MEMORY)
  runtime.setMaxStackSize(STACK)
  const opened = { runtime, context: runtime.newContext() }
  run(opened, withoutChance(seed), 'chance.js')
  run(opened, `${code}\n;''`, 'agent.js')
  return opened
}

function close(cell: number, { runtime, context }: Opened): void {
  cells.delete(cell)
  try {
    context.dispose()
    runtime.dispose()
  } catch {
    // an interpreter that ran out of memory can't always be taken apart; its memory goes with the thread
  }
}

/** `Math.random` from the seat's own seed, and no clock: the same match plays the same again. */
const withoutChance = (seed: number) => `
  { let state = ${seed >>> 0}
    Math.random = () => { state = (state + 0x6d2b79f5) >>> 0
      let m = Math.imul(state ^ (state >>> 15), state | 1)
      m ^= m + Math.imul(m ^ (m >>> 7), m | 61)
      return ((m ^ (m >>> 14)) >>> 0) / 2 ** 32 }
    delete globalThis.Date; delete globalThis.performance }
  ''`

/** Runs code to its value, a string. Throws what it threw, by name, message and line. */
function run({ runtime, context }: Opened, code: string, file: string): string {
  const end = Date.now() + TURN_MS
  runtime.setInterruptHandler(() => Date.now() > end)
  const result = context.evalCode(code, file)
  if (result.error) {
    const error = context.dump(result.error) as { name?: string; message?: string; stack?: string }
    result.error.dispose()
    if (Date.now() > end) throw new Error(`it thought for more than ${TURN_MS} ms and was stopped`)
    throw new Error(
      `${error.name ?? 'Error'}: ${error.message ?? String(error)} ${(error.stack ?? '').trim().split('\n')[0] ?? ''}`.trim(),
    )
  }
  const value = context.dump(result.value) as unknown
  result.value.dispose()
  return typeof value === 'string' ? value : 'null'
}
