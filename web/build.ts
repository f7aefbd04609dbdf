/** Bundles the pages: hashed files, nothing inline, nothing from elsewhere. `npm run build` puts them into dist/web, `web/build.ts DIR` elsewhere. */
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

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPages(process.argv[2] ?? join(here, '../dist/web'))
