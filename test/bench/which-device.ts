/** Whether a device is there, or what `auto` takes: node --import tsx test/bench/which-device.ts <device>. Exit 1: it is not. */
import { ParleyError } from '../../arena/core/errors.ts'
import { encode } from '../../arena/onnx/encode.ts'
import { input } from '../../arena/onnx/graph.ts'
import { mul } from '../../arena/onnx/operators.ts'
import { openSessionHere, parseDevice } from '../../arena/onnx/session.ts'
import { chooseDevice, softwareVulkan } from '../../arena/train/device.ts'

async function said(word: string): Promise<string> {
  const device = parseDevice(word)
  if (device === 'auto') {
    const { device: chosen, why } = await chooseDevice(openSessionHere)
    return `auto takes ${chosen}: ${why}`
  }
  const session = await openSessionHere(encode({ y: mul(input('x', 'float32', [1]), 2) }), { device })
  await session.close()
  const software = device === 'webgpu' ? softwareVulkan() : null
  return `${device} is there${software === null ? '' : `, by ${software}: correct, but no GPU`}`
}

try {
  console.log(await said(process.argv[2] ?? ''))
} catch (error) {
  if (!(error instanceof ParleyError)) throw error
  console.log(error.message)
  process.exit(1)
}
