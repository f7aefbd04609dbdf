/** A headless Chromium out of an npm package: unpacked once a machine, started once a test file. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const VERSION = '147.0.0'
const UNPACK = `import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())`
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>FOLDER</dir><dir>/usr/share/fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`

/** The folder with the browser, its libraries and fonts. Two processes may race for it: the first rename wins. */
export function unpackBrowser(): string {
  const folder = join(tmpdir(), `parley-chromium-${VERSION}`)
  if (existsSync(folder)) return folder
  const fresh = mkdtempSync(join(tmpdir(), 'parley-chromium-'))
  const env = { ...process.env, TMPDIR: fresh, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' }
  execFileSync(process.execPath, ['--input-type=module', '-e', UNPACK], { env, stdio: 'ignore' })
  writeFileSync(join(fresh, 'fonts', 'fonts.conf'), FONTS.replace('FOLDER', join(folder, 'fonts')))
  try {
    renameSync(fresh, folder)
  } catch {
    rmSync(fresh, { recursive: true, force: true })
  }
  return folder
}

/** Starts the browser; playwright gives it a fresh user-data folder and removes it on close. */
export async function startBrowser(): Promise<Browser> {
  const folder = unpackBrowser()
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: [join(folder, 'al2023', 'lib'), folder].join(':'),
    FONTCONFIG_PATH: join(folder, 'fonts'),
    HOME: folder,
  }
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none']
  return chromium.launch({ executablePath: join(folder, 'chromium'), args, env, headless: true })
}
