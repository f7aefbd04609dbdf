/** Opens scenarios once: mysteries take milliseconds to generate, and every summary names one. */
import type { Scenario } from '../scenario/scenario.ts'

export interface ScenarioCache {
  open(name: string): Promise<Scenario>
  /** The scenario's files have changed. */
  forget(name: string): void
}

export function scenarioCache(open: (name: string) => Promise<Scenario>, size: number): ScenarioCache {
  const known = new Map<string, Promise<Scenario>>()
  return {
    async open(name) {
      const found = known.get(name) ?? open(name)
      known.delete(name)
      known.set(name, found) // newest last
      if (known.size > size) known.delete(known.keys().next().value!)
      try {
        return await found
      } catch (error) {
        known.delete(name)
        throw error
      }
    },
    forget: (name) => void known.delete(name),
  }
}
