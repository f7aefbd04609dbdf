/** A tournament's results as text: the table in a terminal, and CSV. */
import type { TournamentResults } from '../host/tournament-results.ts'

/** Columns padded to their widest cell; the first one to the left, the others to the right. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, c) => Math.max(...rows.map((row) => row[c]!.length)))
  return rows
    .map((row) => row.map((cell, c) => (c === 0 ? cell.padEnd(widths[c]!) : cell.padStart(widths[c]!))).join('  '))
    .join('\n')
}

export function resultsText(results: TournamentResults): string {
  const { id, title, state, matches, planned, schedule, unrated, interval, hints, partials, command } = results
  const head = `${title} (${id}): ${state}, ${matches} of ${planned} planned matches, ${schedule}`
  const parts = [head, ratingTable(results)]
  if (unrated !== undefined) parts.push(`no ratings: ${unrated}`)
  else
    parts.push(
      `95 % intervals by ${interval === 'bootstrap' ? 'resampling blocks' : "the likelihood's curvature (few blocks)"}`,
    )
  parts.push(crossText(results))
  const roles = roleText(results)
  if (roles) parts.push(roles)
  for (const hint of hints) parts.push(`look at: ${hint}`)
  if (partials.length > 0)
    parts.push(`${partials.length} attempts were cut short, their logs kept: ${reasonsOf(partials)}`)
  parts.push(`again: ${command}`)
  return parts.join('\n\n')
}

/** `paused 3, away: my bot 2` */
function reasonsOf(partials: TournamentResults['partials']): string {
  const counts = new Map<string, number>()
  for (const { reason } of partials) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].map(([reason, count]) => `${reason} ${count}`).join(', ')
}

function ratingTable({ ratings }: TournamentResults): string {
  const rows = ratings.map((one) => [
    one.agent,
    one.rating === null ? '-' : one.rating.toFixed(0),
    one.ci95 === null ? '' : `[${one.ci95.map((edge) => edge.toFixed(0)).join(', ')}]`,
    one.raw === null ? '-' : one.raw.toFixed(0),
    `${tidy(one.points)}/${tidy(one.played)}`,
    String(one.games),
    one.mean.toFixed(3),
    String(Object.values(one.errors).reduce((sum, count) => sum + count, 0)),
    `${(100 * one.reliability.clean).toFixed(1)} %`,
    one.seconds < 0.001 ? `${(one.seconds * 1e6).toFixed(0)} us` : `${(one.seconds * 1000).toFixed(1)} ms`,
    one.tokens.toFixed(0),
  ])
  const head = ['agent', 'rating', '95 %', 'raw', 'points', 'seats', 'success', 'errors', 'clean', 'time', 'tokens']
  return columns([head, ...rows])
}

const tidy = (value: number) => String(Math.round(value * 10) / 10)

function crossText({ ratings, crossTable }: TournamentResults): string {
  const agents = ratings.map(({ agent }) => agent)
  const cells = new Map(crossTable.map((one) => [JSON.stringify([one.agent, one.against]), one]))
  const head = ['share of points', ...agents.map((_, i) => String(i + 1))]
  const rows = agents.map((a, i) => [
    `${i + 1} ${a}`,
    ...agents.map((b) => {
      const one = cells.get(JSON.stringify([a, b]))
      return one ? (one.points / (one.wins + one.draws + one.losses)).toFixed(2) : '.'
    }),
  ])
  return columns([head, ...rows])
}

function roleText({ roleEffects }: TournamentResults): string | null {
  if (roleEffects.length === 0) return null
  const rows = roleEffects.map(({ scenario, role, elo, ci95 }) => [
    `${scenario}: ${role}`,
    elo.toFixed(0),
    `[${ci95.map((edge) => edge.toFixed(0)).join(', ')}]`,
  ])
  return columns([['what a role is worth, Elo', '', '95 %'], ...rows])
}

/** One row an agent. */
export function tableCsv({ ratings }: TournamentResults): string {
  const head =
    'agent,rating,low,high,raw,points,played,seats,success,late,illegal,gone,error,refused,clean,seconds,tokens'
  const rows = ratings.map((one) => [
    one.agent,
    one.rating,
    ...(one.ci95 ?? [null, null]),
    one.raw,
    one.points,
    one.played,
    one.games,
    one.mean,
    one.errors.late,
    one.errors.illegal,
    one.errors.gone,
    one.errors.error,
    one.refused,
    one.reliability.clean,
    one.seconds,
    one.tokens,
  ])
  return csv([head.split(','), ...rows])
}

/** One row an ordered pair. */
export function crossCsv({ crossTable }: TournamentResults): string {
  const rows = crossTable.map(({ agent, against, wins, draws, losses, points }) => [
    agent,
    against,
    wins,
    draws,
    losses,
    points,
  ])
  return csv([['agent', 'against', 'wins', 'draws', 'losses', 'points'], ...rows])
}

/** One row a scenario, role and agent. */
export function rolesCsv({ roles }: TournamentResults): string {
  const rows = roles.map(({ scenario, role, agent, games, rate, wins, ci95 }) => [
    scenario,
    role,
    agent,
    games,
    rate,
    wins,
    ...ci95,
  ])
  return csv([['scenario', 'role', 'agent', 'games', 'success', 'wins', 'low', 'high'], ...rows])
}

/** RFC 4180; a cell that a spreadsheet would run as a formula gets a quote mark in front. */
export function csv(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
