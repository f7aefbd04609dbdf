/** The evidence beside the room: who claims to have been where, the clues on the table, places, ballots, what one seat knows. */
import type { MatchSummary } from '../../arena/host/protocol.ts'
import { Scroller } from '../parts/scroller.tsx'
import { label, t } from '../shell/settings.ts'
import type { ClueCard, Mystery, Own } from './mystery-view.ts'

export function Evidence({ view, match }: { view: Mystery; match: MatchSummary }) {
  return (
    <div class="evidence stack">
      {view.me && <OwnPage own={view.me} view={view} />}
      {view.case.slots.length > 0 && <ClaimTable view={view} />}
      <Clues cards={view.record.board} view={view} />
      <Places view={view} />
      {view.record.ballots.length > 0 && <BallotTable view={view} match={match} />}
    </div>
  )
}

function ClaimTable({ view }: { view: Mystery }) {
  const { cast, slots, places, crime } = view.case
  return (
    <section aria-labelledby="claims">
      <h2 id="claims">{t('mystery.claims')}</h2>
      <Scroller label={t('mystery.claims')}>
        <table class="claims">
          <thead>
            <tr>
              <th scope="col">
                <span class="hidden">{t('mystery.who')}</span>
              </th>
              {slots.map((slot, at) => (
                <th scope="col" key={slot.id} data-crime={crime?.window.includes(at)}>
                  {slot.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cast.map((who, seat) => (
              <tr key={who.id}>
                <th scope="row">{who.name}</th>
                {slots.map((slot, at) => {
                  const words = view.record.slots[at]
                  const claim = words?.claims[seat]
                  const disputed = words?.conflicts.some((pair) => pair.includes(seat)) ?? false
                  return (
                    <td key={slot.id} data-disputed={disputed} data-scene={claim && claim.place === crime?.place}>
                      {claim ? places[claim.place]?.name : <span class="muted">·</span>}
                      {claim?.with && <span class="company">{companyOf(claim.with, cast)}</span>}
                      {disputed && <span class="hidden"> ({t('mystery.disputed')})</span>}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </section>
  )
}

function companyOf(seats: readonly number[], cast: Mystery['case']['cast']): string {
  if (seats.length === 0) return t('mystery.alone')
  return t('mystery.with', { names: seats.map((seat) => cast[seat]?.name ?? '?').join(', ') })
}

function Clues({ cards, view }: { cards: readonly ClueCard[]; view: Mystery }) {
  return (
    <section aria-labelledby="clues">
      <h2 id="clues">
        {t('mystery.clues')}{' '}
        <span class="muted">{t('mystery.clues-of', { count: cards.length, all: view.case.clues })}</span>
      </h2>
      <ul class="clues">
        {cards.map((card) => (
          <ClueSlip key={card.id} card={card} view={view} />
        ))}
        {cards.length === 0 && <li class="muted small">{t('mystery.no-clues')}</li>}
      </ul>
    </section>
  )
}

function ClueSlip({ card, view }: { card: ClueCard; view: Mystery }) {
  const place = card.place === null ? undefined : view.case.places[card.place]?.name
  const finder = card.by === null ? undefined : view.case.cast[card.by]?.name
  return (
    <li class="slip">
      {card.title !== '' && <strong>{card.title}</strong>}
      <span>{card.text}</span>
      {(place ?? finder) !== undefined && (
        <span class="slip-origin">{[place, finder].filter(Boolean).join(' · ')}</span>
      )}
    </li>
  )
}

function Places({ view }: { view: Mystery }) {
  const { places, crime } = view.case
  if (places.length === 0) return null
  return (
    <section aria-labelledby="places">
      <h2 id="places">{t('mystery.places')}</h2>
      <ul class="places">
        {places.map((place, at) => {
          const searches = view.record.searches.filter((one) => one.place === at).length
          return (
            <li key={place.id} data-scene={crime?.place === at} data-open={view.record.searchable.includes(at)}>
              {place.name}
              {crime?.place === at && <span class="place-note">{t('mystery.scene')}</span>}
              {searches > 0 && <span class="place-note">{t('mystery.searched', { count: searches })}</span>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function BallotTable({ view, match }: { view: Mystery; match: MatchSummary }) {
  return (
    <section aria-labelledby="votes">
      <h2 id="votes">{t('mystery.vote')}</h2>
      {view.record.ballots.map((ballot, round) => (
        <ul key={round} class="vote-list">
          {ballot.map((target, voter) => (
            <li key={voter}>
              {match.seats[voter]?.name} <span aria-hidden="true">→</span>{' '}
              <b>{target === null ? t('mystery.nobody') : match.seats[target]?.name}</b>
            </li>
          ))}
        </ul>
      ))}
    </section>
  )
}

export function OwnPage({ own, view }: { own: Own; view: Mystery }) {
  const parts = Object.entries(own.persona).filter(([, text]) => text !== '')
  return (
    <section class="own" aria-labelledby="own">
      <h2 id="own">
        {t('mystery.you-are', { name: view.case.cast[own.seat]?.name ?? '' })}{' '}
        <span class={`badge accent-${own.faction === 'killer' ? 'killer' : 'victim'}`}>{label('role', own.role)}</span>
      </h2>
      {parts.map(([name, text]) => (
        <p key={name}>{text}</p>
      ))}
      <ul class="own-facts">
        {own.secrets.map((secret, at) => (
          <li key={`secret-${at}`}>{secret.text}</li>
        ))}
        {own.knows.map((fact) => (
          <li key={fact.id}>{fact.text}</li>
        ))}
        {own.goals.map((goal) => (
          <li key={goal.id}>{goal.text}</li>
        ))}
        {own.clues.map((clue) => (
          <li key={clue.id}>
            <b>{clue.title}</b> {clue.text}
          </li>
        ))}
      </ul>
    </section>
  )
}
