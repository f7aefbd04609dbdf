/** Talks in character without a plan: asks, shows and accuses at random, answers as it may, votes with the loudest. */
import type { Answer, Ask, Plugin } from '../../arena/core/agent.ts'
import { pick, type Random } from '../../arena/core/rng.ts'
import { readerOf } from '../../arena/games/murder-mystery/belief.ts'
import type { MysteryView } from '../../arena/games/murder-mystery/view.ts'
import { beliefsOf } from '../detective/opinion.ts'
import { offered } from '../detective/reading.ts'

export const talker: Plugin = {
  id: 'talker',
  title: 'talks at random but in character; votes for whom it heard accused',
  kinds: ['murder-mystery'],
  make: ({ random }) => ({
    name: 'talker',
    version: '1',
    act: (ask) => talk(ask, random),
    survey: ({ view, seat }) => beliefsOf(readerOf('own').posterior(view as MysteryView), seat),
  }),
}

/** Prefers a kind of move first, so that the many questions don't crowd the rest out. Passing is for when there is nothing else. */
function talk({ moves, view }: Ask, random: Random): Answer {
  if (moves.length === 1) return { move: moves[0]! }
  if (moves[0]!.startsWith('vote ')) return { move: vote(moves, view as MysteryView, random) }
  const kinds = new Map<string, string[]>()
  for (const move of moves) {
    const space = move.indexOf(' ')
    const kind = space < 0 ? move : move.slice(0, space)
    const same = kinds.get(kind)
    if (same) same.push(move)
    else kinds.set(kind, [move])
  }
  if (kinds.size > 1) kinds.delete('pass')
  return { move: pick(pick([...kinds.values()], random()), random()) }
}

function vote(moves: readonly string[], { record, case: story, me }: MysteryView, random: Random): string {
  const heard: string[] = []
  for (const { by, of } of record.accusations) {
    const move = by !== me?.seat && of !== me?.seat ? offered(moves, `vote ${story.cast[of]!.id}`) : undefined
    if (move !== undefined) heard.push(move)
  }
  return heard.length > 0 && random() < 0.5 ? pick(heard, random()) : pick(moves, random())
}
