/** Starts a plugin's thread from TypeScript sources and from the built files alike. */
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** `file` names the source: `new URL('./thread.ts', import.meta.url)`. */
export function startThread(file: URL): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(file.href.replace(/\.ts$/, '.js')))
  const half = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs')
  const tsx = JSON.stringify(pathToFileURL(half).href)
  const code = `import(${tsx}).then(({ register }) => { register(); return import(${JSON.stringify(file.href)}) })`
  return new Worker(code, { eval: true })
}
