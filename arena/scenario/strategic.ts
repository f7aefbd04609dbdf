/** The words of a strategic game: rules, turns and lines from templates that see its parameters and a view. */
import type { Choice, Game, Played, Seat } from '../core/game.ts'
import type { Kind } from '../games/kind.ts'
import { oneLine, type PhraseBook, patternOf, quoted, variant } from './phrases.ts'
import type { Scenario } from './scenario.ts'
import type { Render } from './template.ts'

export interface StrategicDocument {
  readonly id: string
  readonly kind: string
  readonly version: number
  readonly title: string
  readonly summary: string
  readonly language: string
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface Words {
  /** `rules.hbs`: sees { title, summary, parameters, names }. */
  readonly rules: Render
  /** `turn.hbs`: sees also { rules, view, seat, name, role, others, moves, asked }. */
  readonly turn: Render
  /** `phrases.json`: sees { name, names, parameters, view, ...slots }. */
  readonly phrases: PhraseBook
}

export function strategicScenario(document: StrategicDocument, kind: Kind, words: Words, hash: string): Scenario {
  const { id, title, summary, language, parameters } = document
  const game: Game = kind.make(id, parameters)
  const names = game.seats.map((seat) => seat.name)
  const rules = words.rules({ title, summary, parameters, names, seats: names.length }).trim()
  const prompts = rememberedByView()
  const lines = rememberedByView()

  return {
    id,
    kind: kind.id,
    title,
    summary,
    language,
    hash,
    game,
    document,
    prompt(view: unknown, seat: Seat, choice: Choice | null) {
      return prompts(view, `${seat} ${choice?.moves.join() ?? 'survey'}`, () => {
        const { name, role } = game.seats[seat]!
        const others = names.filter((_, other) => other !== seat)
        const asked = { moves: choice?.moves ?? [], survey: choice === null }
        return words.turn({ title, parameters, names, rules, view, seat, name, role, others, ...asked }).trim()
      })
    },
    line: (view, played, salt) =>
      lineOf({ game, names, parameters, phrases: words.phrases, lines }, view, played, salt),
  }
}

interface Telling {
  readonly game: Game
  readonly names: readonly string[]
  readonly parameters: unknown
  readonly phrases: PhraseBook
  readonly lines: RememberedByView
}

type RememberedByView = (view: unknown, key: string, make: () => string) => string

/** Words already made for a view. Games of few positions hand out the same frozen view again and again; of others nothing is kept. */
function rememberedByView(): RememberedByView {
  const known = new WeakMap<object, Map<string, string>>()
  return (view, key, make) => {
    if (typeof view !== 'object' || view === null || !Object.isFrozen(view)) return make()
    const ofView = known.get(view) ?? new Map<string, string>()
    if (ofView.size === 0) known.set(view, ofView)
    const text = ofView.get(key) ?? make()
    ofView.set(key, text)
    return text
  }
}

function lineOf(
  { game, names, parameters, phrases, lines }: Telling,
  view: unknown,
  played: Played,
  salt: string,
): string {
  const found = patternOf(phrases.keys(), played.seat === null ? `deal ${played.move}` : played.move)
  const said = oneLine(played.text ?? '') === '' ? '' : ` ${quoted(played.text!)}`
  if (!found) return played.move + said
  const variants = phrases.get(found.pattern)!
  const name = played.seat === null ? '' : game.seats[played.seat]!.name
  const number = variant(variants.length, salt, found.pattern, 0)
  const told = lines(view, `${played.seat} ${number} ${played.move}`, () =>
    variants[number]!({ ...found.slots, name, names, parameters, view, seat: played.seat ?? -1 }).trim(),
  )
  return told + said
}
