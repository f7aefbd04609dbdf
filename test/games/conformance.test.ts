/** Every strategic scenario keeps the contract of a game. */
import { listScenarios, openScenario } from '../../arena/scenario/index.ts'
import { conformance } from '../support/conformance.ts'

const MATCHES: Readonly<Record<string, number>> = { hanabi: 8, 'connect-four': 25 }
const COOPERATIVE = 'hanabi'

for (const { id, kind } of listScenarios()) {
  if (kind === 'murder-mystery') continue // has a suite of its own, with the same laws
  const { game } = await openScenario(id)
  conformance(game, { matches: MATCHES[id] ?? 90, limit: 300, zeroSum: kind !== COOPERATIVE })
}
