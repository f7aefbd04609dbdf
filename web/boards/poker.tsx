/** Kuhn and Leduc poker: two seats at a felt, their cards, the betting in words. */

import { label, t } from '../shell/settings.ts'
import type { BoardProps } from './board.tsx'
import { SeatPlate } from './seat-plate.tsx'

interface Hand {
  readonly card: string | null
  readonly shown?: readonly string[]
}

interface Kuhn extends Hand {
  readonly bets: readonly string[]
}

interface Leduc extends Hand {
  readonly public: string | null
  readonly rounds: readonly (readonly string[])[]
  readonly paid: readonly number[]
}

export function KuhnTable(props: BoardProps) {
  const { bets } = props.view as Kuhn
  return (
    <Felt {...props} rounds={[bets]}>
      <Chips count={2 + bets.filter((bet) => bet === 'bet').length} />
    </Felt>
  )
}

export function LeducTable(props: BoardProps) {
  const { rounds, paid, public: open } = props.view as Leduc
  return (
    <Felt {...props} rounds={rounds} paid={paid}>
      <div class="felt-centre">
        <Card rank={open} suit="♦" label={t('poker.public')} />
        <Chips count={paid.reduce((sum, one) => sum + one, 0)} />
      </div>
    </Felt>
  )
}

type FeltProps = BoardProps & {
  rounds: readonly (readonly string[])[]
  paid?: readonly number[]
  children: preact.ComponentChildren
}

function Felt(props: FeltProps) {
  return (
    <div class="felt">
      <Side {...props} who={0} />
      <div class="felt-middle">{props.children}</div>
      <Side {...props} who={1} />
      <ol class="betting" aria-label={t('poker.betting')}>
        {props.rounds.flatMap((moves, round) => [
          ...(round > 0 ? [<li key={`round-${round}`} class="betting-round" aria-hidden="true" />] : []),
          ...moves.map((move, at) => (
            <li key={`${round}-${at}`} class={`accent-${at % 2 === 0 ? 'first' : 'second'}`}>
              {label('move', move)}
            </li>
          )),
        ])}
      </ol>
    </div>
  )
}

function Side({ match, view, views, seat, paid, who }: FeltProps & { who: number }) {
  const note = paid ? t('poker.paid', { chips: paid[who]! }) : undefined
  return (
    <div class="felt-side">
      <SeatPlate match={match} seat={who} note={note} />
      <Card
        rank={cardOf(view as Hand, views as readonly Hand[] | undefined, seat, who)}
        suit={paid ? SEAT_SUITS[who] : undefined}
        label={t('poker.card', { name: match.seats[who]!.name })}
      />
    </div>
  )
}

/** A card is known when it was laid open, when it is one's own, or when every seat's view is at hand. */
function cardOf(view: Hand, views: readonly Hand[] | undefined, seat: number | undefined, who: number): string | null {
  return view.shown?.[who] ?? views?.[who]?.card ?? (seat === who ? view.card : null)
}

const SEAT_SUITS = ['♠', '♥'] as const
const RANKS: Readonly<Record<string, string>> = { J: '♣', Q: '♥', K: '♠', T: '♦', A: '♦' }

/** Suits mean nothing in either game: in Kuhn poker a rank has its own, in Leduc poker, with two cards of a rank, a place has. */
function Card({ rank, suit, label: name }: { rank: string | null; suit?: string | undefined; label: string }) {
  if (rank === null) return <div class="card card-back" role="img" aria-label={`${name}: ${t('poker.hidden')}`} />
  const shown = suit ?? RANKS[rank] ?? '♦'
  return (
    <div class="card" role="img" aria-label={`${name}: ${rank}`} data-red={shown === '♥' || shown === '♦'}>
      <span class="card-rank">{rank}</span>
      <span class="card-suit">{shown}</span>
    </div>
  )
}

function Chips({ count }: { count: number }) {
  return (
    <div class="chips" role="img" aria-label={t('poker.pot', { chips: count })}>
      {Array.from({ length: Math.min(count, 14) }, (_, at) => (
        <span key={at} class="chip" />
      ))}
      <span class="chips-count">{count}</span>
    </div>
  )
}
