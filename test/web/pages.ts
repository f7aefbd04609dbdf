/** The pages built from their sources, once for all test files; a changed source builds them anew. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A folder as the server wants it: index.html and assets. */
export function builtPages(): string {
  const folder = join(tmpdir(), `parley-pages-${sourceHash()}`)
  if (existsSync(folder)) return folder
  const fresh = mkdtempSync(join(tmpdir(), 'parley-pages-'))
  execFileSync(process.execPath, ['--import', 'tsx', join(root, 'web/build.ts'), fresh], { cwd: root, stdio: 'pipe' })
  try {
    renameSync(fresh, folder)
  } catch {
    rmSync(fresh, { recursive: true, force: true })
  }
  return folder
}

function sourceHash(): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  const folder = join(root, 'web')
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (/\.(tsx?|css|html|svg|woff2)$/.test(name)) hash.update(name).update(readFileSync(join(folder, name)))
  }
  return hash.digest('hex').slice(0, 16)
}
