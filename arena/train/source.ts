/** Which scenario the next match is of: one, several in turn, or an endless supply of generated mysteries. */
import { ParleyError } from '../core/errors.ts'
import { isHeldOut } from '../scenario/generate.ts'
import { openScenario, type Scenario } from '../scenario/index.ts'

/** What is learned from and what is measured on never share a generated mystery. */
export type Split = 'training' | 'held-out'

/** The scenario of match number `index`. */
export type Source = (index: number) => Promise<Scenario>

/** `mystery:simple` stands for all generated mysteries of the split; any other name for itself. */
export function sourceOf(names: readonly string[], split: Split): Source {
  if (names.length === 0) throw new ParleyError('no-scenario', 'name at least one scenario')
  const each = names.map((name) => (/^mystery:[a-z]+$/.test(name) ? generated(name, split) : fixed(name)))
  return (index) => each[index % each.length]!(Math.floor(index / each.length))
}

function fixed(name: string): Source {
  let opened: Promise<Scenario> | undefined
  return () => (opened ??= openScenario(name))
}

function generated(name: string, split: Split): Source {
  const seeds: number[] = []
  let next = 1
  return (index) => {
    for (; seeds.length <= index; next++) if (isHeldOut(next) === (split === 'held-out')) seeds.push(next)
    return openScenario(`${name}:${seeds[index]}`)
  }
}
