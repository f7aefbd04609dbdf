/** The room: everyone around the table, who has the floor, who speaks to whom, and the ballots as they fly. */

import { Portrait } from '../parts/portrait.tsx'
import { accentOf, agentOf } from '../parts/seats.ts'
import { t } from '../shell/settings.ts'
import type { BoardProps } from './board.tsx'
import { addressee, chairAt, MIDDLE, type Mystery } from './mystery-view.ts'

export function MysteryRoom(props: BoardProps) {
  const view = props.view as Mystery
  const count = view.case.cast.length
  return (
    <div class="room" data-seats={count}>
      <div class="room-table" aria-hidden="true" />
      <Threads {...props} />
      <RoomCentre {...props} />
      <ol class="chairs" aria-label={t('mystery.table')}>
        {view.case.cast.map((_, seat) => (
          <Chair key={seat} {...props} who={seat} />
        ))}
      </ol>
      {view.record.ballots.length > 0 && <Ballots view={view} />}
    </div>
  )
}

function Chair({ match, view: came, frame, who }: BoardProps & { who: number }) {
  const view = came as Mystery
  const { record, truth } = view
  const { x, y } = chairAt(who, view.case.cast.length)
  const speaks = frame?.seat === who && frame.move !== undefined
  const votes = record.ballots.at(-1)?.filter((vote) => vote === who).length ?? 0
  const guilty = truth?.culprits.includes(who) ?? false
  const convicted = record.verdict?.convicted === who
  const seat = match.seats[who]!
  return (
    <li
      class={`chair accent-${accentOf(match, who)}`}
      data-speaks={speaks}
      data-floor={record.floor === who && match.state === 'running'}
      data-convicted={convicted}
      style={{ left: `${x}%`, top: `${y}%` }}
    >
      <span class="face">
        <Portrait name={seat.name} />
        {votes > 0 && (
          <span class="tally" title={t('mystery.votes', { count: votes })}>
            {votes}
          </span>
        )}
      </span>
      <span class="chair-name">{seat.name}</span>
      <span class="chair-agent">{agentOf(seat)}</span>
      {guilty && <span class="stamp">{t('mystery.culprit')}</span>}
      {convicted && !guilty && <span class="stamp stamp-soft">{t('mystery.convicted')}</span>}
    </li>
  )
}

/** Threads over the table: contradictions for good, the spoken word for a moment. */
function Threads({ view: came, frame }: BoardProps) {
  const view = came as Mystery
  const count = view.case.cast.length
  const conflicts = view.record.slots.flatMap((slot) => slot.conflicts)
  const to =
    frame?.seat === view.record.question?.by ? (view.record.question?.to ?? null) : addressee(view, frame?.move)
  const from = frame?.seat ?? null
  return (
    <svg class="threads" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {[...new Set(conflicts.map(([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}`))].map((pair) => {
        const [a, b] = pair.split(' ').map(Number) as [number, number]
        return <path key={pair} class="thread-conflict" d={bow(a, b, count)} />
      })}
      {from !== null && to !== null && from !== to && (
        <path key={frame?.id} class="thread-word" d={bow(from, to, count)} />
      )}
    </svg>
  )
}

/** A curve from chair to chair, stopping short of the faces, and around the middle of the table, where words stand. */
function bow(a: number, b: number, count: number): string {
  const [from, to] = [inward(a, count), inward(b, count)]
  const [dx, dy] = [(from.x + to.x) / 2 - 50, (from.y + to.y) / 2 - MIDDLE]
  const length = Math.hypot(dx, dy)
  const [ux, uy] = length < 6 ? [0, 1] : [dx / length, dy / length]
  const reach = Math.max(0.8 * length, length + 34 - 1.6 * length)
  return `M${from.x} ${from.y} Q${50 + ux * reach} ${MIDDLE + uy * reach} ${to.x} ${to.y}`
}

function inward(seat: number, count: number): { x: number; y: number } {
  const { x, y } = chairAt(seat, count)
  return { x: 50 + (x - 50) * 0.8, y: MIDDLE + (y - MIDDLE) * (y < MIDDLE ? 0.42 : 0.68) }
}

function RoomCentre({ view: came, frame }: BoardProps) {
  const view = came as Mystery
  const { record } = view
  const stage = view.case.stages[record.stage]
  return (
    <div class="room-centre">
      <p class="room-stage">
        {stage?.title ?? view.case.title}
        {record.phase === 'turn' || record.phase === 'answer'
          ? ` · ${t('mystery.round', { round: record.round, rounds: stage?.rounds ?? record.round })}`
          : ` · ${t(`phase.${record.phase}`)}`}
      </p>
      {frame?.line !== undefined && frame.seat !== null && (
        <p class="room-line" key={frame.id} aria-hidden="true">
          {frame.line}
        </p>
      )}
      {record.verdict && <p class="room-verdict">{verdictOf(view)}</p>}
    </div>
  )
}

export function verdictOf({ record, case: { cast } }: Mystery): string {
  const { convicted, caught } = record.verdict!
  if (convicted === null) return t('verdict.nobody')
  return t(caught ? 'verdict.caught' : 'verdict.wrong', { name: cast[convicted]!.name })
}

/** Every vote as a small token that flies from its voter to the one it names. */
function Ballots({ view }: { view: Mystery }) {
  const count = view.case.cast.length
  const round = view.record.ballots.length
  return (
    <div class="ballots" aria-hidden="true">
      {view.record.ballots.at(-1)!.map((target, voter) => {
        if (target === null) return null
        const [from, to] = [chairAt(voter, count), chairAt(target, count)]
        return (
          <span
            key={`${round}-${voter}`}
            class="ballot"
            style={{
              '--x0': String(from.x),
              '--y0': String(from.y),
              '--x1': String(to.x),
              '--y1': String(to.y),
              '--wait': `${voter * 110}ms`,
            }}
          />
        )
      })}
    </div>
  )
}
