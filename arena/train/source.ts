/** Which scenario the next match is of: one, several in turn, or an endless supply of generated mysteries. */
import { ParleyError, unknownName } from '../core/errors.ts'
import type { Game } from '../core/game.ts'
import { mysteryGame } from '../games/murder-mystery/index.ts'
import { GENERATED, generateKind, isHeldOut } from '../scenario/generate.ts'
import { openScenario, sha256Digest } from '../scenario/index.ts'

/** What is learned from and what is measured on never share a generated mystery. */
export type Split = 'training' | 'held-out'

/** What a match needs of its scenario. */
export interface Ground {
  readonly game: Game
  readonly hash: string
}

/** The ground of match number `index`. */
export type Source = (index: number) => Promise<Ground>

/** `mystery:simple` stands for all generated mysteries of the split; any other name for itself. */
export function sourceOf(names: readonly string[], split: Split): Source {
  if (names.length === 0) throw new ParleyError('no-scenario', 'name at least one scenario')
  const each = names.map((name) => (/^mystery:[a-z]+$/.test(name) ? generated(name, split) : fixed(name)))
  return (index) => each[index % each.length]!(Math.floor(index / each.length))
}

function fixed(name: string): Source {
  let opened: Promise<Ground> | undefined
  return () => (opened ??= openScenario(name))
}

/** Only rules are made, no words: nobody reads a training match while it is played. */
function generated(name: string, split: Split): Source {
  const kind = GENERATED.find((one) => name === `mystery:${one}`)
  if (!kind) {
    const known = GENERATED.map((one) => `mystery:${one}`)
    throw unknownName('kind of mystery', name, known)
  }
  const seeds: number[] = []
  let next = 1
  return async (index) => {
    for (; seeds.length <= index; next++) if (isHeldOut(next) === (split === 'held-out')) seeds.push(next)
    const id = `${name}:${seeds[index]}`
    const document = { ...generateKind(seeds[index]!, kind), id }
    return { game: mysteryGame(id, document), hash: sha256Digest(JSON.stringify(document)) }
  }
}
