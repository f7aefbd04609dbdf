/** A person takes a seat: choose a game and the others, then moves are buttons and speech is a text box. */
import { useSignal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import type { AgentSummary, ScenarioDetail, ScenarioSummary, SeatOffer } from '../../arena/host/protocol.ts'
import { type Feed, follow } from '../parts/feed.ts'
import { MatchHead } from '../parts/match-head.tsx'
import { MovePad } from '../parts/move-pad.tsx'
import { Portrait } from '../parts/portrait.tsx'
import { creditOfMatch } from '../parts/reward-strip.tsx'
import { type Sitting, sit } from '../parts/sitting.ts'
import { Viewer } from '../parts/viewer.tsx'
import { post, useGet } from '../shell/api.ts'
import { connect } from '../shell/live.ts'
import { t } from '../shell/settings.ts'

export function Play() {
  const offer = useSignal<SeatOffer | null>(null)
  return offer.value ? (
    <Table key={offer.value.match.id} offer={offer.value} leave={() => (offer.value = null)} />
  ) : (
    <Choose onSeat={(taken) => (offer.value = taken)} />
  )
}

const PageHead = () => (
  <div class="page-head">
    <h1>{t('play.title')}</h1>
    <p>{t('play.hint')}</p>
  </div>
)

function Choose({ onSeat }: { onSeat(offer: SeatOffer): void }) {
  const scenarios = useGet<{ items: readonly ScenarioSummary[] }>('/api/scenarios')
  const agents = useGet<{ items: readonly AgentSummary[] }>('/api/agents')
  const scenario = useSignal('')
  const seat = useSignal('')
  const against = useSignal('')
  const error = useSignal<string | null>(null)
  const busy = useSignal(false)
  const items = scenarios.value?.items ?? []
  const chosen = items.find(({ id }) => id === scenario.value) ?? items[0]
  const detail = useGet<ScenarioDetail>(chosen ? `/api/scenarios/${encodeURIComponent(chosen.id)}` : null)
  const able = (agents.value?.items ?? []).filter(
    ({ kinds, here }) => here && chosen && (!kinds || kinds.includes(chosen.kind)),
  )
  // Who was made for this kind of game goes before who plays anything.
  const opponent = able.find(({ id }) => id === against.value) ?? able.find(({ kinds }) => kinds) ?? able[0]
  const take = async () => {
    if (!chosen || !opponent) return
    busy.value = true
    error.value = null
    const request = {
      scenario: chosen.id,
      against: opponent.id,
      ...(seat.value !== '' && { seat: Number(seat.value) }),
    }
    await post<SeatOffer>('/api/play', request).then(onSeat, (cause: Error) => (error.value = cause.message))
    busy.value = false
  }
  return (
    <>
      <PageHead />
      <form
        class="panel stack play-form"
        onSubmit={(event) => {
          event.preventDefault()
          void take()
        }}
      >
        <Pick
          name={t('play.scenario')}
          value={chosen?.id ?? ''}
          options={items.map(({ id, title }) => [id, title])}
          onChange={(id) => {
            scenario.value = id
            seat.value = ''
          }}
        />
        {chosen && <p class="reading">{chosen.summary}</p>}
        <SeatChoice
          names={detail.value?.id === chosen?.id ? (detail.value?.names ?? []) : []}
          value={seat.value}
          onChange={(one) => (seat.value = one)}
        />
        <Pick
          name={t('play.against')}
          value={opponent?.id ?? ''}
          options={able.map(({ id, title }) => [id, title === id ? id : `${id}: ${title}`])}
          onChange={(id) => (against.value = id)}
        />
        {error.value !== null && (
          <p role="alert" class="faults">
            {error.value}
          </p>
        )}
        <div>
          <button type="submit" class="primary" disabled={!chosen || !opponent || busy.value}>
            {t('play.take')}
          </button>
        </div>
      </form>
    </>
  )
}

interface SeatChoiceProps {
  readonly names: readonly string[]
  /** A seat's number, or nothing for any. */
  readonly value: string
  onChange(seat: string): void
}

/** Everyone who sits at the table, to choose from. */
const SeatChoice = ({ names, value, onChange }: SeatChoiceProps) => (
  <fieldset class="seat-choice">
    <legend>{t('play.seat')}</legend>
    <div class="seat-faces">
      {['', ...names].map((name, at) => {
        const seat = at === 0 ? '' : String(at - 1)
        return (
          <label key={seat} class="seat-face">
            <input type="radio" class="hidden" name="seat" checked={value === seat} onChange={() => onChange(seat)} />
            <span class="face">{at === 0 ? <span aria-hidden="true">?</span> : <Portrait name={name} />}</span>
            <span>{at === 0 ? t('play.any-seat') : name}</span>
          </label>
        )
      })}
    </div>
  </fieldset>
)

interface PickProps {
  readonly name: string
  readonly value: string
  readonly options: readonly (readonly [string, string])[]
  onChange(value: string): void
}

const Pick = ({ name, value, options, onChange }: PickProps) => (
  <label class="field">
    <span>{name}</span>
    <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {options.map(([id, title]) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  </label>
)

function Table({ offer, leave }: { offer: SeatOffer; leave(): void }) {
  const [table, setTable] = useState<{ feed: Feed; sitting: Sitting } | null>(null)
  useEffect(() => {
    const eyes = connect('/watch', { token: offer.token })
    const feed = follow(eyes, offer.match.id, offer.seat)
    const sitting = sit(offer)
    setTable({ feed, sitting })
    return () => {
      feed.close()
      eyes.close()
      sitting.leave()
    }
  }, [offer])
  if (!table) return <p class="muted loading">{t('shell.loading')}</p>
  return <Seated {...table} offer={offer} leave={leave} />
}

function Seated({ feed, sitting, offer, leave }: { feed: Feed; sitting: Sitting; offer: SeatOffer; leave(): void }) {
  const match = feed.match.value
  const ask = sitting.ask.value
  const over = match !== null && match.state !== 'running' && match.state !== 'waiting'
  return (
    <>
      <MatchHead match={match} seated />
      <Viewer
        feed={feed}
        sight={offer.seat}
        creditBy={creditOfMatch(offer.match.id)}
        offer={ask ? { moves: ask.moves, choose: (move) => sitting.act(move, '') } : undefined}
      >
        {over ? (
          <div class="panel row">
            <p role="status">{t('play.over')}</p>
            <button type="button" class="primary" onClick={leave}>
              {t('play.again')}
            </button>
            <a href={`/watch/${encodeURIComponent(offer.match.id)}`}>{t('play.replay')}</a>
          </div>
        ) : (
          <MovePad sitting={sitting} />
        )}
      </Viewer>
    </>
  )
}
