/** A child process that answers lines of JSON with lines of JSON; one for all seats of a command. */
import { type ChildProcess, spawn } from 'node:child_process'
import { ParleyError } from '../../arena/core/errors.ts'

interface Pending {
  readonly match: unknown
  readonly turn: unknown
  readonly type: unknown
  readonly seat: unknown
  resolve(answer: unknown): void
  reject(error: Error): void
}

/** A line longer than this ends the child. */
const LINE_MAX = 1_048_576
/** A child nobody asks for so long is ended. */
const IDLE_MS = 60_000
/** Lines of what it said last, for the error when it dies. */
const SAID = 5

export class Child {
  readonly #command: string
  #process: ChildProcess | null = null
  #pending: Pending[] = []
  #rest = ''
  #said: string[] = []
  #idle: NodeJS.Timeout | undefined

  constructor(command: string) {
    this.#command = command
  }

  /** Sends a message and waits for the line that answers it. Rejects when the child dies first; the next call starts another. */
  ask(message: object): Promise<unknown> {
    clearTimeout(this.#idle)
    const { match, turn, type, seat } = message as { match?: unknown; turn?: unknown; type?: unknown; seat?: unknown }
    const child = (this.#process ??= this.#start())
    const alive = setInterval(() => {}, 60_000) // while an answer is waited for; the child itself holds nothing up
    return new Promise((resolve, reject) => {
      this.#pending.push({ match, turn, type, seat, resolve, reject })
      child.stdin!.write(`${JSON.stringify(message)}\n`)
    }).finally(() => {
      clearInterval(alive)
      this.#rested()
    })
  }

  #rested(): void {
    clearTimeout(this.#idle)
    if (this.#pending.length === 0) this.#idle = setTimeout(() => this.end(), IDLE_MS).unref()
  }

  #start(): ChildProcess {
    const child = spawn(this.#command, { shell: true, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
    const died = (why: string) => {
      if (this.#process === child) this.#died(why)
    }
    child.stdin!.on('error', () => {}) // its death is heard of by `exit`
    child.stdout!.setEncoding('utf8').on('data', (text: string) => this.#read(text))
    child.stderr!.setEncoding('utf8').on('data', (text: string) => this.#say(text))
    child.once('error', (error) => died(error.message))
    child.once('exit', (code, signal) => died(signal ? `was ended by ${signal}` : `ended with code ${code}`))
    const atExit = () => killGroup(child)
    process.once('exit', atExit)
    child.once('exit', () => process.off('exit', atExit))
    child.unref()
    for (const pipe of [child.stdin, child.stdout, child.stderr]) (pipe as unknown as { unref?(): void }).unref?.()
    return child
  }

  #say(text: string): void {
    this.#said = [...this.#said, ...text.split('\n').filter((line) => line.trim() !== '')].slice(-SAID)
  }

  #read(text: string): void {
    this.#rest += text
    const lines = this.#rest.split('\n')
    this.#rest = lines.pop()!
    for (const line of lines) this.#line(line)
    if (this.#rest.length > LINE_MAX) this.end(`sent a line of more than ${LINE_MAX} characters`)
  }

  /** Anything that is no JSON object is chatter: it is kept for the error message and answers nothing. */
  #line(line: string): void {
    let answer: unknown
    try {
      answer = JSON.parse(line)
    } catch {
      this.#say(line)
      return
    }
    if (typeof answer !== 'object' || answer === null) {
      this.#say(line)
      return
    }
    const { match, turn, seat } = answer as { match?: unknown; turn?: unknown; seat?: unknown }
    const fits = (one: Pending) =>
      (match === undefined || one.match === match) &&
      (turn === undefined || one.turn === turn) &&
      (seat === undefined || one.seat === seat)
    const found = this.#pending.find(fits)
    if (!found) return
    this.#pending = this.#pending.filter((one) => one !== found)
    found.resolve(answer)
  }

  #died(why: string): void {
    const said = this.#said.length > 0 ? `; it said: ${this.#said.join(' | ')}` : ''
    const error = new ParleyError('child-died', `"${this.#command}" ${why}${said}`)
    this.#process = null
    this.#rest = ''
    for (const { reject } of this.#pending.splice(0)) reject(error)
  }

  end(why = 'was ended'): void {
    const child = this.#process
    if (!child) return
    this.#died(why)
    killGroup(child)
  }
}

/** The shell and whatever it started. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // it is gone already
  }
}
