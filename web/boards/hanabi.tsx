/** Hanabi: fireworks in the middle, two hands, hints as what each card may still be. */

import { t } from '../shell/settings.ts'
import type { BoardProps } from './board.tsx'
import { SeatPlate } from './seat-plate.tsx'

interface Seen {
  readonly card?: string
  readonly colours: readonly string[]
  readonly ranks: readonly number[]
}

interface View {
  readonly hands: readonly (readonly Seen[])[]
  readonly stacks: Readonly<Record<string, number>>
  readonly score: number
  readonly tokens: number
  readonly lives: number
  readonly deck: number
  readonly turnsLeft: number | null
  readonly discards: readonly string[]
}

export function Hanabi({ match, view: came, views }: BoardProps) {
  const view = came as View
  return (
    <div class="hanabi">
      {view.hands.map((_, seat) => (
        <Hand
          key={seat}
          match={match}
          seat={seat}
          cards={openHand(view, views as readonly View[] | undefined, seat)}
          colours={Object.keys(view.stacks)}
        />
      ))}
      <section class="fireworks-group" aria-label={t('hanabi.fireworks')}>
        <h3>{t('hanabi.fireworks')}</h3>
        <div class="fireworks">
          {Object.entries(view.stacks).map(([colour, height]) => (
            <div
              key={colour}
              class={`firework hue-${colour}`}
              data-empty={height === 0}
              role="img"
              aria-label={t('hanabi.stack', { colour, height })}
            >
              <span class="firework-height">{height === 0 ? '–' : height}</span>
            </div>
          ))}
        </div>
      </section>
      <dl class="meters">
        <Meter name={t('hanabi.score')} value={`${view.score}`} />
        <Meter name={t('hanabi.hints')} value={`${view.tokens}`} />
        <Meter name={t('hanabi.lives')} value={`${view.lives}`} />
        <Meter name={t('hanabi.deck')} value={`${view.deck}`} />
        {view.turnsLeft !== null && <Meter name={t('hanabi.turns-left')} value={`${view.turnsLeft}`} />}
      </dl>
      {view.discards.length > 0 && (
        <ul class="discards" aria-label={t('hanabi.discards')}>
          {view.discards.map((card, at) => (
            <li key={at} class={`hue-${card.split(' ')[0]}`}>
              {card.split(' ')[1]}
              <span class="hidden"> {card}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** With every seat's view at hand, the other seat's eyes give the cards that the holder can't see. */
function openHand(view: View, views: readonly View[] | undefined, seat: number): readonly Seen[] {
  const other = views?.find((_, eyes) => eyes !== seat)
  return other?.hands[seat] ?? view.hands[seat]!
}

function Hand({
  match,
  seat,
  cards,
  colours,
}: {
  match: BoardProps['match']
  seat: number
  cards: readonly Seen[]
  colours: readonly string[]
}) {
  return (
    <div class="hanabi-hand">
      <SeatPlate match={match} seat={seat} />
      <ul class="hanabi-cards">
        {cards.map((card, at) => (
          <Tile key={at} card={card} colours={colours} />
        ))}
      </ul>
    </div>
  )
}

function Tile({ card, colours }: { card: Seen; colours: readonly string[] }) {
  const known = card.card?.split(' ')
  const colour = known?.[0] ?? (card.colours.length === 1 ? card.colours[0] : undefined)
  const rank = known?.[1] ?? (card.ranks.length === 1 ? String(card.ranks[0]) : undefined)
  return (
    <li class={`tile ${colour ? `hue-${colour}` : ''}`} data-known={known !== undefined}>
      <span class="tile-rank">{rank ?? '?'}</span>
      <span class="tile-hints" aria-hidden="true">
        {colours.map((one) => (
          <i key={one} class={`hue-${one}`} data-out={!card.colours.includes(one)} />
        ))}
      </span>
      <span class="tile-ranks">{card.ranks.join(' ')}</span>
      <span class="hidden">
        {card.card ?? t('hanabi.may-be', { colours: card.colours.join(' '), ranks: card.ranks.join(' ') })}
      </span>
    </li>
  )
}

const Meter = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
