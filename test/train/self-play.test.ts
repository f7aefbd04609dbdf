import { expect, test } from '@jest/globals'
import type { Agent } from '../../arena/core/agent.ts'
import { pick, seeded } from '../../arena/core/rng.ts'
import { turnsOf } from '../../arena/core/turn.ts'
import { openScenario } from '../../arena/scenario/index.ts'
import { encoder, leaves, type Position } from '../../arena/train/encode.ts'
import { type Chair, drawn, type Opening, type Policy, playTogether } from '../../arena/train/self-play.ts'

const encode = encoder({ vocabulary: 1024, facts: 64, words: 8 })

/** Prefers later moves; counts its runs. */
function laterMoves() {
  const seen: number[] = []
  const policy: Policy = {
    version: '1',
    async logProbs(positions: readonly Position[]) {
      seen.push(positions.length)
      return positions.map(({ moves }) => {
        const total = (moves.length * (moves.length + 1)) / 2
        return moves.map((_, i) => Math.log((i + 1) / total))
      })
    },
  }
  return { policy, seen }
}

const guessing = (seed: number): Agent => {
  const random = seeded(seed)
  return { name: 'guessing', act: ({ moves }) => ({ move: pick(moves, random()) }) }
}

async function openings(name: string, matches: number, chairs: (seat: number, match: number) => Chair) {
  const { game, hash } = await openScenario(name)
  return Array.from(
    { length: matches },
    (_, i): Opening => ({
      match: `m${i}`,
      game,
      seed: i,
      scenarioHash: hash,
      chairs: game.seats.map((__, seat) => chairs(seat, i)),
    }),
  )
}

test.each(['kuhn-poker', 'leduc-poker', 'tic-tac-toe', 'mini-hanabi', 'connect-four'])(
  'turns collected while playing %s are those of its logs',
  async (name) => {
    const { policy } = laterMoves()
    const rows = await openings(name, 12, (seat, match) =>
      seat === 0 ? { player: policy, learns: true } : { player: guessing(match) },
    )
    for (const { game, events, turns, decisions, scores } of await playTogether(rows, encode)) {
      const wanted = turnsOf(game, events)
      expect(turns).toEqual(wanted)
      expect(decisions.map((one) => one !== null)).toEqual(turns.map(({ seat }) => seat === 0))
      const sum = turns.filter(({ seat }) => seat === 0).reduce((total, { reward }) => total + reward, 0)
      expect(sum).toBeCloseTo(scores[0]!, 9)
    }
  },
)

test('asks of all running matches are answered in one run, equal positions once', async () => {
  const { policy, seen } = laterMoves()
  const rows = await openings('kuhn-poker', 200, () => ({ player: policy, learns: true }))
  const matches = await playTogether(rows, encode)
  expect(matches).toHaveLength(200)
  expect(seen).toHaveLength(3) // the longest hand has three moves
  expect(Math.max(...seen)).toBeLessThanOrEqual(6) // three cards, at most two bets seen
})

test('the same seeds give the same matches, whatever else is on the table', async () => {
  const { policy } = laterMoves()
  const rows = await openings('leduc-poker', 6, () => ({ player: policy, learns: true }))
  const all = await playTogether(rows, encode)
  const alone = await playTogether(rows.slice(3, 4), encode)
  expect(alone[0]!.events).toEqual(all[3]!.events)
})

test('what was drawn is distributed as the policy says', () => {
  const logProbs = [0.2, 0.5, 0.3].map(Math.log)
  const random = seeded(9)
  const counts = [0, 0, 0]
  for (let i = 0; i < 20_000; i++) counts[drawn(logProbs, random())]!++
  expect(counts[0]! / 20_000).toBeCloseTo(0.2, 1)
  expect(counts[1]! / 20_000).toBeCloseTo(0.5, 1)
  expect(drawn(logProbs, 0.9999999999)).toBe(2)
})

test('a view without facts of its own is read leaf by leaf', () => {
  const view = { card: 'K', bets: ['pass', 'bet'], pot: { ante: 2, side: [] }, shown: null }
  expect(leaves(view)).toEqual(['card=K', 'bets.0=pass', 'bets.1=bet', 'pot.ante=2', 'pot.side=', 'shown=null'])
  const one = encode({}, view, 0, ['vote clara', 'pass'])
  const same = encode({}, { ...view }, 0, ['vote clara', 'pass'])
  const other = encode({}, { ...view, card: 'Q' }, 0, ['vote clara', 'pass'])
  expect(one.key).toBe(same.key)
  expect(one.key).not.toBe(other.key)
  expect(one.facts).toHaveLength(6)
  expect(one.moves.map((move) => move.length)).toEqual([3, 1])
  expect(one.facts.every((token) => token > 0 && token < 1024)).toBe(true)
})
