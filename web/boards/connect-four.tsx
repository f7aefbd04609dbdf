/** Connect four: discs fall into their columns. */

import { t } from '../shell/settings.ts'
import type { BoardProps } from './board.tsx'
import { SeatPlate } from './seat-plate.tsx'

interface View {
  /** Rows from the top, each a string of `X`, `O`, `.`. */
  readonly board: readonly string[]
  /** Column of the newest disc, from "1". */
  readonly last: string | null
}

export function ConnectFour({ match, view, offer }: BoardProps) {
  const { board, last } = view as View
  const width = board[0]?.length ?? 0
  const newest = last === null ? -1 : Number(last) - 1
  const top = board.findIndex((row) => row[newest] !== '.')
  const won = fourOf(board)
  return (
    <div class="grid-table">
      <SeatPlate match={match} seat={0} />
      <div class="four" style={{ '--columns': String(width), '--rows': String(board.length) }}>
        {offer && <Drops width={width} offer={offer} />}
        <div class="four-board" data-won={won.size > 0} role="img" aria-label={told(board)}>
          {board.flatMap((row, y) =>
            [...row].map((disc, x) => (
              <span key={`${x}-${y}`} class="four-cell">
                {disc !== '.' && (
                  <span
                    class={`disc ${disc === 'X' ? 'accent-first' : 'accent-second'}`}
                    data-newest={x === newest && y === top}
                    data-won={won.has(`${x} ${y}`)}
                    style={{ '--fall': String(y + 1) }}
                  />
                )}
              </span>
            )),
          )}
        </div>
      </div>
      <SeatPlate match={match} seat={1} />
    </div>
  )
}

function Drops({ width, offer }: { width: number; offer: NonNullable<BoardProps['offer']> }) {
  return (
    <div class="four-drops">
      {Array.from({ length: width }, (_, x) => `${x + 1}`).map((column) => (
        <button
          type="button"
          key={column}
          disabled={!offer.moves.includes(column)}
          aria-label={t('grid.drop', { column })}
          onClick={() => offer.choose(column)}
        >
          ↓
        </button>
      ))}
    </div>
  )
}

const WAYS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const

/** The cells of rows of four or more, as `x y`. */
function fourOf(board: readonly string[]): ReadonlySet<string> {
  const won = new Set<string>()
  const at = (x: number, y: number) => board[y]?.[x] ?? '.'
  for (const [y, row] of board.entries()) {
    for (const [x, disc] of [...row].entries()) {
      for (const [dx, dy] of disc === '.' ? [] : WAYS) {
        const line = [0, 1, 2, 3].map((step) => [x + step * dx, y + step * dy] as const)
        if (line.every(([cx, cy]) => at(cx, cy) === disc)) for (const [cx, cy] of line) won.add(`${cx} ${cy}`)
      }
    }
  }
  return won
}

/** The board for those who hear it: column by column, from the bottom. */
function told(board: readonly string[]): string {
  const columns = [...(board[0] ?? '')].map((_, x) => {
    const discs = board.map((row) => row[x]!).filter((disc) => disc !== '.')
    return `${x + 1}: ${discs.length === 0 ? '–' : discs.reverse().join(' ')}`
  })
  return columns.join('; ')
}
