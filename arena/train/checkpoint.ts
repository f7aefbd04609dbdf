/**
 * A training folder:
 *
 *   versions/7/{policy.onnx, state.safetensors, manifest.json}   (and average.onnx, in small games) a published policy, never changed again
 *   current                                                      the number of the version in use
 *   running/{state.safetensors, manifest.json}                   where an interrupted run goes on
 *   progress.jsonl, steps.jsonl                                  every number, a line a round and a line an optimiser step
 *   lock                                                         the process that trains here
 *
 * Folders are written under a temporary name and renamed, so that nothing half-written is ever found.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brief, ParleyError } from '../core/errors.ts'
import type { Tensors } from '../onnx/tensor.ts'
import type { EncoderSettings } from './encode.ts'
import type { Recipe } from './recipe.ts'
import { fromSafetensors, toSafetensors } from './safetensors.ts'

export interface Manifest {
  /** 0 is the untrained policy. */
  readonly version: number
  readonly parent: number | null
  readonly method: string
  readonly scenarios: readonly string[]
  readonly seed: number
  /** Optimiser steps and rounds of play behind it. */
  readonly steps: number
  readonly rounds: number
  /** Steps at which the run ends. */
  readonly target: number
  readonly recipe: Recipe
  readonly encoder: EncoderSettings & { readonly version: number }
  /** First 16 hex digits of the SHA-256 of the logs it learned from, folded in order of play. */
  readonly logs: string
  /** What the loop carries besides the learner: baselines and the like. */
  readonly memory: Readonly<Record<string, number>>
  readonly evaluation: Readonly<Record<string, unknown>>
  /** Who played: roles learned, opponents, surveyor, logs learned from. */
  readonly company?: Readonly<Record<string, unknown>>
  /** SHA-256 of the state beside it, written with it. */
  readonly digest?: string
}

/** Writes a folder whole or not at all. What stood there before is put aside until the new one is in its place. */
function writeFolder(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  const draft = `${folder}.draft-${process.pid}`
  whole(folder, draft, () => {
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft, { recursive: true })
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(draft, name), bytes, { flush: true })
    if (existsSync(folder)) {
      rmSync(before(folder), { recursive: true, force: true })
      renameSync(folder, before(folder))
    }
    renameSync(draft, folder)
    rmSync(before(folder), { recursive: true, force: true })
  })
}

/** Where a folder waits while another takes its place. */
const before = (folder: string) => `${folder}.before`

/** Runs what writes `target` by way of `draft`; when the disk is full, nothing of it is left. */
function whole(target: string, draft: string, write: () => void): void {
  try {
    write()
  } catch (error) {
    dropIfThere(draft)
    throw new ParleyError(
      'not-written',
      `${target} could not be written: ${brief(reason(error))}; nothing was published`,
      { cause: error },
    )
  }
}

/** Clearing up after a failure must not hide it. */
function dropIfThere(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {}
}

/** Removes what a killed trainer left half-written in `dir`, and puts back what it had put aside. */
export function tidyFolder(dir: string): void {
  const running = join(dir, 'running')
  if (existsSync(before(running)) && !existsSync(running)) renameSync(before(running), running)
  for (const folder of [dir, join(dir, 'versions')]) {
    if (!existsSync(folder)) continue
    for (const name of readdirSync(folder)) {
      if (/^(running|current|\d+)\.(draft-\d+|before)$/.test(name)) rmSync(join(folder, name), { recursive: true })
    }
  }
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))

export const versionFolder = (dir: string, version: number): string => join(dir, 'versions', String(version))

export interface Version {
  readonly manifest: Manifest
  readonly policy: Uint8Array
  /** The average policy, in small games. */
  readonly average?: Uint8Array
  readonly state: Tensors
}

export function writeVersion(dir: string, { manifest, policy, average, state }: Version): void {
  writeFolder(versionFolder(dir, manifest.version), {
    'policy.onnx': policy,
    ...(average && { 'average.onnx': average }),
    ...saved(manifest, state),
  })
}

/** The state and a manifest that knows its fingerprint. */
function saved(manifest: Manifest, state: Tensors): Record<string, string | Uint8Array> {
  const bytes = toSafetensors(state)
  const digest = createHash('sha256').update(bytes).digest('hex')
  return { 'state.safetensors': bytes, 'manifest.json': `${JSON.stringify({ ...manifest, digest }, null, 2)}\n` }
}

export function setCurrent(dir: string, version: number): void {
  const draft = join(dir, `current.draft-${process.pid}`)
  whole(join(dir, 'current'), draft, () => {
    writeFileSync(draft, `${version}\n`, { flush: true })
    renameSync(draft, join(dir, 'current'))
  })
}

/** null when nothing was published. */
export function currentVersion(dir: string): number | null {
  const file = join(dir, 'current')
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : null
}

/** In ascending order. */
export function versionsOf(dir: string): number[] {
  const folder = join(dir, 'versions')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b)
}

export const writeRunning = (dir: string, manifest: Manifest, state: Tensors): void =>
  writeFolder(join(dir, 'running'), saved(manifest, state))

export interface Saved {
  readonly manifest: Manifest
  readonly state: Tensors
}

/** null when there is none; throws `corrupt-checkpoint` when it can't be read. */
export const readRunning = (dir: string): Saved | null => readSaved(join(dir, 'running'))

export const readVersion = (dir: string, version: number): Saved | null => readSaved(versionFolder(dir, version))

function readSaved(folder: string): Saved | null {
  if (!existsSync(folder)) return null
  return reading(folder, () => {
    const manifest = manifestIn(folder)
    const bytes = readFileSync(join(folder, 'state.safetensors'))
    const found = createHash('sha256').update(bytes).digest('hex')
    if (manifest.digest !== undefined && manifest.digest !== found) {
      throw new Error('state.safetensors is not what was written')
    }
    return { manifest, state: fromSafetensors(bytes).tensors }
  })
}

export const readManifest = (folder: string): Manifest => reading(folder, () => manifestIn(folder))

const manifestIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest

function reading<T>(folder: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    const remedy = 'delete the folder to go on from the version before it'
    throw new ParleyError('corrupt-checkpoint', `${folder} can't be read: ${brief(reason(error))}; ${remedy}`, {
      cause: error,
    })
  }
}
