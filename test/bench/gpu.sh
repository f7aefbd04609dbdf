#!/usr/bin/env bash
# All checks that want a real GPU, in under five minutes: bash test/bench/gpu.sh [webgpu|cuda]
# Every operator and its gradient, and 50 steps of training `bag` and `tiny`, against the CPU; then the train-step bench.
set -euo pipefail
cd "$(dirname "$0")/../.."
device="${1:-webgpu}"

echo "== $device against the CPU"
timeout 150 node --import tsx test/onnx/compare-devices.ts "$device" 50 50 | node -e '
  const found = JSON.parse(require("node:fs").readFileSync(0, "utf8").trim().split("\n").pop())
  const worst = Object.entries(found.operators).sort((a, b) => b[1] - a[1])[0]
  console.log(`operators: ${Object.keys(found.operators).length}, farthest apart: ${worst[0]} by ${worst[1].toExponential(1)}`)
  let failed = !(worst[1] < 1e-3)
  for (const [size, { cpu, device, logp }] of Object.entries(found.training)) {
    const off = Math.max(...cpu.map((loss, step) => Math.abs(loss - device[step])))
    console.log(`${size}: ${cpu.length} steps, losses at most ${off.toExponential(1)} apart, log-probabilities ${logp.toExponential(1)}`)
    failed ||= !(off < 1e-2)
  }
  console.log(failed ? "FAILED" : "ok")
  process.exit(failed ? 1 : 0)'

echo "== the train step"
timeout 140 node --import tsx arena/cli/main.ts bench train
