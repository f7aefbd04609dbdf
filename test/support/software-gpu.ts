/** A Vulkan device in software (SwiftShader, as Chromium carries it), so that GPU code is tested on any Linux machine. */
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

const WANTED = ['libvk_swiftshader.so', 'libvulkan.so.1']

/**
 * Environment variables under which a child process finds the device. Unpacked once into the machine's temporary
 * folder. Elsewhere than on Linux x64 nothing is set: the child then uses the machine's own GPU.
 */
export function softwareGpu(): Readonly<Record<string, string>> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return {}
  const packaged = dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium'))
  const root = packaged.slice(0, packaged.lastIndexOf('chromium') + 'chromium'.length)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const folder = join(tmpdir(), `parley-software-gpu-${version}`)
  if (!existsSync(folder)) unpack(join(root, 'bin', 'swiftshader.tar.br'), folder)
  return {
    LD_LIBRARY_PATH: folder,
    VK_ICD_FILENAMES: join(folder, 'icd.json'),
    VK_DRIVER_FILES: join(folder, 'icd.json'),
  }
}

/** Written under another name first, so that two processes at once do no harm. */
function unpack(archive: string, folder: string): void {
  const fresh = mkdtempSync(`${folder}-`)
  for (const { name, bytes } of tarEntries(brotliDecompressSync(readFileSync(archive)))) {
    if (WANTED.includes(name)) writeFileSync(join(fresh, name), bytes, { mode: 0o755 })
  }
  const library = { library_path: join(folder, WANTED[0]!), api_version: '1.1.0' }
  writeFileSync(join(fresh, 'icd.json'), JSON.stringify({ file_format_version: '1.0.0', ICD: library }))
  try {
    renameSync(fresh, folder)
  } catch (error) {
    rmSync(fresh, { recursive: true })
    if (!existsSync(folder)) throw error
  }
}

/** The files of a tar archive: blocks of 512 bytes, name at 0, size in octal at 124. */
function* tarEntries(archive: Buffer): Generator<{ name: string; bytes: Buffer }> {
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const word = (start: number, length: number) =>
      archive.toString('latin1', at + start, at + start + length).split('\0')[0]!
    const size = Number.parseInt(word(124, 12), 8)
    yield { name: word(0, 100).replace(/^\.\//, ''), bytes: archive.subarray(at + 512, at + 512 + size) }
    at += 512 + Math.ceil(size / 512) * 512
  }
}
