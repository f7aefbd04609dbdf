/** A bad network: a WebSocket proxy that drops links, delivers messages twice, and out of order, in both directions, by a seed. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import { type Random, stream } from '../../core/rng.ts'

export interface Weather {
  /** Every answer comes twice, and many asks and acknowledgements; the copy often when the turn is over. */
  readonly duplicate: boolean
  /** Many messages are overtaken by those sent after them. */
  readonly reorder: boolean
}

/** How often what was done to the messages. */
export interface Tally {
  drops: number
  duplicates: number
  overtaken: number
}

/** Messages of play, as socket.io and as lines of JSON; the rest (handshakes, heartbeats) passes untouched. */
const PLAY = /^4[23]\/agents,\d*\[(?!"(?:welcome|closed)")|^\{"type":"(?:act|ask|reply|refused|over)"/
const ACT = /^42\/agents,\d*\["act"|^\{"type":"act"/
const WELCOME = /^42\/agents,\["welcome"|^\{"type":"welcome"/

const OVERTAKEN = 0.3
const COPIED = 0.4
/** Milliseconds after which a message goes on though nothing has overtaken it. */
const PATIENCE = 40

interface Held {
  readonly text: string
  readonly behind: number
  readonly timer: NodeJS.Timeout
}

/** One direction of one link. */
class Lane {
  readonly #send: (text: string) => void
  readonly #weather: Weather
  readonly #random: Random
  readonly #tally: Tally
  #held: Held[] = []

  constructor(send: (text: string) => void, weather: Weather, random: Random, tally: Tally) {
    this.#send = send
    this.#weather = weather
    this.#random = random
    this.#tally = tally
  }

  take(text: string): void {
    if (PLAY.test(text)) this.#play(text)
    else this.#send(text)
  }

  #play(text: string): void {
    const { duplicate, reorder } = this.#weather
    if (duplicate && (ACT.test(text) || this.#random() < COPIED)) {
      this.#tally.duplicates++
      this.#hold(text, 1 + Math.floor(this.#random() * 8))
    }
    if (reorder && this.#random() < OVERTAKEN) this.#hold(text, 1 + Math.floor(this.#random() * 3))
    else this.#pass(text)
  }

  end(): void {
    for (const { timer } of this.#held.splice(0)) clearTimeout(timer)
  }

  /** Has it wait until `behind` others have passed. */
  #hold(text: string, behind: number): void {
    const timer = setTimeout(() => {
      this.#held = this.#held.filter((one) => one.timer !== timer)
      this.#pass(text)
    }, PATIENCE)
    this.#held.push({ text, behind, timer })
  }

  #pass(text: string): void {
    this.#send(text)
    const waiting = this.#held.map(({ behind, ...one }) => ({ ...one, behind: behind - 1 }))
    this.#held = waiting.filter(({ behind }) => behind > 0)
    for (const { text: one, timer } of waiting.filter(({ behind }) => behind === 0)) {
      this.#tally.overtaken++
      clearTimeout(timer)
      this.#send(one)
    }
  }
}

export class BadNetwork {
  readonly tally: Tally = { drops: 0, duplicates: 0, overtaken: 0 }
  /** Answers that went up, copies not counted; links that were welcomed. */
  acts = 0
  welcomes = 0
  /** Where the arena is: `http://127.0.0.1:8080`. */
  target = ''
  readonly #weather: Weather
  readonly #seed: number
  readonly #server: Server = createServer()
  readonly #links = new Set<() => void>()
  #count = 0

  constructor(weather: Weather, seed: number) {
    this.#weather = weather
    this.#seed = seed
    const sockets = new WebSocketServer({ noServer: true })
    this.#server.on('upgrade', (request, stream, head) => {
      const far = new WebSocket(this.target.replace('http', 'ws') + (request.url ?? '/'))
      far.once('error', () => stream.end('HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\n\r\n'))
      far.once('open', () => sockets.handleUpgrade(request, stream, head, (near) => this.#link(near, far)))
    })
  }

  /** Returns its own address. */
  async listen(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Cuts every link. */
  drop(): void {
    this.tally.drops++
    for (const cut of this.#links) cut()
  }

  async close(): Promise<void> {
    for (const cut of this.#links) cut()
    await new Promise((done) => this.#server.close(done))
  }

  #link(near: WebSocket, far: WebSocket): void {
    const number = this.#count++
    const lane = (to: WebSocket, name: string) => {
      const send = (text: string) => to.readyState === to.OPEN && to.send(text)
      return new Lane(send, this.#weather, stream(this.#seed, name, number), this.tally)
    }
    const [up, down] = [lane(far, 'up'), lane(near, 'down')]
    const cut = () => {
      this.#links.delete(cut)
      for (const one of [up, down]) one.end()
      for (const socket of [near, far]) socket.terminate()
    }
    this.#links.add(cut)
    for (const socket of [near, far]) socket.on('error', cut).on('close', cut)
    near.on('message', (data: RawData) => {
      if (ACT.test(String(data))) this.acts++
      up.take(String(data))
    })
    far.on('message', (data: RawData) => {
      if (WELCOME.test(String(data))) this.welcomes++
      down.take(String(data))
    })
  }
}
