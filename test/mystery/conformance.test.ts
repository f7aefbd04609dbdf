/** Generated mysteries keep the contract of a game. */
import { mysteryGame } from '../../arena/games/murder-mystery/index.ts'
import { generate } from '../../arena/scenario/generate.ts'
import { conformance } from '../support/conformance.ts'

for (const difficulty of ['simple', 'complex'] as const) {
  const document = generate(2, difficulty)
  conformance(mysteryGame(document.id, document), { matches: 2, limit: 300 })
}
