/** What a teller of mysteries adds between the lines: headings, private finds, lies for those who may know, the ballots. */
import type { MysteryView } from '../../games/murder-mystery/view.ts'
import { wordsOfMove } from './told.ts'

/** A heading when the move about to be made is the first of its round or of the vote. */
export function headingOf({ case: story, record }: MysteryView): string | undefined {
  const { phase, stage, round, lines } = record
  const last = lines.at(-1)
  if (phase === 'introduction') return last ? undefined : `${story.title}\n${story.crime?.text ?? ''}`.trim()
  if (phase !== 'turn' || (last && last.stage === stage && last.round === round)) return undefined
  const { title } = story.stages[stage]!
  if (round > 1) return `${title}, round ${round}`
  return `${title}\n${story.narration}`
}

export interface Looks {
  /** The mover's own views. */
  readonly before: MysteryView
  readonly after: MysteryView
  readonly move: string
  /** True when the listener may know more than the mover's own: lies are marked. */
  readonly all: boolean
}

/** What only the mover sees of its own move: the clue it found; for all-knowing listeners also that it lied. */
export function secretsOf({ before, after, move, all }: Looks): string[] {
  const found = (after.me?.clues ?? []).filter((clue) => !before.me?.clues.some((one) => one.id === clue.id))
  const name = before.case.cast[before.me!.seat]!.name
  const told = found.map((clue) => `only ${name} sees: ${clue.text}`)
  if (all && isLie(before, move)) told.push('a lie')
  return told
}

/** Whether the words differ from where the speaker truly was, and with whom. */
function isLie({ case: story, record, me }: MysteryView, move: string): boolean {
  const words = wordsOfMove(story, move)
  const asked = record.question ? wordsOfMove(story, record.question.move) : undefined
  const row = me?.timetable[words.slot ?? asked?.slot ?? -1]
  if (!me || !row) return false
  if (words.verb === 'in') return words.place !== row.place
  if (words.verb === 'alone' || words.verb === 'with') {
    const claimed = record.slots[asked?.slot ?? -1]?.claims[me.seat]?.place
    return claimed !== row.place || words.company.join() !== row.with.join()
  }
  if (words.verb === 'confirm') return !row.with.includes(words.to ?? -1)
  if (words.verb === 'deny') return row.with.includes(words.to ?? -1)
  if (words.verb !== 'contradict') return false
  return (
    record.slots[words.slot ?? -1]?.claims[words.to ?? -1]?.place !== row.place || row.with.includes(words.to ?? -1)
  )
}

/** The ballots once all are in, and the verdict. */
export function ballotsTold(before: MysteryView, after: MysteryView): string[] {
  const { case: story, record } = after
  const name = (seat: number | null) => (seat === null ? 'nobody' : story.cast[seat]!.name)
  const fresh = record.ballots.slice(before.record.ballots.length)
  const told = fresh.map((votes) => votes.map((vote, seat) => `${name(seat)} > ${name(vote)}`).join(', '))
  if (record.verdict && !before.record.verdict) {
    const { convicted, caught } = record.verdict
    told.push(
      `convicted: ${name(convicted)}${caught ? ', who did it' : convicted === null ? '' : ', who did not do it'}`,
    )
  }
  return told
}
