/** Every agent shipped with the arena. Adding one: write its folder, list it here. */
import type { Plugin } from '../arena/core/agent.ts'
import { culprit } from './culprit/index.ts'
import { detective } from './detective/index.ts'
import { agentOpener } from './open-agent.ts'
import { perfect } from './perfect/index.ts'
import { policy } from './policy/index.ts'
import { random } from './random/index.ts'
import { talker } from './talker/index.ts'

export const plugins: readonly Plugin[] = [random, perfect, policy, detective, culprit, talker]

export const openAgent = agentOpener(plugins)
