/** `parley agent`: templates, access, conformance, and any agent that plays here sent to play elsewhere. */
import type { Command } from 'commander'
import { addAgentCheck } from './agent-check.ts'
import { addAgentConnect } from './agent-connect.ts'
import { addAgentMcp } from './agent-mcp.ts'
import { addAgentNew } from './agent-new.ts'
import { addAgentTokens } from './agent-token.ts'
import type { Subcommand } from './command.ts'

export const agentCommand: Subcommand = {
  name: 'agent',
  summary: 'templates, access and checks for agents that are plugged in',
  examples: [
    'parley agent new my-agent --kind python',
    'parley agent token alice',
    'parley agent check stdio:"python3 my-agent/agent.py"',
    'parley agent connect detective --url http://localhost:8080 --token parley_...',
  ],
  build(command: Command) {
    addAgentNew(command)
    addAgentTokens(command)
    addAgentCheck(command)
    addAgentConnect(command)
    addAgentMcp(command)
  },
}
