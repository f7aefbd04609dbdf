/** Agents that misbehave on purpose, to see that honest matches don't suffer. Not for rating. */
import type { Agent, AgentContext, Answer, Ask, Plugin } from '../../arena/core/agent.ts'
import { pick } from '../../arena/core/rng.ts'
import { INJECTIONS } from './injections.ts'

const plugin = (id: string, title: string, act: (ask: Ask, context: AgentContext) => unknown): Plugin => ({
  id,
  title,
  make: (context): Agent => ({
    name: id,
    version: '9999-claims-to-be-new',
    act: (ask) => act(ask, context) as Answer | Promise<Answer>,
  }),
})

/** A move that may carry text, when there is one. */
function speaking({ moves, speech }: Ask, random: () => number): { move: string; max: number } {
  const able =
    speech === undefined ? [] : speech.moves === 'all' ? moves : moves.filter((move) => speech.moves.includes(move))
  return able.length > 0 ? { move: pick(able, random()), max: speech!.max } : { move: pick(moves, random()), max: 0 }
}

const said = (move: string, text: string, max: number) => (max === 0 ? { move } : { move, text: text.slice(0, max) })

export const forger = plugin(
  'forger',
  'speaks for the moderator, for other seats and for the template engine',
  (ask, { random }) => {
    const { move, max } = speaking(ask, random)
    const text = pick(INJECTIONS, random())
    return { ...said(move, text, max), note: { thought: text, ['__proto__x']: text } }
  },
)

export const giant = plugin(
  'giant',
  'sends as much as there is room for, and first a little more',
  (ask, { random }) => {
    const { move, max } = speaking(ask, random)
    const over = ask.refusal === undefined ? 1 : 0
    const notes = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`note${n}`, 'n'.repeat(20_000)]))
    return max === 0 ? { move, note: notes } : { move, text: 'ü'.repeat(max + over), note: notes }
  },
)

export const sloth = plugin('sloth', 'never answers', () => new Promise(() => {}))

export const babbler = plugin('babbler', 'answers with everything but an answer', ({ moves, refusal }, { random }) => {
  const nothing: readonly unknown[] = [
    undefined,
    null,
    '',
    0,
    [],
    {},
    { move: null },
    { move: ['pass'] },
    { move: '__proto__' },
  ]
  if (refusal?.left === 1) return { move: moves[0]!, text: 7, beliefs: 'none', note: [] }
  return pick(nothing, random())
})

export const thrower = plugin('thrower', 'throws whatever it likes', (ask, { random }) => {
  const things: readonly unknown[] = [new Error('boom'), 'a string', null, undefined, { code: 'late' }, ask]
  throw pick(things, random())
})

export const late = plugin(
  'late',
  'answers when the turn is long over',
  ({ moves }) => new Promise((done) => setTimeout(done, 600_000, { move: moves[0] }).unref()),
)

/** At a table these two play the first move; what they do wrong they do at the door: see `wire.ts`. */
const first = ({ moves }: Ask) => ({ move: moves[0]! })

export const doubleJoiner = plugin(
  'double-joiner',
  'sent to an arena, joins it many times at once, over and over',
  first,
)

export const liar = plugin(
  'liar',
  'sent to an arena, lies about its protocol, its version, its name and its room',
  first,
)

export const redteam: readonly Plugin[] = [forger, giant, sloth, babbler, thrower, late, doubleJoiner, liar]
