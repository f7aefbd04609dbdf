import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { ParleyError } from '../../arena/core/errors.ts'
import type { Session, SessionOptions } from '../../arena/onnx/session.ts'
import { chooseDevice, softwareVulkan } from '../../arena/train/device.ts'
import { newFolder } from './folder.ts'

const dir = newFolder()
const driver = (name: string, library: string) => {
  const file = join(dir, `${name}.json`)
  writeFileSync(file, JSON.stringify({ ICD: { library_path: library } }))
  return file
}
const software = driver('lvp_icd.x86_64', '/usr/lib/libvulkan_lvp.so')
const hardware = driver('nvidia_icd', 'libGLX_nvidia.so.0')

test('a machine whose only Vulkan drivers compute on the processor has no GPU', () => {
  expect(softwareVulkan([software])).toBe('llvmpipe')
  expect(softwareVulkan([driver('icd', '/tmp/libvk_swiftshader.so'), software])).toBe('SwiftShader')
  expect(softwareVulkan([software, hardware])).toBeNull()
  expect(softwareVulkan([])).toBeNull()
  expect(softwareVulkan([join(dir, 'not-there.json')])).toBeNull()
})

/** Devices that take so many milliseconds a run; the others are missing. */
const machine = (speeds: Readonly<Record<string, number>>) => {
  const asked: string[] = []
  const open = async (_: Uint8Array, { device }: SessionOptions): Promise<Session> => {
    asked.push(device)
    const speed = speeds[device]
    if (speed === undefined) throw new ParleyError('no-device', `device ${device} is not available`)
    const until = () => new Promise<Record<string, never>>((done) => setTimeout(() => done({}), speed))
    const unused = () => Promise.reject(new Error('not asked for'))
    return { device, run: until, readState: unused, writeState: unused, stateIn: unused, close: async () => {} }
  }
  return { open, asked }
}

test.each([
  [{ cpu: 40 }, 'cpu', /cuda is not there, webgpu is not there$/],
  [{ cpu: 160, webgpu: 4 }, 'webgpu', /cuda is not there, webgpu .* ms$/],
  [{ cpu: 4, webgpu: 160 }, 'cpu', /cuda is not there, webgpu .* ms$/],
  [{ cpu: 160, webgpu: 160, cuda: 4 }, 'cuda', /cuda .* ms, webgpu .* ms$/],
] as const)('of devices that take %j the fastest is taken: %s', async (speeds, wanted, why) => {
  const found = await chooseDevice(machine(speeds).open, null)
  expect(found.device).toBe(wanted)
  expect(found.why).toMatch(why)
})

test('a software device is not even tried, and what is broken is no missing device', async () => {
  const { open, asked } = machine({ cpu: 4, webgpu: 1 })
  expect(await chooseDevice(open, 'llvmpipe')).toMatchObject({
    device: 'cpu',
    why: expect.stringMatching(/webgpu is llvmpipe, which computes on the processor$/),
  })
  expect(asked).not.toContain('webgpu')
  const broken = () => Promise.reject(new TypeError('a bad graph'))
  await expect(chooseDevice(broken, null)).rejects.toThrow('a bad graph')
})
