/** Where scenarios live on disk: one folder each, with scenario.json, and perhaps prompts/ and phrases.json. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Parley's own folder, whether it runs from source or from a build. */
export function packageFolder(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder)
  return folder
}

/** The scenarios that ship with Parley. */
export const shippedFolder = (): string => join(packageFolder(), 'scenarios')

/** Folders of `root` that hold a scenario.json, sorted by name; an empty list when there is no such folder. */
export function scenarioFolders(root: string): string[] {
  if (!existsSync(root)) return []
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, entry.name, 'scenario.json')))
    .map((entry) => entry.name)
    .sort()
}

const FILE_MAX = 2_000_000

/** A file's text, or undefined when there is none (or what is there is no small file). */
export function textOf(...path: readonly string[]): string | undefined {
  const file = join(...path)
  if (!existsSync(file)) return undefined
  const found = statSync(file)
  return found.isFile() && found.size <= FILE_MAX ? readFileSync(file, 'utf8') : undefined
}

/** The data files a scenario is made of, by path within its folder; notes and pictures are not among them. */
export function filesOf(folder: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const name of ['scenario.json', 'phrases.json']) add(name)
  const prompts = join(folder, 'prompts')
  if (existsSync(prompts))
    for (const name of readdirSync(prompts).sort()) if (name.endsWith('.hbs')) add(`prompts/${name}`)
  return files

  function add(name: string): void {
    const text = textOf(folder, name)
    if (text !== undefined) files.set(name, text)
  }
}
