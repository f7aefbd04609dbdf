/** Which clue bears on which fact, and what nobody can reach. */

import { Scroller } from '../parts/scroller.tsx'
import { t } from '../shell/settings.ts'
import { clueMapOf } from './clues.ts'

export function ClueMap({ text }: { text: string }) {
  const map = clueMapOf(text)
  if (!map) return <p class="muted">{t('clue-map.none')}</p>
  return (
    <div class="stack">
      <Scroller label={t('studio.clue-map')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('clue-map.clue')}</th>
              <th scope="col">{t('clue-map.where')}</th>
              <th scope="col" class="number">
                {t('clue-map.stage')}
              </th>
              <th scope="col">{t('clue-map.bears')}</th>
            </tr>
          </thead>
          <tbody>
            {map.clues.map((clue) => (
              <tr key={clue.id}>
                <th scope="row">{clue.title}</th>
                <td>
                  {clue.where}
                  {!clue.reachable && <span class="badge badge-warn">{t('clue-map.unreachable')}</span>}
                </td>
                <td class="number">{clue.stage + 1}</td>
                <td>
                  {clue.bears.length === 0 ? (
                    <span class="muted">{t('clue-map.nothing')}</span>
                  ) : (
                    clue.bears.map((word) => (
                      <code key={word} class="bearing">
                        {word}
                      </code>
                    ))
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      {map.bare.length > 0 && (
        <p class="small">
          {t('clue-map.bare')}{' '}
          {map.bare.map((id) => (
            <code key={id} class="bearing">
              {id}
            </code>
          ))}
        </p>
      )}
    </div>
  )
}
