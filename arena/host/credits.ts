/** Credit of a finished match for the reward strip: how each seat's outcome is shared over its turns. */
import { unknownName } from '../core/errors.ts'
import { turnsOf } from '../core/turn.ts'
import type { CreditName } from '../rewards/credit.ts'
import { CREDIT_DEFAULTS, creditsOfMatch } from '../rewards/methods.ts'
import type { Credits } from './http-doors.ts'

/** Only ways of sharing that add up to the outcome. */
const SHARED: Readonly<Record<string, { readonly credit: CreditName; readonly title: string }>> = {
  maro: { credit: 'potential', title: 'what each turn changed in the suspicions, the rest spread evenly (MARO)' },
  uniform: { credit: 'uniform', title: 'equal shares' },
  discount: { credit: 'discount', title: 'later turns more, by 0.9 a turn' },
}

export const credits: Credits = {
  methods: Object.entries(SHARED).map(([id, { title }]) => ({ id, title })),
  strip({ game }, match, events, method) {
    const way = Object.hasOwn(SHARED, method) ? SHARED[method] : undefined
    if (!way) throw unknownName('method', method, Object.keys(SHARED))
    const turns = turnsOf(game, events)
    const shares = creditsOfMatch({ game, events, turns }, { ...CREDIT_DEFAULTS, credit: way.credit })
    const sums = game.seats.map(() => 0)
    for (const [index, { seat }] of turns.entries()) sums[seat]! += shares[index]!
    const ended = events.at(-1)
    return {
      match,
      method,
      turns: turns.map(({ id, turn, seat }, index) => ({ id, turn, seat, credit: shares[index]! })),
      sums,
      outcome: ended?.type === 'ended' ? ended.outcome : [],
    }
  },
}
