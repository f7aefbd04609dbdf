/** Results on disk: written whole or not at all, and never made twice. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export function keep(file: string, value: object): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.draft`, `${JSON.stringify(value, null, 2)}\n`)
  renameSync(`${file}.draft`, file)
}

export const kept = <T>(file: string): T | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null

/** What stands in the file, or what `make` gives, which stands there from then on. */
export async function once<T extends object>(file: string, make: () => Promise<T>): Promise<T> {
  const before = kept<T>(file)
  if (before) return before
  const made = await make()
  keep(file, made)
  return made
}

export const fileName = (name: string): string => name.replaceAll(/[^\w-]/g, '_')
