/** Every agent shipped with the arena. Adding one: write its folder, list it here. */
import type { Plugin } from '../arena/core/agent.ts'
import { readAnswer, readBeliefs } from '../arena/scenario/read-answer.ts'
import { culprit } from './culprit/index.ts'
import { detective } from './detective/index.ts'
import { hinter } from './hinter/index.ts'
import { http, https } from './http/index.ts'
import { llm } from './llm/index.ts'
import { module } from './module/index.ts'
import { agentOpener } from './open-agent.ts'
import { perfect } from './perfect/index.ts'
import { policy } from './policy/index.ts'
import { random } from './random/index.ts'
import { redteam } from './redteam/index.ts'
import { sandbox } from './sandbox/index.ts'
import { stdio } from './stdio/index.ts'
import { talker } from './talker/index.ts'

export const plugins: readonly Plugin[] = [
  random,
  perfect,
  hinter,
  policy,
  detective,
  culprit,
  talker,
  llm({ answer: readAnswer, beliefs: readBeliefs }),
  stdio,
  http,
  https,
  module,
  sandbox,
  ...redteam,
]

export const openAgent = agentOpener(plugins)
