/** The board of a match, by its kind; a kind that has no board of its own shows its view as a table. */
import type { ComponentType } from 'preact'
import type { Frame, MatchSummary, Move } from '../../arena/host/protocol.ts'
import { ConnectFour } from './connect-four.tsx'
import { Hanabi } from './hanabi.tsx'
import { MysteryRoom } from './mystery-room.tsx'
import { KuhnTable, LeducTable } from './poker.tsx'
import { TicTacToe } from './tic-tac-toe.tsx'

export interface BoardProps {
  readonly match: MatchSummary
  /** The view after the newest frame, as the sight may see it. */
  readonly view: unknown
  /** By seat, for the sight `all`. */
  readonly views?: readonly unknown[] | undefined
  /** The newest frame. */
  readonly frame?: Frame | undefined
  /** The frames so far. */
  readonly frames: readonly Frame[]
  /** Whose eyes these are, when a seat's. */
  readonly seat?: number | undefined
  /** A person plays here: what is offered, and how to choose it. */
  readonly offer?: { readonly moves: readonly Move[]; choose(move: Move): void } | undefined
}

const BOARDS: Readonly<Record<string, ComponentType<BoardProps>>> = {
  'kuhn-poker': KuhnTable,
  'leduc-poker': LeducTable,
  'tic-tac-toe': TicTacToe,
  'connect-four': ConnectFour,
  hanabi: Hanabi,
  'murder-mystery': MysteryRoom,
}

export function Board(props: BoardProps) {
  if (props.view === null || props.view === undefined) return <div class="board-blank" />
  const Kind = BOARDS[props.match.kind] ?? PlainView
  return (
    <div class={`board board-${BOARDS[props.match.kind] ? props.match.kind : 'plain'}`}>
      <Kind {...props} />
    </div>
  )
}

function PlainView({ view }: BoardProps) {
  const rows = typeof view === 'object' && view !== null ? Object.entries(view) : [['view', view] as const]
  return (
    <table>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{typeof value === 'string' ? value : JSON.stringify(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
