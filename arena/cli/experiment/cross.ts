/** Everybody against everybody: rows in the seats of one role, columns in the others, seed by seed. */
import { join } from 'node:path'
import { fileName, once } from './keep.ts'
import type { Plan } from './plan.ts'
import { meet, specOf } from './players.ts'
import { entryOf, type Table } from './tables.ts'

/** How often the rows win: one table for each matrix of the plan, `remark`ed as it grows. */
export async function crossTables(plan: Plan, out: string, remark: (text: string) => void): Promise<Table[]> {
  const tables: Table[] = []
  for (const name of Object.keys(plan.cross ?? {})) tables.push(await crossTable(plan, out, name, remark))
  return tables
}

async function crossTable(plan: Plan, out: string, name: string, remark: (text: string) => void): Promise<Table> {
  const { rows, columns } = plan.cross![name]!
  const found: Record<string, number[]> = {}
  for (const seed of plan.seeds) {
    remark(`${name}, seed ${seed}`)
    for (const [row, measured] of Object.entries(rows))
      for (const [column, others] of Object.entries(columns)) {
        const file = join(out, 'cross', fileName(name), `${fileName(`${row}-${column}`)}-${seed}.json`)
        const { wins } = await once(file, () => encounter(plan, out, { name, seed, measured, others }))
        found[`${row}/${column}`] = [...(found[`${row}/${column}`] ?? []), wins]
      }
  }
  return {
    metric: name,
    columns: Object.keys(columns),
    rows: Object.keys(rows).map((row) => ({
      variant: row,
      entries: Object.keys(columns).map((column) => entryOf(found[`${row}/${column}`] ?? [])),
    })),
  }
}

interface Encounter {
  readonly name: string
  readonly seed: number
  readonly measured: string
  readonly others: string
}

async function encounter(plan: Plan, out: string, { name, seed, measured, others }: Encounter) {
  const { scenario, matches, role } = plan.cross![name]!
  const [variant = ''] = Object.keys(plan.variants)
  const spec = (player: string) => specOf(plan, out, { cell: '', variant, seed }, player)
  const { evaluation } = await meet({
    ...{ scenario, matches, seed, roles: [role], surveyed: false },
    ...{ measured: spec(measured), others: spec(others) },
  })
  return { measured, others, matches, wins: evaluation.winRate.mean }
}
