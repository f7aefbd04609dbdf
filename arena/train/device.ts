/** `--device auto`: the fastest device there is, and why. A processor that calls itself a GPU is none. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { ParleyError } from '../core/errors.ts'
import { encode } from '../onnx/encode.ts'
import { input } from '../onnx/graph.ts'
import { matmul, sum } from '../onnx/operators.ts'
import type { Device, Session, SessionOptions } from '../onnx/session.ts'
import { floats } from '../onnx/tensor.ts'

export interface Choice {
  readonly device: Device
  /** For people: what was found on every device that was looked at. */
  readonly why: string
}

type Open = (model: Uint8Array, options: SessionOptions) => Promise<Session>

/** The fastest of cuda, webgpu and the processor by a matrix product; software devices are not looked at. */
export async function chooseDevice(open: Open, software = softwareVulkan()): Promise<Choice> {
  let best = { device: 'cpu' as Device, time: await millisecondsOn('cpu', open) }
  const found = [`a product takes the processor ${best.time.toFixed(1)} ms`]
  for (const device of ['cuda', 'webgpu'] as const) {
    if (device === 'webgpu' && software !== null) {
      found.push(`webgpu is ${software}, which computes on the processor`)
      continue
    }
    const time = await millisecondsOn(device, open).catch(absent)
    found.push(time === null ? `${device} is not there` : `${device} ${time.toFixed(1)} ms`)
    if (time !== null && time < best.time) best = { device, time }
  }
  return { device: best.device, why: found.join(', ') }
}

function absent(error: unknown): null {
  if (error instanceof ParleyError) return null
  throw error
}

const SIZE = 512
/** Products a run, so that starting a run weighs little; and runs, of which the fastest counts. */
const [LINKS, RUNS] = [8, 3]

/** Of one product of matrices, about the size of a train step's largest. */
async function millisecondsOn(device: Device, open: Open): Promise<number> {
  const a = input('a', 'float32', [SIZE, SIZE])
  let chain = a
  for (let link = 0; link < LINKS; link++) chain = matmul(chain, a)
  const state = { a: floats([SIZE, SIZE], new Float32Array(SIZE * SIZE).fill(1 / SIZE)) }
  const session = await open(encode({ total: sum(chain) }), { device, state })
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run <= RUNS; run++) {
    const started = performance.now()
    await session.run({})
    if (run > 0) best = Math.min(best, performance.now() - started)
  }
  await session.close()
  return best / LINKS
}

/** Vulkan drivers that compute on the processor, by their library's name. */
const SOFTWARE: readonly (readonly [RegExp, string])[] = [
  [/swiftshader/i, 'SwiftShader'],
  [/lvp|lavapipe|llvmpipe/i, 'llvmpipe'],
]

/** The name of a software driver when this machine (Linux) has no other Vulkan driver; else null. */
export function softwareVulkan(manifests: readonly string[] = vulkanManifests()): string | null {
  const names = manifests.map((file) => SOFTWARE.find(([library]) => library.test(libraryOf(file)))?.[1] ?? null)
  return names.length > 0 && names.every((name) => name !== null) ? names[0]! : null
}

/** The driver files that the Vulkan loader would read. */
function vulkanManifests({ VK_DRIVER_FILES, VK_ICD_FILENAMES, XDG_DATA_HOME } = process.env): string[] {
  if (process.platform !== 'linux') return []
  const named = VK_DRIVER_FILES ?? VK_ICD_FILENAMES
  if (named) return named.split(':').filter(existsSync)
  const share = XDG_DATA_HOME ?? join(homedir(), '.local/share')
  const folders = ['/etc', '/usr/local/etc', '/usr/share', '/usr/local/share', share].map((root) =>
    join(root, 'vulkan/icd.d'),
  )
  return folders
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((file) => file.endsWith('.json'))
}

/** A driver file that can't be read counts as a driver of its own name. */
function libraryOf(file: string): string {
  try {
    const { ICD } = JSON.parse(readFileSync(file, 'utf8')) as { ICD?: { library_path?: string } }
    return basename(ICD?.library_path ?? file)
  } catch {
    return basename(file)
  }
}
