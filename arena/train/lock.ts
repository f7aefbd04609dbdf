/** One trainer a folder: a lock file that names the process, taken over when that process is gone. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { ParleyError } from '../core/errors.ts'

/** Gives back what releases it. Throws `in-use` when a living process trains in `dir`. */
export function lockFolder(dir: string): () => void {
  mkdirSync(dir, { recursive: true })
  const file = join(dir, 'lock')
  for (let tries = 0; tries < 2; tries++) {
    if (take(file)) return () => rmSync(file, { force: true })
    const holder = holderOf(file)
    if (holder && isAlive(holder)) {
      throw new ParleyError(
        'in-use',
        `${dir}: process ${holder.pid} on ${holder.host} trains here; choose another --out, or delete ${file} if that is no trainer`,
      )
    }
    putAside(file, holder)
  }
  throw new ParleyError('in-use', `${dir}: the lock is contended; try again`)
}

/** Takes away a lock left behind by a process that was killed; one that somebody else took meanwhile is put back. */
function putAside(file: string, left: Holder | null): void {
  const aside = `${file}.left-${process.pid}-${threadId}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const found = holderOf(aside)
  if (found && (found.pid !== left?.pid || found.host !== left.host)) linkSync(aside, file)
  rmSync(aside)
}

/** After a training thread of this very process died without a word: its lock would stand as long as the process lives. */
export function dropOwnLock(dir: string): void {
  const file = join(dir, 'lock')
  const holder = holderOf(file)
  if (holder?.pid === process.pid && holder.host === hostname()) rmSync(file, { force: true })
}

/** Written under a name of its own and linked, so that nobody ever reads a lock without its holder. */
function take(file: string): boolean {
  const draft = `${file}.draft-${process.pid}-${threadId}`
  writeFileSync(draft, JSON.stringify({ pid: process.pid, host: hostname() }))
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

interface Holder {
  readonly pid: number
  readonly host: string
}

function holderOf(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    return null // empty or torn: whoever wrote it did not live to finish
  }
}

/** A process of another machine counts as alive: nothing here can tell. */
function isAlive({ pid, host }: Holder): boolean {
  if (host !== hostname()) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
