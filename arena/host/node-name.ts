/** What a server is called among those that share a store: the same after every start on the same data folder. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

export function nodeName(data: string): string {
  const path = join(data, 'node')
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  mkdirSync(data, { recursive: true })
  const name = `${hostname()}-${randomBytes(4).toString('hex')}`
  writeFileSync(path, `${name}\n`)
  return name
}
