/** Worker threads from TypeScript sources and from the built files alike. */
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/**
 * Starts a module in a thread of its own. `file` names the source (`new URL('./session-thread.ts', import.meta.url)`);
 * in a build, where only the .js exists, that is what runs.
 */
export function startThread(file: URL, workerData: unknown): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(file.href.replace(/\.ts$/, '.js')), { workerData })
  // The require half of tsx can't register; its import half lies beside it.
  const half = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs')
  const tsx = JSON.stringify(pathToFileURL(half).href)
  const code = `import(${tsx}).then(({ register }) => { register(); return import(${JSON.stringify(file.href)}) })`
  return new Worker(code, { eval: true, workerData })
}
