/** A player's buttons: the moves offered, grouped by verb, with a text box where the move may carry words. */
import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { AskMessage } from '../../arena/host/protocol.ts'
import { label, t } from '../shell/settings.ts'
import { Clock } from './match-head.tsx'
import { groupMoves, namesIn, restOf } from './move-groups.ts'
import type { Sitting } from './sitting.ts'

export function MovePad({ sitting }: { sitting: Sitting }) {
  const ask = sitting.ask.value
  return (
    <section class="panel pad" aria-labelledby="pad">
      <div class="spread">
        <h2 id="pad" aria-live="polite">
          {t(ask ? 'pad.your-move' : 'pad.wait')}
        </h2>
        {ask && sitting.deadline.value !== null && <Clock until={sitting.deadline.value} />}
      </div>
      {sitting.error.value !== null && (
        <p role="alert" class="faults">
          {sitting.error.value}
        </p>
      )}
      {ask && <Moves key={ask.turn} ask={ask} act={sitting.act} />}
    </section>
  )
}

const FEW = 8

function Moves({ ask, act }: { ask: AskMessage; act(move: string, text: string): void }) {
  const groups =
    ask.moves.length <= FEW ? ask.moves.map((move) => ({ verb: move, moves: [move] })) : groupMoves(ask.moves)
  const names = useMemo(() => namesIn(ask.view), [ask.view])
  const verb = useSignal<string | null>(null)
  const text = useSignal('')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('button')?.focus(), [])
  const open = groups.find((group) => group.verb === verb.value)
  const speaks = (move: string) =>
    ask.speech !== undefined && (ask.speech.moves === 'all' || ask.speech.moves.includes(move))
  const choose = (move: string) => act(move, speaks(move) ? text.value.trim() : '')
  return (
    <div class="stack" ref={box}>
      {ask.speech && ask.moves.some(speaks) && (
        <label class="field">
          <span>{t('pad.words')}</span>
          <textarea
            rows={2}
            maxLength={ask.speech.max}
            value={text.value}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
        </label>
      )}
      <fieldset class="row" aria-label={t('pad.moves')}>
        {groups.map((group) =>
          group.moves.length === 1 ? (
            <button type="button" key={group.verb} onClick={() => choose(group.moves[0]!)}>
              {named(group.moves[0]!, names)}
            </button>
          ) : (
            <button
              type="button"
              key={group.verb}
              aria-expanded={verb.value === group.verb}
              aria-pressed={verb.value === group.verb}
              onClick={() => (verb.value = verb.value === group.verb ? null : group.verb)}
            >
              {label('move', group.verb)} …
            </button>
          ),
        )}
      </fieldset>
      {open && (
        <fieldset class="row pad-targets" aria-label={label('move', open.verb)}>
          {open.moves.map((move) => (
            <button type="button" key={move} onClick={() => choose(move)}>
              {restOf(move, names)}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  )
}

/** The verb in the reader's language, the rest as the scenario calls it. */
const named = (move: string, names: ReadonlyMap<string, string>): string => {
  const [verb = ''] = move.split(' ')
  return move === verb ? label('move', verb) : `${label('move', verb)} ${restOf(move, names)}`
}
