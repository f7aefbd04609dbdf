/** Entrants that join an arena over a wire, `connected:NAME` in a plan: only the server they are joined to can play their matches. */

const MARK = 'connected:'

/** The name in the token; null for agents that any process can make. */
export const connectedName = (spec: string): string | null => (spec.startsWith(MARK) ? spec.slice(MARK.length) : null)

export const needsServer = ({ agents }: { readonly agents: readonly string[] }): boolean =>
  agents.some((spec) => spec.startsWith(MARK))

/** Names of the connected agents among them, each once. */
export const connectedNames = (agents: readonly string[]): readonly string[] => [
  ...new Set(agents.flatMap((spec) => connectedName(spec) ?? [])),
]
