/** `parley analyse roles`: how far apart the roles play in the same public situation, trained and untrained. */
import type { Game } from '../../core/game.ts'
import { replay } from '../../core/log.ts'
import { type Estimate, meanInterval } from '../../ratings/interval.ts'
import { alikeDivergence, exactDivergence, type RoleChoice, type RoleDivergence } from '../../train/role-divergence.ts'
import type { PlayedMatch } from '../../train/self-play.ts'
import type { Analysed } from '../analyse.ts'
import type { NamedPolicy } from '../judged-by-policy.ts'
import { barFigure } from './figures.ts'
import { playedBy, type Subject } from './play.ts'

/** Matches are cut into so many blocks, whose spread gives the intervals. */
const BLOCKS = 10

interface Measured {
  readonly between: Estimate | null
  readonly within: Estimate | null
  readonly situations: number
}

export async function analyseRoles(subject: Subject): Promise<Analysed> {
  const matches = await playedBy(subject)
  const found: Record<string, Record<'exact' | 'alike', Measured>> = {}
  for (const name of ['untrained', 'trained'] as const) {
    const choices = (await Promise.all(matches.map((match, i) => choicesIn(match, i, subject[name])))).flat()
    found[name] = {
      exact: inBlocks(
        choices.map(({ exact }) => exact),
        matches.length,
        exactDivergence,
      ),
      alike: inBlocks(
        choices.map(({ alike }) => alike),
        matches.length,
        alikeDivergence,
      ),
    }
  }
  return { value: { matches: matches.length, ...found }, ...told(found, matches.length) }
}

interface Choices {
  readonly exact: RoleChoice
  readonly alike: RoleChoice
}

/** What the policy would do at every turn with a choice, whoever made it. */
async function choicesIn(match: PlayedMatch, index: number, { model }: NamedPolicy): Promise<Choices[]> {
  const { game, events, turns } = match
  const audience = [...replay(game, events)].flatMap(({ event, before }) =>
    event.type === 'moved' ? [JSON.stringify(game.view(before, 'audience'))] : [],
  )
  const own = game.seats.map(() => 0)
  const asked = turns.map(async ({ view, seat, moves, forced }, i): Promise<Choices[]> => {
    const nth = own[seat]!++
    if (forced || moves.length < 2) return []
    const logProbs = await model.ask(model.encode(game, view, seat, moves))
    const odds = moves.map((move, k) => [move, Math.exp(logProbs[k]!)] as const)
    const acts = new Map<string, number>()
    for (const [move, chance] of odds) acts.set(actOf(move), (acts.get(actOf(move)) ?? 0) + chance)
    const role = roleOf(game, seat)
    const kinds = [...acts.keys()].sort().join(' ')
    return [
      {
        exact: { match: index, situation: `${game.id} ${audience[i]}`, role, odds: new Map(odds) },
        alike: { match: index, situation: `${nth} ${kinds}`, role, odds: acts },
      },
    ]
  })
  return (await Promise.all(asked)).flat()
}

/** What kind of act a move is: its first word. */
const actOf = (move: string) => move.split(' ', 1)[0]!

/** Where all seats have one role, seats stand for roles. */
function roleOf({ seats }: Game, seat: number): string {
  return new Set(seats.map(({ role }) => role)).size > 1 ? seats[seat]!.role : `seat ${seat}`
}

function inBlocks(
  choices: readonly RoleChoice[],
  matches: number,
  measure: (choices: readonly RoleChoice[]) => RoleDivergence,
): Measured {
  const size = Math.ceil(matches / Math.min(BLOCKS, matches))
  const blocks = Array.from({ length: Math.ceil(matches / size) }, (_, block) =>
    measure(choices.filter(({ match }) => Math.floor(match / size) === block)),
  )
  const over = (of: 'between' | 'within') => {
    const values = blocks.flatMap((block) => block[of] ?? [])
    return values.length > 0 ? meanInterval(values) : null
  }
  return { between: over('between'), within: over('within'), situations: measure(choices).situations }
}

function told(found: Record<string, Record<'exact' | 'alike', Measured>>, matches: number): Omit<Analysed, 'value'> {
  const rows = Object.entries(found).flatMap(([policy, by]) =>
    (['exact', 'alike'] as const).map((kind) => ({ policy, kind, ...by[kind] })),
  )
  const cell = (value: Estimate | null) =>
    value ? `${value.mean.toFixed(4)} [${value.ci95[0].toFixed(4)}, ${value.ci95[1].toFixed(4)}]` : 'never compared'
  const csvCell = (value: Estimate | null) => (value ? [value.mean, ...value.ci95] : ['', '', ''])
  return {
    markdown: [
      `Divergence of move distributions in the same public situation, bits (0 equal, 1 nothing in common), ${matches} matches.`,
      'exact: the audience sees the same; alike: the same kinds of act at the same own turn.',
      '',
      '| policy | situations | met by several roles | between roles | within a role |',
      '|---|---|---|---|---|',
      ...rows.map(
        ({ policy, kind, situations, between, within }) =>
          `| ${policy} | ${kind} | ${situations} | ${cell(between)} | ${cell(within)} |`,
      ),
      '',
    ].join('\n'),
    csv: [
      'policy,kind,situations,between,between_low,between_high,within,within_low,within_high',
      ...rows.map(({ policy, kind, situations, between, within }) =>
        [policy, kind, situations, ...csvCell(between), ...csvCell(within)].join(','),
      ),
      '',
    ].join('\n'),
    svg: barFigure(
      'Divergence of moves in the same public situation, bits',
      rows.map(({ policy, kind, between, within }) => ({
        name: `${policy}, ${kind}`,
        values: { 'between roles': between, 'within a role': within },
      })),
    ),
  }
}
