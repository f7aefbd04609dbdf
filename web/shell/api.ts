/** The arena's REST side: JSON in, JSON out, a refusal becomes an error with the server's own sentence. */
import { signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { WireRefusal } from '../../arena/host/protocol.ts'
import { t } from './settings.ts'

export class Refused extends Error {
  readonly refusal: WireRefusal

  constructor(refusal: WireRefusal) {
    super(refusal.message)
    this.name = 'Refused'
    this.refusal = refusal
  }
}

export const get = <T>(path: string): Promise<T> => send(path, {})

export const post = <T>(path: string, body: unknown): Promise<T> =>
  send(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

export const put = <T>(path: string, body: string): Promise<T> =>
  send(path, { method: 'PUT', headers: { 'content-type': 'application/json' }, body })

export const postText = <T>(path: string, body: string): Promise<T> =>
  send(path, { method: 'POST', headers: { 'content-type': 'application/x-ndjson' }, body })

async function send<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(path, init).catch(() => {
    throw new Refused({ code: 'unreachable', message: t('error.unreachable') })
  })
  const came: unknown = await response.json().catch(() => null)
  if (response.ok && came !== null) return came as T
  const told = (came as { error?: WireRefusal } | null)?.error
  throw new Refused(
    told ?? { code: `http-${response.status}`, message: t('error.status', { status: response.status }) },
  )
}

export interface Loaded<T> {
  readonly value: T | null
  readonly error: string | null
}

/** Fetches `path` when first shown and whenever it changes; null paths are not fetched. */
export function useGet<T>(path: string | null): Loaded<T> {
  const loaded = useMemo(() => signal<Loaded<T>>({ value: null, error: null }), [])
  useEffect(() => {
    if (path === null) return
    let wanted = true
    get<T>(path).then(
      (value) => {
        if (wanted) loaded.value = { value, error: null }
      },
      (error: Error) => {
        if (wanted) loaded.value = { value: null, error: error.message }
      },
    )
    return () => {
      wanted = false
    }
  }, [path])
  return loaded.value
}
