/** A log told as a dialogue, to one seat, to the audience, or to somebody who may know everything. */
import { type Sight, witnessed } from '../core/game.ts'
import { type Event, headerOf, type Moment, replay } from '../core/log.ts'
import type { MysteryView } from '../games/murder-mystery/view.ts'
import { ballotsTold, headingOf, secretsOf } from './mystery/asides.ts'
import type { Scenario } from './scenario.ts'
import { MYSTERY } from './schema.ts'

export type Listener = Sight | 'all'

export interface ToldLine {
  /** Of the event in the log. */
  readonly id: number
  readonly kind: 'heading' | 'spoken' | 'chance' | 'aside' | 'fault' | 'end'
  /** The speaker; null where nobody speaks. */
  readonly seat: number | null
  readonly name: string
  readonly text: string
}

/** Tells events up to and including number `until`; reads nothing a `listener` may not know (`all` may know everything). */
export function* tellMatch(
  scenario: Scenario,
  events: readonly Event[],
  listener: Listener,
  until = Number.POSITIVE_INFINITY,
): Generator<ToldLine> {
  const { match } = headerOf(events)
  for (const moment of replay(scenario.game, events)) {
    if (moment.id > until) return
    yield* tellMoment({ scenario, match, listener }, moment)
  }
}

interface Telling {
  readonly scenario: Scenario
  readonly match: string
  readonly listener: Listener
}

function* tellMoment(telling: Telling, moment: Moment): Generator<ToldLine> {
  const { scenario, listener } = telling
  const { event, id } = moment
  const nameOf = (seat: number) => scenario.game.seats[seat]!.name
  switch (event.type) {
    case 'moved':
    case 'dealt':
      yield* tellMove(telling, moment)
      return
    case 'forfeited':
      yield {
        id,
        kind: 'fault',
        seat: event.seat,
        name: nameOf(event.seat),
        text: `forfeits the match (${event.fault})`,
      }
      return
    case 'refused':
      if (listener !== 'all' && listener !== event.seat) return
      yield {
        id,
        kind: 'fault',
        seat: event.seat,
        name: nameOf(event.seat),
        text: `was refused (${event.code}): ${event.came}`,
      }
      return
    case 'ended': {
      const scores = event.scores.map((score, seat) => `${nameOf(seat)} ${Number(score.toFixed(3))}`)
      yield { id, kind: 'end', seat: null, name: '', text: scores.join(', ') }
      if (scenario.truth !== undefined) yield { id, kind: 'end', seat: null, name: '', text: scenario.truth }
      return
    }
    case 'stopped':
      yield { id, kind: 'end', seat: null, name: '', text: `stopped: ${event.reason}` }
      return
    case 'opened':
    case 'surveyed':
      return
    default:
      event satisfies never
  }
}

function* tellMove({ scenario, match, listener }: Telling, moment: Moment): Generator<ToldLine> {
  const { event, id, before, after } = moment
  if (event.type !== 'moved' && event.type !== 'dealt') return
  const { game } = scenario
  const seat = event.type === 'moved' ? event.seat : null
  const text = event.type === 'moved' ? event.text : undefined
  const played = { seat, move: event.move, ...(text !== undefined && { text }) }
  const heard = listener === 'all' ? played : witnessed(game, before, played, listener)
  const sight = listener === 'all' ? 'audience' : listener
  const view = game.view(before, sight)
  const mystery = scenario.kind === MYSTERY
  if (mystery && seat !== null) {
    const heading = headingOf(view as MysteryView)
    if (heading !== undefined) yield { id, kind: 'heading', seat: null, name: '', text: heading }
  }
  if (heard && !(mystery && seat === null)) {
    const line = scenario.line(view, heard, `${match}:${id}`)
    const forced = event.type === 'moved' && event.forced ? ` [played for the seat: ${event.forced}]` : ''
    const name = seat === null ? '' : game.seats[seat]!.name
    yield { id, kind: seat === null ? 'chance' : 'spoken', seat, name, text: line + forced }
  }
  if (!mystery) return
  const aside = (told: string): ToldLine => ({ id, kind: 'aside', seat, name: '', text: told })
  if (seat !== null && (listener === 'all' || listener === seat)) {
    const looks = { before: game.view(before, seat) as MysteryView, after: game.view(after, seat) as MysteryView }
    for (const told of secretsOf({ ...looks, move: event.move, all: listener === 'all' })) yield aside(told)
  }
  for (const told of ballotsTold(view as MysteryView, game.view(after, sight) as MysteryView)) yield aside(told)
}
