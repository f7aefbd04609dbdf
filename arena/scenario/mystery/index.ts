/** A murder mystery opened for play: its game, its prompts, its dialogue. */
import type { Choice, Played, Seat } from '../../core/game.ts'
import { hash32 } from '../../core/rng.ts'
import type { MysteryDocument } from '../../games/murder-mystery/document.ts'
import { mysteryGame } from '../../games/murder-mystery/index.ts'
import type { MysteryView } from '../../games/murder-mystery/view.ts'
import type { Scenario } from '../scenario.ts'
import type { Words } from '../strategic.ts'
import { type Memo, promptContext, tellingOf } from './context.ts'
import { lineOf } from './line.ts'
import { after, NOTHING_TOLD, type Told, wordsOfMove } from './told.ts'

/** Trusts the document: it has been checked. */
export function mysteryScenario(document: MysteryDocument, words: Words, hash: string): Scenario {
  const { id, title, summary, language, truth } = document
  const clues = new Map(document.clues.map((clue) => [clue.id, clue.text]))
  const clueIds = [...clues.keys()]
  const memo: Memo = new WeakMap()
  const folded = new WeakMap<object, Told>()
  return {
    id,
    kind: 'murder-mystery',
    title,
    summary,
    language,
    hash,
    game: mysteryGame(id, document),
    document,
    truth: truth.story,
    prompt(view: unknown, seat: Seat, choice: Choice | null) {
      const context = promptContext({
        view: view as MysteryView,
        seat,
        choice,
        phrases: words.phrases,
        clueIds,
        memo,
      })
      const rules = words.rules(context).trim()
      return tidy(words.turn({ ...context, rules }))
    },
    line(view: unknown, played: Played, salt: string) {
      const seen = view as MysteryView
      const telling = { ...tellingOf(seen, words.phrases), salt: matchOf(salt) }
      // A clue that is shared or whispered is laid open by the very move that is witnessed.
      const clueText = (clue: string) => clues.get(clue) ?? ''
      return lineOf({ ...telling, clueText }, toldIn(seen, folded), played)
    },
  }
}

/** The match's part of a salt: without the number of the event behind it. */
const matchOf = (salt: string) => String(hash32(salt.replace(/\W?\d+$/, '')))

function toldIn({ case: story, record }: MysteryView, folded: WeakMap<object, Told>): Told {
  const known = folded.get(record.lines)
  if (known) return known
  let told = NOTHING_TOLD
  for (const { seat, move } of record.lines) told = after(told, seat, wordsOfMove(story, move))
  folded.set(record.lines, told)
  return told
}

/** No more than one empty line in a row, none at the ends. */
const tidy = (text: string) =>
  text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
