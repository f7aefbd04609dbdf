/** A match on the page: the board, the way through it, the dialogue, and the layers a sight may have. */
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { CreditStrip, Frame, MatchSummary, WatchSight } from '../../arena/host/protocol.ts'
import { Board, type BoardProps } from '../boards/board.tsx'
import { amend, query } from '../shell/router.ts'
import { t } from '../shell/settings.ts'
import { countUpTo, type Layers, linesOf, positionOfTurn } from './dialogue.ts'
import { DialogueLine } from './dialogue-line.tsx'
import type { Feed } from './feed.ts'
import { RewardStrip } from './reward-strip.tsx'
import { withRoles } from './seats.ts'
import { SidePages } from './side-pages.tsx'
import { seek, type Transport, TransportBar } from './transport.tsx'
import { VirtualList } from './virtual-list.tsx'

export interface ViewerProps {
  readonly feed: Feed
  readonly sight: WatchSight
  /** Absent where the sight can't be changed. */
  readonly setSight?: ((sight: WatchSight) => void) | undefined
  readonly offer?: BoardProps['offer']
  /** Under the board: a player's buttons. */
  readonly children?: ComponentChildren
  /** Where the credit of the finished match comes from. */
  creditBy(method: string): Promise<CreditStrip>
}

export function Viewer(props: ViewerProps) {
  const { feed, sight } = props
  const summary = feed.match.value
  const layers = useSignal<Layers>({ notes: false, surveys: false })
  const strip = useSignal<CreditStrip | null>(null)
  const transport: Transport = {
    cursor: useSignal<number | null>(null),
    playing: useSignal(false),
    speed: useSignal(1),
  }
  const frames = feed.frames.value
  const lines = useMemo(() => linesOf(frames, layers.value), [frames, layers.value])
  useDeepLink(transport, feed, lines)
  if (feed.error.value !== null)
    return (
      <p role="alert" class="panel faults">
        {feed.error.value}
      </p>
    )
  if (!summary) return <p class="muted loading">{t('shell.loading')}</p>
  const at = Math.min(transport.cursor.value ?? lines.length - 1, lines.length - 1)
  const frame = transport.cursor.value === null ? frames.at(-1) : (lines[at] ?? frames[0])
  const match = withRoles(summary, frame)
  const shown = { match, frame, frames, lines, at, layers: layers.value, strip: strip.value, sight }
  return (
    <div class="viewer">
      <div class="viewer-stage stack">
        <Stage {...shown} offer={props.offer} />
        <TransportBar transport={transport} count={lines.length} live={match.state === 'running'} />
        {props.children}
      </div>
      <div class="viewer-talk" lang={match.language}>
        <SightBar {...props} match={match} layers={layers} />
        <Talk {...shown} />
      </div>
      <div class="viewer-more stack">
        {match.state === 'over' && (
          <RewardStrip
            match={match}
            strip={strip}
            creditBy={props.creditBy}
            onSeek={(id) => seek(transport, countUpTo(lines, id) - 1)}
          />
        )}
        <SidePages {...shown} />
      </div>
    </div>
  )
}

export interface Shown {
  readonly match: MatchSummary
  /** The newest frame that is shown. */
  readonly frame: Frame | undefined
  readonly frames: readonly Frame[]
  readonly lines: readonly Frame[]
  readonly at: number
  readonly layers: Layers
  readonly strip: CreditStrip | null
  readonly sight: WatchSight
}

function Stage({ match, frame, frames, sight, offer, lines, at }: Shown & { offer: BoardProps['offer'] }) {
  return (
    <section class="panel stage" lang={match.language} aria-label={t('viewer.board')}>
      <Board
        match={match}
        view={frame?.view}
        views={frame?.views}
        frame={lines[at]}
        frames={frames}
        seat={typeof sight === 'number' ? sight : undefined}
        offer={offer}
      />
    </section>
  )
}

function Talk({ match, lines, at, layers, strip }: Shown) {
  const credits = useMemo(() => new Map(strip?.turns.map(({ id, credit }) => [id, credit])), [strip])
  const largest = useMemo(() => Math.max(0, ...[...credits.values()].map(Math.abs)), [credits])
  const newest = lines[at]
  const creditOf = ({ id }: Frame) => {
    const value = credits.get(id)
    return value === undefined ? undefined : { value, largest }
  }
  return (
    <>
      <VirtualList
        items={lines}
        count={at + 1}
        label={t('viewer.dialogue')}
        estimate={74}
        keyOf={(frame) => frame.id}
        render={(frame) => (
          <DialogueLine
            frame={frame}
            match={match}
            layers={layers}
            credit={creditOf(frame)}
            newest={frame === newest}
          />
        )}
      />
      <p class="hidden" aria-live="polite">
        {newest && newest.type !== 'surveyed'
          ? `${match.seats[newest.seat ?? -1]?.name ?? ''} ${newest.line ?? ''}`
          : ''}
      </p>
    </>
  )
}

type SightBarProps = ViewerProps & { match: MatchSummary; layers: { value: Layers } }

function SightBar({ match, sight, setSight, layers }: SightBarProps) {
  const sights: readonly WatchSight[] = ['audience', ...match.seats.map((_, seat) => seat), 'all']
  return (
    <div class="sight-bar">
      {setSight && (
        <label class="row">
          <span class="small">{t('sight.label')}</span>
          <select
            value={String(sight)}
            disabled={!match.open}
            onChange={(event) => setSight(sightOf(event.currentTarget.value))}
          >
            {sights.map((one) => (
              <option key={one} value={String(one)}>
                {typeof one === 'number' ? t('sight.seat', { name: match.seats[one]!.name }) : t(`sight.${one}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      {setSight && !match.open && <span class="small muted">{t('sight.closed')}</span>}
      {(sight === 'all' || (setSight && sight !== 'audience')) && (
        <span class="row">
          <Toggle
            on={layers.value.notes}
            name={t('layer.notes')}
            flip={() => (layers.value = { ...layers.value, notes: !layers.value.notes })}
          />
          {match.kind === 'murder-mystery' && (
            <Toggle
              on={layers.value.surveys}
              name={t('layer.surveys')}
              flip={() => (layers.value = { ...layers.value, surveys: !layers.value.surveys })}
            />
          )}
        </span>
      )}
    </div>
  )
}

const Toggle = ({ on, name, flip }: { on: boolean; name: string; flip: () => void }) => (
  <button type="button" class="toggle" aria-pressed={on} onClick={flip}>
    {name}
  </button>
)

export function sightOf(came: string | null): WatchSight {
  if (came === 'all') return 'all'
  return came !== null && /^\d+$/.test(came) ? Number(came) : 'audience'
}

/** `?turn=12` opens there; other eyes look at the same turn; scrubbing keeps the address in step, a little behind. */
function useDeepLink({ cursor }: Transport, feed: Feed, lines: readonly Frame[]): void {
  const wanted = useSignal(query.value.get('turn'))
  const [frames, complete] = [feed.frames.value, feed.complete.value]
  const place = useRef({ feed, turn: null as string | null })
  useEffect(() => {
    if (place.current.feed !== feed) wanted.value ??= place.current.turn
    const turn = Number(wanted.value)
    if (wanted.value === null || Number.isNaN(turn)) return
    const there = frames.some((frame) => frame.type === 'moved' && (frame.turn ?? -1) >= turn)
    if (!there && !complete) return
    cursor.value = Math.max(0, countUpTo(lines, frames[positionOfTurn(frames, turn)]?.id ?? 0) - 1)
    wanted.value = null
  }, [frames, complete])
  const at = cursor.value
  useEffect(() => {
    place.current = { feed, turn: at === null ? null : String(lines[at]?.turn ?? 0) }
  }, [feed, lines, at])
  useEffect(() => {
    if (wanted.value !== null) return
    const timer = setTimeout(() => amend({ turn: at === null ? null : String(lines[at]?.turn ?? 0) }), 250)
    return () => clearTimeout(timer)
  }, [at])
}
