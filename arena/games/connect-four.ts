/** Connect four: discs fall into columns, four in a row win. The first seat wins from the middle column (Allis 1988). */
import type { Game, Next } from '../core/game.ts'
import type { Kind } from './kind.ts'
import { choose, over, remembered } from './next.ts'

export interface ConnectFourParameters {
  readonly columns: number
  readonly rows: number
  /** Discs in a row that win. */
  readonly inRow: number
}

interface ConnectFourState {
  /** Discs of each column from the bottom: `XOX`. */
  readonly columns: readonly string[]
  /** Whether the last disc completed a row. */
  readonly won: boolean
}

export interface ConnectFourView {
  /** The seat's own disc; null for the audience. */
  readonly disc: string | null
  /** Rows from the top; `.` is empty. */
  readonly board: readonly string[]
}

const DISCS = ['X', 'O'] as const
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const

export const connectFour: Kind<ConnectFourParameters> = {
  id: 'connect-four',
  title: 'Connect four',
  parameters: {
    type: 'object',
    additionalProperties: false,
    required: ['columns', 'rows', 'inRow'],
    properties: {
      columns: { type: 'integer', minimum: 2, maximum: 9 },
      rows: { type: 'integer', minimum: 2, maximum: 9 },
      inRow: { type: 'integer', minimum: 2, maximum: 6 },
    },
  },
  make: (id, { columns: width, rows: height, inRow }): Game<ConnectFourState, ConnectFourView> => {
    const offers = remembered((key) => {
      const open = [...key.slice(1)].flatMap((free, column) => (free === '1' ? [`${column + 1}`] : []))
      return choose(Number(key[0]), open)
    })

    return {
      id,
      kind: 'connect-four',
      version: 1,
      seats: [
        { role: 'first', faction: 'first', name: 'X' },
        { role: 'second', faction: 'second', name: 'O' },
      ],
      range: [-1, 1],
      openRules: true,
      start: () => ({ columns: Array.from({ length: width }, () => ''), won: false }),

      next({ columns, won }) {
        let discs = 0
        let open = ''
        for (const column of columns) {
          discs += column.length
          open += column.length < height ? '1' : '0'
        }
        if (won) return discs % 2 === 1 ? FIRST_WINS : SECOND_WINS
        return discs === width * height ? DRAW : offers((discs % 2) + open)
      },

      play(state, { seat, move }) {
        const last = Number(move) - 1
        const columns = state.columns.with(last, state.columns[last]! + DISCS[seat!])
        return { columns, won: completes(columns, last, inRow) }
      },

      view: ({ columns }, sight) => ({
        disc: sight === 'audience' ? null : DISCS[sight]!,
        board: Array.from({ length: height }, (_, fromTop) =>
          columns.map((column) => column[height - 1 - fromTop] ?? '.').join(''),
        ),
      }),

      imagine: ({ board }) => ({
        columns: Array.from({ length: width }, (_, column) =>
          board.reduceRight((discs, row) => (row[column] === '.' ? discs : discs + row[column]), ''),
        ),
        won: false,
      }),

      facts: ({ board }, seat) => board.flatMap((row, fromTop) => rowFacts(row, height - fromTop, DISCS[seat]!)),
      moveFacts: (_view, _seat, move) => [`move=${move}`],
    }
  },
}

const FIRST_WINS: Next = over([1, -1])
const SECOND_WINS: Next = over([-1, 1])
const DRAW: Next = over([0, 0])

/** Whether the top disc of column `last` stands in a row of `inRow`. */
function completes(columns: readonly string[], last: number, inRow: number): boolean {
  const row = columns[last]!.length - 1
  const disc = columns[last]![row]
  const run = (dx: number, dy: number) => {
    let length = 0
    while (length < inRow && columns[last + dx * (length + 1)]?.[row + dy * (length + 1)] === disc) length++
    return length
  }
  return DIRECTIONS.some(([dx, dy]) => 1 + run(dx, dy) + run(-dx, -dy) >= inRow)
}

/** Discs only: an empty cell says itself by its absence. */
function rowFacts(row: string, height: number, mine: string): string[] {
  return [...row].flatMap((disc, column) =>
    disc === '.' ? [] : [`${column + 1}-${height}=${disc === mine ? 'm' : 't'}`],
  )
}
