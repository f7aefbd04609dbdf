/** A mystery small enough to know by heart: three suspects and a culprit, four rooms, two hours. */
import type {
  Character,
  Clue,
  MysteryDocument,
  Rules,
  Stage,
  VoteRule,
} from '../../arena/games/murder-mystery/document.ts'
import { mysteryGame } from '../../arena/games/murder-mystery/index.ts'
import type { State } from '../../arena/games/murder-mystery/state.ts'
import { NO_PERSONA } from '../../arena/games/murder-mystery/tables.ts'

const person = (id: string, more: Partial<Character> = {}): Character => ({
  id,
  name: `${id[0]!.toUpperCase()}${id.slice(1)}`,
  role: 'civilian',
  faction: 'victim',
  persona: { ...NO_PERSONA, story: `the story of ${id}` },
  ...more,
})

/** Ada and Ben in the hall at nine, Cleo alone in the attic (and hiding it), Dora, the culprit, in the cellar. */
const WHERE = { ada: ['hall', 'hall'], ben: ['attic', 'hall'], cleo: ['hall', 'attic'], dora: ['shed', 'cellar'] }

export interface Changes {
  readonly rules?: Rules
  readonly vote?: VoteRule
  readonly stages?: readonly Stage[]
  readonly clues?: readonly Clue[]
  readonly characters?: readonly Character[]
}

export const CAST: readonly Character[] = [
  person('ada'),
  person('ben', { knows: ['m-dora'] }),
  person('cleo', { claims: [{ slot: 'nine', places: '*' }], secrets: [{ slot: 'nine', text: 'Cleo was crying.' }] }),
  person('dora', { role: 'culprit', faction: 'killer', claims: [{ slot: '*', places: '*' }] }),
]

export function smallHouse(changes: Changes = {}): MysteryDocument {
  return {
    id: 'small-house',
    kind: 'murder-mystery',
    version: 1,
    title: 'The Small House',
    summary: '',
    language: 'en',
    characters: changes.characters ?? CAST,
    places: ['hall', 'attic', 'cellar', 'shed'].map((id) => ({ id, name: id, at: `in the ${id}` })),
    slots: ['eight', 'nine'].map((id) => ({ id, name: id, at: `at ${id}` })),
    traits: [],
    crime: { victim: 'Mr Small', place: 'cellar', slots: ['nine'], weaponFrom: 'shed' },
    facts: [
      ...Object.entries(WHERE).flatMap(([who, places]) =>
        places.map((place, at) => {
          const slot = ['eight', 'nine'][at]!
          return { id: `at-${who}-${slot}`, kind: 'at' as const, who, place, slot }
        }),
      ),
      { id: 'm-dora', kind: 'motive', who: 'dora', text: 'Dora hated him.' },
      { id: 'deed', kind: 'crime', place: 'cellar', slot: 'nine' },
      { id: 'taken', kind: 'took', place: 'shed', slot: 'eight' },
    ],
    clues: changes.clues ?? [
      {
        id: 'c1',
        text: 'The shed was opened at eight.',
        place: 'shed',
        says: [{ kind: 'took', place: 'shed', slot: 'eight' }],
      },
      {
        id: 'c2',
        text: 'Nobody was in the shed at nine.',
        place: 'shed',
        says: [{ kind: 'empty', place: 'shed', slot: 'nine' }],
      },
    ],
    stages: changes.stages ?? [{ title: 'One evening', narration: 'It is late.', rounds: 4 }],
    ...(changes.vote && { vote: changes.vote }),
    rules: { publish: 'never', ...changes.rules },
    truth: { culprits: ['dora'], story: 'It was Dora.' },
  }
}

export const ADA = 0
export const BEN = 1
export const CLEO = 2
export const DORA = 3

/** A game under way: plays moves by whoever has the floor, introductions first, Ada always beginning the round. */
export function table(document: MysteryDocument) {
  const game = mysteryGame(document.id, document)
  let state: State = game.start()
  const deal = () => {
    while (game.next(state).kind === 'deal') state = game.play(state, { seat: null, move: 'begin ada' })
  }
  const offers = () => {
    const next = game.next(state)
    return next.kind === 'choose' ? next.choices : []
  }
  const self = {
    game,
    get state() {
      return state
    },
    floor: () => offers()[0]?.seat,
    moves: (seat = offers()[0]?.seat) => offers().find((one) => one.seat === seat)?.moves ?? [],
    /** Plays each move for the seat that has the floor (the first listed, in a vote); throws when it isn't offered. */
    play(...moves: string[]) {
      for (const move of moves) {
        const choice = offers()[0]
        if (!choice?.moves.includes(move)) throw new Error(`"${move}" is not offered: ${choice?.moves.join(', ')}`)
        state = game.play(state, { seat: choice.seat, move })
        deal()
      }
      return self
    },
    say(move: string, text: string) {
      state = game.play(state, { seat: offers()[0]!.seat, move, text })
      deal()
      return self
    },
    view: (sight: number | 'audience') => game.view(state, sight),
    /** Everybody passes until the round is over. */
    passRound() {
      const { stage, round } = state.record
      while (state.record.phase === 'turn' && state.record.stage === stage && state.record.round === round)
        self.play('pass')
      return self
    },
  }
  return self.play('introduce', 'introduce', 'introduce', 'introduce')
}
