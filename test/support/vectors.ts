/** Reference values, exact or with their digits: test/vectors/games.json. */
import { readFileSync } from 'node:fs'

const read = JSON.parse(readFileSync(new URL('../vectors/games.json', import.meta.url), 'utf8'))

interface Uniform {
  readonly valueFirst: number
  readonly bestResponse: readonly number[]
  readonly nashConv: number
  readonly exploitability: number
}

interface Poker {
  readonly valueFirst: number
  readonly uniform: Uniform
  readonly alwaysFirstMove: { readonly nashConv: number }
  readonly terminalNodes: number
  readonly decisionNodes: number
  readonly informationSets: number
}

interface Hanabi {
  readonly cards: number
  readonly maximumScore: number
  readonly clairvoyantOptimum: number
  readonly uniformRandom: {
    readonly meanScore: number
    readonly meanPlies: number
    readonly distribution?: readonly number[]
  }
}

type ByWinner = Readonly<Record<'X' | 'O' | 'draw', number>>

export const vectors = read as {
  readonly 'kuhn-poker': Poker & {
    readonly decisionAndTerminalNodes: number
    readonly uniformFirstVersusNashSecond: number
    readonly nashFirstVersusUniformSecond_valueFirst: Readonly<Record<string, number>>
  }
  readonly 'leduc-poker': Poker & {
    readonly nodes: number
    readonly informationSetsSuitsMerged: number
    readonly largestUtility: number
  }
  readonly 'tic-tac-toe': {
    readonly value: number
    readonly reachableStates: number
    readonly nonTerminalStates: number
    readonly terminalStates: number
    readonly terminalBy: ByWinner
    readonly statesUpToSymmetry: number
    readonly histories: number
    readonly games: number
    readonly gamesBy: ByWinner
    readonly randomVersusRandom: ByWinner
    readonly optimalVersusRandom: Readonly<Record<'X' | 'O', number>>
  }
  readonly 'connect-four': { readonly firstSeatWinsFrom: readonly number[] }
  readonly 'mini-hanabi': Hanabi & { readonly distinctDeckOrders: number }
  readonly 'simple-hanabi': Hanabi
}
