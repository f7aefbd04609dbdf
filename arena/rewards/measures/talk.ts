/**
 * Stand-ins that need no judge, reported under their own names: `responsiveness` is not ICI, `consistency` is not SCI.
 */
import type { Turn } from '../../core/turn.ts'
import type { Lived } from '../methods.ts'
import { type Sight, sightOf } from './sight.ts'

/** Moves that put something new before the table. */
const TELLING = new Set(['in', 'alone', 'with', 'motive', 'share', 'contradict', 'confirm', 'deny'])

const verbOf = ({ move }: Turn) => move.split(' ', 1)[0]!

export interface Talk {
  /** Questions asked of the faction, and answered on point (neither deflected nor passed). */
  asked: number
  answered: number
  /** What the faction said in all, and how often it told something. */
  utterances: number
  facts: number
  /** Statements about one's own whereabouts that the speaker's timetable can check, and those that agree with it. */
  checked: number
  consistent: number
}

const empty = (): Talk => ({ asked: 0, answered: 0, utterances: 0, facts: 0, checked: 0, consistent: 0 })

/** Counts by faction; nothing for a game that is no mystery. */
export function talkOf({ turns }: Lived): Record<string, Talk> {
  const talks: Record<string, Talk> = {}
  for (const turn of turns) {
    const sight = sightOf(turn.view)
    if (!sight) return {}
    addTurn((talks[turn.faction] ??= empty()), turn, sight)
  }
  return talks
}

function addTurn(talk: Talk, turn: Turn, sight: Sight): void {
  const verb = verbOf(turn)
  if (verb !== 'vote' && verb !== 'abstain') talk.utterances++
  if (TELLING.has(verb)) talk.facts++
  if (sight.record.question?.to === turn.seat) {
    talk.asked++
    if (verb !== 'deflect' && verb !== 'pass') talk.answered++
  }
  const agrees = agreesWithOwn(turn, sight)
  if (agrees === null) return
  talk.checked++
  if (agrees) talk.consistent++
}

/**
 * Whether a stated place or company is the speaker's own truth; null where there is nothing to check. Company at a place
 * where one claims to have been, and was not, is never true.
 */
function agreesWithOwn({ move, seat }: Turn, { case: story, record, me }: Sight): boolean | null {
  const [verb, ...names] = move.split(' ')
  const asked = record.question?.move.split(' ')
  const slot = story.slots.findIndex(({ id }) => id === asked?.at(-1))
  const truth = me?.timetable[slot]
  if (!truth) return null
  if (verb === 'in') return story.places[truth.place]?.id === names[0]
  if (verb !== 'alone' && verb !== 'with') return null
  const claimed = record.slots[slot]?.claims[seat]
  if (claimed && claimed.place !== truth.place) return false
  const company = truth.with.map((seat) => story.cast[seat]!.id)
  return company.length === names.length && company.every((id) => names.includes(id))
}

/** answered / asked; null when nothing was asked. */
export const responsiveness = (talks: readonly Talk[]): number | null => ratio(talks, 'answered', 'asked')

/** New facts an utterance. */
export const informativeness = (talks: readonly Talk[]): number | null => ratio(talks, 'facts', 'utterances')

/** consistent / checked: statements that are not against the speaker's own knowledge. */
export const consistency = (talks: readonly Talk[]): number | null => ratio(talks, 'consistent', 'checked')

function ratio(talks: readonly Talk[], above: keyof Talk, below: keyof Talk): number | null {
  const sum = (key: keyof Talk) => talks.reduce((total, talk) => total + talk[key], 0)
  return sum(below) === 0 ? null : sum(above) / sum(below)
}
