/** Every agent shipped with the arena. Adding one: write its folder, list it here. */
import type { Plugin } from '../arena/core/agent.ts'
import { agentOpener } from './open-agent.ts'
import { perfect } from './perfect/index.ts'
import { policy } from './policy/index.ts'
import { random } from './random/index.ts'

export const plugins: readonly Plugin[] = [random, perfect, policy]

export const openAgent = agentOpener(plugins)
