/** From a name on the command line or in a plan to an agent at the table. */
import type { Agent, OpenAgent, Plugin, Reading } from '../arena/core/agent.ts'
import { ParleyError, unknownName } from '../arena/core/errors.ts'
import type { Game } from '../arena/core/game.ts'

/** `openAgent` over a list of plugins. Throws `unknown-agent` with the nearest name, `wrong-kind` when it can't play this game. */
export function agentOpener(plugins: readonly Plugin[]): OpenAgent {
  return async (spec, { game, random }): Promise<Agent> => {
    const [id, argument] = split(spec)
    const plugin = plugins.find((one) => one.id === id)
    if (!plugin) {
      throw unknownName(
        'agent',
        id,
        plugins.map((one) => one.id),
      )
    }
    if (plugin.kinds && !plugin.kinds.includes(game.kind)) {
      throw new ParleyError('wrong-kind', `agent "${id}" plays ${plugin.kinds.join(', ')}; ${game.id} is ${game.kind}`)
    }
    return plugin.make({ random, argument, reading: readingOf(game), ...(game.openRules && { game }) })
  }
}

const readingOf = ({ facts, moveFacts }: Game): Reading => ({
  ...(facts && { facts }),
  ...(moveFacts && { moveFacts }),
})

/** `policy:runs/kuhn@3` is `policy` with `runs/kuhn@3`. */
function split(spec: string): [string, string] {
  const colon = spec.indexOf(':')
  return colon < 0 ? [spec, ''] : [spec.slice(0, colon), spec.slice(colon + 1)]
}
