/** Kills a tournament's process with SIGKILL again and again until a run gets through, and compares. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Random, stream } from '../../arena/core/rng.ts'
import { temporary } from './arena.ts'

interface ChildEnd {
  readonly done: number
  readonly planned: number
  readonly table: unknown
}

export interface CrashReport {
  readonly kills: number
  /** Milliseconds after its start at which each run was killed. */
  readonly at: readonly number[]
  readonly end: ChildEnd
}

const CHILD = fileURLToPath(new URL('crash-child.ts', import.meta.url))

/** The table of an undisturbed run, and how long it played. */
export async function undisturbed(matches: number): Promise<{ end: ChildEnd; milliseconds: number }> {
  const { end, milliseconds } = await run(temporary(), matches, Number.POSITIVE_INFINITY)
  return { end: end!, milliseconds }
}

/** Every run is killed at a random point, `kills` times, within `milliseconds` of its start; the run after that ends by itself. */
export async function killed(
  matches: number,
  { kills, seed, milliseconds }: { readonly kills: number; readonly seed: number; readonly milliseconds: number },
): Promise<CrashReport> {
  const random: Random = stream(seed, 'kill')
  const data = temporary()
  const at: number[] = []
  for (;;) {
    const after = at.length < kills ? Math.floor(random() * milliseconds) : Number.POSITIVE_INFINITY
    const { end } = await run(data, matches, after)
    if (end) return { kills: at.length, at, end }
    at.push(after)
  }
}

async function run(
  data: string,
  matches: number,
  killAfter: number,
): Promise<{ end?: ChildEnd; milliseconds: number }> {
  const child = spawn(process.execPath, ['--import', 'tsx', CHILD, data, String(matches)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, errors] = ['', '']
  let [began, over] = [0, 0]
  let timer: NodeJS.Timeout | undefined
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
    if (over === 0 && out.includes('over\n')) over = performance.now()
    if (began > 0) return
    began = performance.now()
    if (Number.isFinite(killAfter)) timer = setTimeout(() => child.kill('SIGKILL'), killAfter)
  })
  const signal = await new Promise<string | null>((done) => child.once('close', (_code, by) => done(by)))
  clearTimeout(timer)
  const milliseconds = over - began
  if (signal === 'SIGKILL') return { milliseconds }
  const last = out.trim().split('\n').at(-1)!
  if (!last.startsWith('{')) throw new Error(`the child ended without a table: ${errors}`)
  return { end: JSON.parse(last) as ChildEnd, milliseconds }
}
