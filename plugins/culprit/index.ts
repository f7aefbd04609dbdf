/** Lies consistently, turns suspicion on others, never claims what is refuted. An innocent part it plays like `detective`. */
import type { Plugin } from '../../arena/core/agent.ts'
import { mysteryAgent } from '../detective/index.ts'

export const culprit: Plugin = {
  id: 'culprit',
  title: 'lies consistently and turns suspicion on others; investigates when innocent',
  kinds: ['murder-mystery'],
  make: (context) => mysteryAgent('culprit', context),
}
