/** The WebGPU provider against the CPU, on a software device in a process of its own. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from '@jest/globals'
import { softwareGpu } from '../support/software-gpu.ts'
import type { Comparison } from './compare-devices.ts'

/** Both devices compute in float32; sums are taken in another order. */
const OPERATOR_TOLERANCE = 2e-5
/** On losses of about 0.4; log-probabilities after training may differ ten times as much. */
const TRAINING_TOLERANCE = 1e-4
const STEPS = { bag: 50, tiny: 4 } as const

let found: Comparison

beforeAll(async () => {
  const words = ['--import', 'tsx', 'test/onnx/compare-devices.ts', 'webgpu', `${STEPS.bag}`, `${STEPS.tiny}`]
  const { stdout } = await promisify(execFile)('node', words, {
    env: { ...process.env, ...softwareGpu() },
    timeout: 400_000,
  })
  found = JSON.parse(stdout.trim().split('\n').pop()!)
}, 410_000)

test('every operator and its gradient are the same on WebGPU as on the CPU', () => {
  expect(found.device).toBe('webgpu')
  const off = Object.entries(found.operators).filter(([, worst]) => !(worst <= OPERATOR_TOLERANCE))
  expect(off).toEqual([])
  expect(Object.keys(found.operators).length).toBeGreaterThan(45)
})

test.each(['bag', 'tiny'] as const)('%s trained on WebGPU has the losses of the CPU at every step', (size) => {
  const { cpu, device, logp } = found.training[size]!
  expect(cpu.length).toBe(STEPS[size])
  const off = cpu.map((loss, step) => Math.abs(loss - device[step]!))
  expect(off.filter((distance) => !(distance < TRAINING_TOLERANCE))).toEqual([])
  expect(logp).toBeLessThan(10 * TRAINING_TOLERANCE)
  // Parameters and optimiser state were not sent back between the steps.
  expect(found.training[size]!.stateIn).toBe('device')
  expect(cpu.at(-1)).toBeLessThan(cpu[0]! - 0.05)
})

test('a device that is a processor in disguise is not what auto takes, and it says so', () => {
  expect(found.auto.device).toBe('cpu')
  expect(found.auto.why).toMatch(/^a product takes the processor .* ms, cuda .*, webgpu is SwiftShader, which computes/)
})
