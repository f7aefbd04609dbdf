/**
 * An agent whose code isn't trusted: `sandbox:./agent.js`, plain JavaScript that defines `act(ask)` (and `survey(ask)`).
 * It runs in QuickJS inside a thread of its own: no files, no network, no clock, 8 MiB, 300 ms a turn. What it
 * keeps in global variables lasts for the match.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Worker } from 'node:worker_threads'
import type { Beliefs, Plugin } from '../../arena/core/agent.ts'
import { ParleyError } from '../../arena/core/errors.ts'
import { plainAsk, plainSurvey } from '../plain-ask.ts'
import { startThread } from '../start-thread.ts'

const CODE_MAX = 1_000_000
/** What a turn may take in all. The interpreter stops itself earlier, unless it is inside one long native call: then its thread is ended, and other seats in it lose what they kept. */
const STUCK_MS = 3_000

export const sandbox: Plugin = {
  id: 'sandbox',
  title: 'JavaScript that is not trusted, without files, network or time to waste: sandbox:./agent.js',
  make({ argument, random }) {
    const code = readCode(argument)
    const cell = new Cell(code, Math.floor(random() * 2 ** 32))
    return {
      name: `sandbox:${argument}`,
      act: async (ask) => (await cell.call('act', plainAsk(ask))) as { move: string },
      survey: async (ask) => (await cell.call('survey', plainSurvey(ask))) as Beliefs,
    }
  },
}

function readCode(path: string): string {
  try {
    const code = readFileSync(resolve(path), 'utf8')
    if (code.length <= CODE_MAX) return code
  } catch (error) {
    throw new ParleyError('unknown-plugin', `sandbox: ${path} can't be read`, { cause: error })
  }
  throw new ParleyError('broken-plugin', `sandbox: ${path} has more than ${CODE_MAX} characters`)
}

interface Reply {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}

/** One interpreter a seat, all of them in one thread; a thread that hangs is ended and started anew. */
class Cell {
  static #thread: Worker | null = null
  static #calls = 0
  static #last: Promise<void> = Promise.resolve()
  static readonly #open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  static #cells = 0

  readonly #cell = ++Cell.#cells
  readonly #code: string
  readonly #seed: number

  constructor(code: string, seed: number) {
    this.#code = code
    this.#seed = seed
  }

  /** One call at a time: the time of each is its own. */
  async call(name: 'act' | 'survey', ask: object): Promise<unknown> {
    const before = Cell.#last
    let next = () => {}
    Cell.#last = new Promise((done) => {
      next = done
    })
    await before
    try {
      return await this.#call(name, ask)
    } finally {
      next()
    }
  }

  async #call(name: 'act' | 'survey', ask: object): Promise<unknown> {
    const thread = (Cell.#thread ??= Cell.#start())
    const id = ++Cell.#calls
    let timer: NodeJS.Timeout | undefined
    const answer = new Promise((resolve, reject) => {
      Cell.#open.set(id, { resolve, reject })
      timer = setTimeout(() => Cell.#stuck(thread), STUCK_MS) // keeps the process alive, which the thread doesn't
    })
    thread.postMessage({ id, cell: this.#cell, code: this.#code, seed: this.#seed, name, ask: JSON.stringify(ask) })
    return await answer.finally(() => {
      clearTimeout(timer)
      Cell.#open.delete(id)
    })
  }

  static #start(): Worker {
    const thread = startThread(new URL('./thread.ts', import.meta.url))
    thread.on('message', ({ id, value, error }: Reply) => {
      const call = Cell.#open.get(id)
      if (error === undefined) call?.resolve(value)
      else call?.reject(new ParleyError('sandbox', error))
    })
    const ended = () => {
      if (Cell.#thread === thread) Cell.#thread = null
      for (const { reject } of Cell.#open.values()) reject(new ParleyError('sandbox', 'the sandbox was ended'))
    }
    thread.once('error', ended)
    thread.once('exit', ended)
    thread.unref() // after the listeners: they would keep the process alive
    return thread
  }

  static #stuck(thread: Worker): void {
    if (Cell.#thread === thread) Cell.#thread = null
    void thread.terminate()
  }
}
