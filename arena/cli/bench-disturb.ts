/** `parley bench disturb`: ten running matches in bad circumstances, and how many of their logs are those of an undisturbed run. */
import type { Bench, Measure } from './bench.ts'
import { Failed } from './command.ts'
import { type DisturbReport, disturbed, MATCHES, type Plan, undisturbed } from './disturb/run.ts'

const CALM: Plan = { agentKills: 0, serverKills: 0, fiveDrops: 0, duplicate: false, reorder: false }

/** Everything at once; what a test runs too. */
export const ALL: Plan = { agentKills: 2, serverKills: 2, fiveDrops: 1, duplicate: true, reorder: true }

const PLANS: readonly Plan[] = [
  CALM,
  { ...CALM, agentKills: 3 },
  { ...CALM, serverKills: 3 },
  { ...CALM, fiveDrops: 3 },
  { ...CALM, duplicate: true },
  { ...CALM, reorder: true },
  ALL,
]

export const benchDisturb: Bench = async () => {
  const calm = await undisturbed(1)
  const found: Record<string, Measure> = {}
  for (const [seed, plan] of PLANS.entries()) {
    const report = await disturbed(plan, calm, seed + 1)
    found[worded(report)] = {
      value: report.identical,
      unit: 'logs as undisturbed',
      baseline: MATCHES,
      ratio: report.identical / MATCHES,
    }
  }
  const faulty = Object.entries(found).filter(([, { ratio }]) => ratio < 1)
  if (faulty.length > 0) throw new Failed(`logs differ after: ${faulty.map(([name]) => name).join('; ')}`)
  return found
}

function worded({ agentKills, serverKills, drops, duplicates, overtaken }: DisturbReport): string {
  const counts: readonly (readonly [number, string])[] = [
    [agentKills, 'kills of the agents'],
    [serverKills, 'kills of the arena'],
    [drops, 'drops'],
    [duplicates, 'doubled'],
    [overtaken, 'overtaken'],
  ]
  const said = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  return said.join(', ') || 'no disturbance'
}
