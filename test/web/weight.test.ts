import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@jest/globals'
import { builtPages } from './pages.ts'

const weigh = (file: string) => gzipSync(readFileSync(file)).length

test('the first page weighs less than 60 kB gzipped, and holds no inline script or style', () => {
  const folder = builtPages()
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const assets = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!)
  expect(assets.some((path) => path.endsWith('.js')) && assets.some((path) => path.endsWith('.css'))).toBe(true)
  const bytes = assets.reduce((sum, path) => sum + weigh(join(folder, path)), gzipSync(html).length)
  expect(bytes).toBeLessThan(60_000)
  expect(html).not.toMatch(/<style|<script(?![^>]* src=)| style=| on\w+=|https?:/)
}, 60_000)
