/** Bundles the pages into dist/web: hashed files, nothing inline, nothing from elsewhere. Run by `npm run build`. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const here = import.meta.dirname

/** Writes the pages to `outDir`; quiet unless something is wrong. */
export async function buildPages(outDir: string): Promise<void> {
  await build({
    root: here,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 900,
    },
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPages(join(here, '../dist/web'))
