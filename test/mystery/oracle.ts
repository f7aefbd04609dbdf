/** The vote of innocents who know everything but who did it: all clues, and each innocent's true whereabouts. */

import { readerOf } from '../../arena/games/murder-mystery/belief.ts'
import type { MysteryDocument } from '../../arena/games/murder-mystery/document.ts'
import { mysteryGame } from '../../arena/games/murder-mystery/index.ts'
import type { MysteryView } from '../../arena/games/murder-mystery/view.ts'

/** Whether the innocents convict a culprit by their beliefs alone; ties acquit. */
export function oracleConvicts(document: MysteryDocument): boolean {
  const game = mysteryGame(document.id, document)
  const votes = document.characters.map(() => 0)
  for (const seat of document.characters.keys()) {
    if (document.characters[seat]!.faction === 'killer') continue
    const belief = readerOf('own').posterior(allKnown(document, game, seat))
    votes[belief.indexOf(Math.max(...belief))]!++
  }
  const convicted = votes.indexOf(Math.max(...votes))
  const alone = votes.filter((count) => count === votes[convicted]).length === 1
  return alone && document.truth.culprits.includes(document.characters[convicted]!.id)
}

/** The view of a seat at the last stage, with every clue on the table and every innocent's true word said. */
function allKnown(document: MysteryDocument, game: ReturnType<typeof mysteryGame>, seat: number): MysteryView {
  const start = game.start()
  const last = { ...start, record: { ...start.record, stage: document.stages.length - 1 } }
  const view = game.view(last, seat)
  const own = document.characters.map((_, other) => game.view(last, other).me!)
  const slots = view.record.slots.map((column, slot) => ({
    ...column,
    claims: own.map((one) => {
      const truth = one.timetable[slot]
      return one.faction === 'killer' || !truth ? null : truth
    }),
  }))
  const found = document.clues.map(() => 1 << seat)
  const every = game.view({ ...last, known: found }, seat).me!.clues
  return { ...view, record: { ...view.record, slots, board: every } }
}
