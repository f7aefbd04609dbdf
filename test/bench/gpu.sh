#!/usr/bin/env bash
# All checks that want a real GPU, in under five minutes: bash test/bench/gpu.sh [webgpu] [cuda]
# What auto takes and why; on each device that is there, every operator and its gradient and 50 steps of training `bag` and
# `tiny` against the CPU, and a run of `parley train` that is stopped and goes on; then the train step's speed on all of them.
# `bash test/bench/gpu.sh cpu` goes through the motions without a GPU.
set -euo pipefail
cd "$(dirname "$0")/../.."
devices=("$@")
[ ${#devices[@]} -gt 0 ] || devices=(webgpu cuda)
failed=0

echo "== auto"
timeout 60 node --import tsx test/bench/which-device.ts auto

for device in "${devices[@]}"; do
  if ! timeout 60 node --import tsx test/bench/which-device.ts "$device"; then
    [ $# -eq 0 ] || failed=1
    continue
  fi
  echo "== $device against the CPU"
  timeout 70 node --import tsx test/onnx/compare-devices.ts "$device" 50 50 | node -e '
    const found = JSON.parse(require("node:fs").readFileSync(0, "utf8").trim().split("\n").pop())
    const worst = Object.entries(found.operators).sort((a, b) => b[1] - a[1])[0]
    console.log(`operators: ${Object.keys(found.operators).length}, farthest apart: ${worst[0]} by ${worst[1].toExponential(1)}`)
    let failed = !(worst[1] < 1e-3)
    for (const [size, { cpu, device, logp, stateIn }] of Object.entries(found.training)) {
      const off = Math.max(...cpu.map((loss, step) => Math.abs(loss - device[step])))
      console.log(`${size}: ${cpu.length} steps, losses at most ${off.toExponential(1)} apart, log-probabilities ${logp.toExponential(1)}, state between steps in ${stateIn}`)
      failed ||= !(off < 1e-2)
    }
    console.log(failed ? "FAILED" : "ok")
    process.exit(failed ? 1 : 0)' || failed=1

  echo "== a run on $device, stopped and gone on with"
  out="$(mktemp -d)"
  run=(train --scenario kuhn-poker --method mars --size tiny --device "$device" --evaluate 0 --out "$out" --quiet
    --recipe '{"matches":64}' --checkpoint-every 1)
  timeout -s INT 15 node --import tsx arena/cli/main.ts "${run[@]}" --steps 100000 > /dev/null || true
  [ -d "$out/running" ] || { echo "FAILED: no checkpoint after 15 s"; failed=1; }
  steps="$(node -p 'JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8").trim().split("\n").pop()).step' "$out/progress.jsonl")"
  timeout 60 node --import tsx arena/cli/main.ts "${run[@]}" --fresh --steps 40 --json | node -e '
    const { device, steps, finished } = JSON.parse(require("node:fs").readFileSync(0, "utf8").trim().split("\n").pop())
    console.log(`${process.argv[1]} steps in 15 s before; ${steps} steps on ${device}, finished: ${finished}`)
    process.exit(finished && device === process.argv[2] ? 0 : 1)' "$steps" "$device" || { echo FAILED; failed=1; }
  rm -rf "$out"
done

echo "== the train step"
timeout 110 node --import tsx arena/cli/main.ts bench train || failed=1
exit $failed
