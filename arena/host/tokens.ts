/** Who may do what: tokens, shown once, kept as hashes; and the passes of people who sit down at a page. */
import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { ParleyError } from '../core/errors.ts'
import { cleanName, skeletonOf } from './names.ts'
import type { Scope, Store, StoredToken } from './store.ts'

/** Who stands behind a request. */
export interface Bearer {
  readonly name: string
  readonly scopes: readonly Scope[]
  /** A pass is good for this match only. */
  readonly match?: string
}

const NAMES_MS = 2_000
const SCOPES: readonly Scope[] = ['play', 'watch', 'moderate']

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

export class Tokens {
  readonly #store: Store
  readonly #key: Buffer
  /** Names that are not to be had: those of the built-in agents. */
  readonly #reserved: ReadonlySet<string>
  /** Remote agents, as read a moment ago. */
  #names: ReadonlySet<string> = new Set()
  #namesAt = 0
  #reading: Promise<void> | null = null

  /** The key that signs passes is made once a store and kept in it. */
  static async open(store: Store, reserved: readonly string[]): Promise<Tokens> {
    await store.addDocument('secret', 'passes', randomBytes(32).toString('hex'))
    const key = Buffer.from(String(await store.document('secret', 'passes')), 'hex')
    return new Tokens(store, key, new Set(['you', 'arena', 'moderator', ...reserved].map(skeletonOf)))
  }

  private constructor(store: Store, key: Buffer, reserved: ReadonlySet<string>) {
    this.#store = store
    this.#key = key
    this.#reserved = reserved
  }

  /** Makes a token and returns its secret, which can't be had again. Throws `bad-name`, `name-taken`, `bad-scope`. */
  async make(name: string, scopes: readonly string[], at: number): Promise<string> {
    const clean = cleanName(name)
    const unknown = scopes.find((scope) => !(SCOPES as readonly string[]).includes(scope))
    if (unknown !== undefined || scopes.length === 0) {
      throw new ParleyError('bad-scope', `no scope "${unknown ?? ''}"; scopes are ${SCOPES.join(', ')}`)
    }
    const secret = `parley_${randomBytes(24).toString('base64url')}`
    const row: StoredToken = {
      id: randomUUID(),
      name: clean,
      skeleton: skeletonOf(clean),
      hash: hashOf(secret),
      scopes: scopes as Scope[],
      createdAt: at,
      revokedAt: null,
    }
    if (this.#reserved.has(row.skeleton) || !(await this.#store.addToken(row))) {
      throw new ParleyError('name-taken', `"${clean}" is taken, or looks like a name that is`)
    }
    return secret
  }

  /** Null for a token that is unknown or revoked, or a pass that was not signed here. */
  async bearer(secret: unknown): Promise<Bearer | null> {
    if (typeof secret !== 'string' || secret.length > 400) return null
    if (secret.startsWith('pass.')) return this.#readPass(secret)
    const token = await this.#store.tokenByHash(hashOf(secret))
    return token && token.revokedAt === null ? { name: token.name, scopes: token.scopes } : null
  }

  /** Of these secrets, those whose tokens were revoked. Passes end with their match, and not before. */
  async gone(secrets: readonly string[]): Promise<ReadonlySet<string>> {
    const tokens = secrets.filter((secret) => !secret.startsWith('pass.'))
    if (tokens.length === 0) return new Set()
    const good = new Set(
      (await this.#store.tokens()).flatMap(({ hash, revokedAt }) => (revokedAt === null ? hash : [])),
    )
    return new Set(tokens.filter((secret) => !good.has(hashOf(secret))))
  }

  /** True when a remote agent goes by this name. */
  async knows(name: string): Promise<boolean> {
    if (Date.now() - this.#namesAt > NAMES_MS) await (this.#reading ??= this.#read()) // one reading for all who wait
    if (!this.#names.has(name)) await this.#read() // it may have been made since
    return this.#names.has(name)
  }

  async #read(): Promise<void> {
    try {
      this.#names = new Set(await this.names())
      this.#namesAt = Date.now()
    } finally {
      this.#reading = null
    }
  }

  /** Names of all remote agents. */
  async names(): Promise<readonly string[]> {
    return (await this.#store.tokens()).filter((token) => token.revokedAt === null).map(({ name }) => name)
  }

  /** A person's pass to one seat of one match. */
  pass(name: string, match: string): string {
    const body = Buffer.from(JSON.stringify([name, match])).toString('base64url')
    return `pass.${body}.${this.#sign(body)}`
  }

  #sign(body: string): string {
    return createHmac('sha256', this.#key).update(body).digest('base64url')
  }

  #readPass(secret: string): Bearer | null {
    const [, body = '', signature = ''] = secret.split('.')
    const right = Buffer.from(this.#sign(body))
    const came = Buffer.from(signature)
    if (came.length !== right.length || !timingSafeEqual(came, right)) return null
    const [name, match] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [string, string]
    return { name, match, scopes: ['play'] }
  }
}

/** The name a person's seat goes by in a match's plan. */
export const personOf = (name: string): string => `person:${name}`
