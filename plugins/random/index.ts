/** Plays any game: each offered move is equally likely. The floor everything else is measured against. */
import type { Plugin } from '../../arena/core/agent.ts'
import { pick } from '../../arena/core/rng.ts'

export const random: Plugin = {
  id: 'random',
  title: 'plays each legal move with equal chance',
  make: ({ random }) => ({
    name: 'random',
    version: '1',
    act: ({ moves }) => ({ move: pick(moves, random()), note: { logProb: -Math.log(moves.length) } }),
    survey: ({ seat, view: _, about }) => {
      const seats = Math.max(seat, ...about) + 1
      return { suspects: Array.from({ length: seats }, (_, other) => (about.includes(other) ? 1 / about.length : 0)) }
    },
  }),
}
