/** The demo's guest: a process of its own that plays over a real socket, told where and by which token on its command line. */
import { joinArena } from '../../plugins/client/index.ts'
import { detective } from '../../plugins/detective/index.ts'
import { random as anyone } from '../../plugins/random/index.ts'
import type { Ask, SurveyAsk } from '../core/agent.ts'
import { seeded } from '../core/rng.ts'

const [url = '', token = ''] = process.argv.slice(2)
const random = seeded(process.pid)
const sleuth = await detective.make({ random, argument: '' })
const gambler = await anyone.make({ random, argument: '' })

const player = await joinArena({
  url,
  token,
  version: '1',
  concurrency: 16,
  act: (ask) => (ask.kind === 'murder-mystery' ? sleuth : gambler).act(ask as Ask),
  survey: (ask) => sleuth.survey!(ask as unknown as SurveyAsk),
})
process.on('disconnect', () => process.exit(0))
await player.closed
