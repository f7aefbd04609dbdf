/** Tic-tac-toe: nine cells drawn by hand, the winning line struck through. */

import { t } from '../shell/settings.ts'
import type { BoardProps } from './board.tsx'
import { SeatPlate } from './seat-plate.tsx'

interface View {
  /** Three rows of `X`, `O`, `.`. */
  readonly board: readonly string[]
}

const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
] as const
const NAMES = ['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3']

export function TicTacToe({ match, view, frame, offer }: BoardProps) {
  const cells = [...(view as View).board.join('')]
  const won = LINES.find(([a, b, c]) => cells[a] !== '.' && cells[a] === cells[b] && cells[b] === cells[c])
  return (
    <div class="grid-table">
      <SeatPlate match={match} seat={0} />
      <div class="ttt">
        <svg class="ttt-lines" viewBox="0 0 96 96" aria-hidden="true">
          <path d="M33 4 Q31.5 48 33 92 M64 4 Q65 50 63 92 M4 32.5 Q48 31 92 33 M4 64 Q46 65.5 92 63.5" />
          {won && <Strike from={won[0]} to={won[2]} />}
        </svg>
        {cells.map((mark, cell) => (
          <Cell
            key={cell}
            mark={mark}
            cell={cell}
            newest={frame?.move !== undefined && indexOf(frame.move) === cell}
            offer={offer}
          />
        ))}
      </div>
      <SeatPlate match={match} seat={1} />
    </div>
  )
}

type Offer = BoardProps['offer']

function Cell({ mark, cell, newest, offer }: { mark: string; cell: number; newest: boolean; offer: Offer }) {
  const move = offer?.moves.find((one) => indexOf(one) === cell)
  const name = `${NAMES[cell]}: ${mark === '.' ? t('grid.free') : mark}`
  if (offer && move !== undefined)
    return <button type="button" class="ttt-cell" aria-label={name} onClick={() => offer.choose(move)} />
  return (
    <div class="ttt-cell" role="img" aria-label={name} data-newest={newest}>
      {mark !== '.' && (
        <svg viewBox="0 0 24 24" class={mark === 'X' ? 'accent-first' : 'accent-second'} aria-hidden="true">
          {mark === 'X' ? (
            <path d="M5 5.5 Q12 11 19.2 19 M19 5 Q12 12.5 5 19.2" />
          ) : (
            <path d="M12 4.6 a7.4 7.4 0 1 0 .6 0" />
          )}
        </svg>
      )}
    </div>
  )
}

/** Cells in reading order, as moves name them. */
function indexOf(move: string): number {
  return NAMES.indexOf(move)
}

const centre = (cell: number) => ({ x: 16 + 32 * (cell % 3), y: 16 + 32 * Math.floor(cell / 3) })

function Strike({ from, to }: { from: number; to: number }) {
  const [a, b] = [centre(from), centre(to)]
  return <path class="strike" d={`M${a.x} ${a.y} L${b.x} ${b.y}`} />
}
