/**
 * An agent in any language: a child process that reads one JSON line an ask and writes one JSON line an answer.
 * `stdio:python3 agent.py`. The command is run by the shell: it is the caller's own, never a stranger's.
 */
import type { Beliefs, Plugin } from '../../arena/core/agent.ts'
import { ParleyError } from '../../arena/core/errors.ts'
import { plainAsk, plainSurvey } from '../plain-ask.ts'
import { Child } from './child.ts'

const children = new Map<string, Child>()

function childOf(command: string): Child {
  const known = children.get(command) ?? new Child(command)
  children.set(command, known)
  return known
}

export const stdio: Plugin = {
  id: 'stdio',
  title: 'a child process, one JSON line an ask: stdio:COMMAND',
  make({ argument }) {
    if (argument.trim() === '')
      throw new ParleyError('bad-agent', 'stdio: needs a command, as in stdio:"python3 agent.py"')
    const child = childOf(argument)
    return {
      name: `stdio:${argument}`,
      act: async (ask) => (await child.ask(plainAsk(ask))) as { move: string },
      survey: async (ask) => {
        const { beliefs } = (await child.ask(plainSurvey(ask))) as { beliefs?: Beliefs }
        return beliefs ?? { suspects: [] }
      },
    }
  },
}
