import { expect, test } from '@jest/globals'
import {
  advantagesByTurn,
  advantagesWithoutAgentSpecific,
  advantagesWithoutTurnLevel,
  gainsToGo,
  trajectoryPooledAdvantages,
  turnAdvantages,
} from '../../arena/rewards/mars.ts'
import { spiralAdvantages } from '../../arena/rewards/spiral.ts'
import type { Step } from '../../arena/rewards/trajectory.ts'
import { expectClose, vector } from './vectors.ts'

interface Case {
  gamma: number
  gains: number[]
  byRole_turnPooled: number[]
  byRole_trajectoryPooled: number[]
  withoutAgentSpecific: number[]
}
const worked = vector<{
  turns: Step[]
  cases: Case[]
  withoutTurnLevel: number[]
  'spiralRae_alpha0.95': number[]
}>('mars')

test.each(worked.cases)('MARS follows the worked values at gamma $gamma', (one) => {
  expectClose(gainsToGo(worked.turns, one.gamma), one.gains)
  expectClose(turnAdvantages(worked.turns, one.gamma), one.byRole_turnPooled)
  expectClose(trajectoryPooledAdvantages(worked.turns, one.gamma), one.byRole_trajectoryPooled)
  expectClose(advantagesWithoutAgentSpecific(worked.turns, one.gamma), one.withoutAgentSpecific)
})

test('without turn-level credit and SPIRAL follow the worked values', () => {
  expectClose(advantagesWithoutTurnLevel(worked.turns), worked.withoutTurnLevel)
  expectClose(spiralAdvantages(worked.turns), worked['spiralRae_alpha0.95'])
})

test('SPIRAL carries its baseline from batch to batch', () => {
  const half = worked.turns.findIndex(({ match }) => match === 'm4')
  const baselines = {}
  const parts = [
    ...spiralAdvantages(worked.turns.slice(0, half), baselines),
    ...spiralAdvantages(worked.turns.slice(half), baselines),
  ]
  expectClose(parts, worked['spiralRae_alpha0.95'])
})

test('two matches worked by hand', () => {
  const turn = (match: string, seat: number, reward: number) => ({ match, game: 'g', seat, role: `p${seat}`, reward })
  const turns = [
    turn('A', 0, 0.05),
    turn('A', 1, 0.05),
    turn('A', 0, 0.05),
    turn('A', 1, -0.95),
    turn('A', 0, 1.05),
    turn('B', 0, 0.05),
    turn('B', 1, 0.05),
    turn('B', 0, -10.95),
  ]
  expectClose(turnAdvantages(turns), [4.86, -0.3, 4.81, -0.35, 4.76, -7.19, 0.65, -7.24], 1e-9)
})

test('by-turn advantages are centred in every place of every role, so an early move earns no praise for being early', () => {
  const advantages = advantagesByTurn(worked.turns)
  const seen = new Map<string, number>()
  const sums = new Map<string, number>()
  worked.turns.forEach(({ match, seat, game, role }, i) => {
    const place = seen.get(`${match}/${seat}`) ?? 0
    seen.set(`${match}/${seat}`, place + 1)
    const key = `${game}/${role}/${place}`
    sums.set(key, (sums.get(key) ?? 0) + advantages[i]!)
  })
  expect(sums.size).toBeGreaterThan(8)
  for (const sum of sums.values()) expect(sum).toBeCloseTo(0, 9)
})

test('generated scenarios of one kind are one game when means are taken', () => {
  const turn = (game: string, reward: number) => ({ match: game, game, seat: 0, role: 'culprit', reward })
  expect(turnAdvantages([turn('mystery:simple:1', 1), turn('mystery:simple:2', -1)])).toEqual([1, -1])
  expect(turnAdvantages([turn('mystery:simple:1', 1), turn('mystery:complex:2', -1)])).toEqual([0, 0])
})
