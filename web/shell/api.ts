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

/** A file as it stands, whatever is in it. */
export async function getText(path: string): Promise<string> {
  const response = await asked(path, {})
  return response.ok ? await response.text() : refused(response, await response.json().catch(() => null))
}

async function send<T>(path: string, init: RequestInit): Promise<T> {
  const response = await asked(path, init)
  const came: unknown = await response.json().catch(() => null)
  return response.ok && came !== null ? (came as T) : refused(response, came)
}

const asked = (path: string, init: RequestInit): Promise<Response> =>
  fetch(path, init).catch(() => {
    throw new Refused({ code: 'unreachable', message: t('error.unreachable') })
  })

function refused(response: Response, came: unknown): never {
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
export const useGet = <T>(path: string | null): Loaded<T> => useLoaded(path, get<T>)

export const useText = (path: string): Loaded<string> => useLoaded(path, getText)

function useLoaded<T>(path: string | null, load: (path: string) => Promise<T>): Loaded<T> {
  const loaded = useMemo(() => signal<Loaded<T>>({ value: null, error: null }), [])
  useEffect(() => {
    if (path === null) return
    let wanted = true
    load(path).then(
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
