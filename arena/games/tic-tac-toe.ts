/** Tic-tac-toe: three in a row on nine cells. Drawn under best play; small enough to know every position. */
import type { Game, Next, Seat } from '../core/game.ts'
import type { Kind } from './kind.ts'
import { choose, over, remembered } from './next.ts'

interface TicTacToeState {
  /** Nine cells, top row first: `X`, `O` or `.`. */
  readonly board: string
}

export interface TicTacToeView {
  /** The seat's own mark; null for the audience. */
  readonly mark: string | null
  /** Three rows, top first. */
  readonly board: readonly string[]
}

const MARKS = ['X', 'O'] as const
/** Columns a to c, rows 1 to 3 from the top. */
const CELLS = ['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3'] as const
const LINES = ['012', '345', '678', '036', '147', '258', '048', '246'].map((line) => [...line].map(Number))

const nextOf = remembered(assess)
const viewOf = remembered((key) => look(key.slice(0, 9), key.slice(9) || null))

export const ticTacToe: Kind<Record<string, never>> = {
  id: 'tic-tac-toe',
  title: 'Tic-tac-toe',
  parameters: { type: 'object', additionalProperties: false, properties: {} },
  make: (id): Game<TicTacToeState, TicTacToeView> => ({
    id,
    kind: 'tic-tac-toe',
    version: 1,
    seats: [
      { role: 'first', faction: 'first', name: 'X' },
      { role: 'second', faction: 'second', name: 'O' },
    ],
    range: [-1, 1],
    openRules: true,
    start: () => ({ board: '.........' }),
    next: ({ board }) => nextOf(board),
    play({ board }, { seat, move }) {
      const cell = CELLS.indexOf(move as (typeof CELLS)[number])
      return { board: board.slice(0, cell) + MARKS[seat!] + board.slice(cell + 1) }
    },
    view: ({ board }, sight) => viewOf(board + (sight === 'audience' ? '' : MARKS[sight])),
    imagine: ({ board }) => ({ board: board.join('') }),
    facts: ({ board }, seat) => factsOf(board.join('') + MARKS[seat]),
    moveFacts: (_view, _seat, move) => [`move=${move}`],
  }),
}

/** A full line wins, also on the last cell; only then does a full board draw. */
function assess(board: string): Next {
  for (const [a, b, c] of LINES) {
    const mark = board[a!]!
    if (mark !== '.' && mark === board[b!] && mark === board[c!]) return over(mark === 'X' ? [1, -1] : [-1, 1])
  }
  const free = CELLS.filter((_, cell) => board[cell] === '.')
  if (free.length === 0) return over([0, 0])
  return choose(seatToMove(free.length), free)
}

const seatToMove = (free: number): Seat => (free % 2 === 1 ? 0 : 1)

function look(board: string, mark: string | null): TicTacToeView {
  return Object.freeze({ mark, board: Object.freeze([board.slice(0, 3), board.slice(3, 6), board.slice(6)]) })
}

/** Every cell, and every line as a pattern, from the mover's side: m mine, t theirs. */
const factsOf = remembered((key) => {
  const mine = key[9]
  const sided = [...key.slice(0, 9)].map((mark) => (mark === '.' ? '.' : mark === mine ? 'm' : 't'))
  const lines = LINES.map(
    (line) => `${line.map((cell) => CELLS[cell]).join('-')}=${line.map((c) => sided[c]).join('')}`,
  )
  return Object.freeze([...CELLS.map((cell, index) => `${cell}=${sided[index]}`), ...lines])
})
