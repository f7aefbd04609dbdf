/** `parley scenario check`: every fault of a scenario at once; with --leaks also whether a seat gets what it may not know. */
import { existsSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { unknownName } from '../core/errors.ts'
import type { MysteryDocument } from '../games/murder-mystery/document.ts'
import { reviewDocument } from '../scenario/document.ts'
import { type Fault, faultLine } from '../scenario/faults.ts'
import { filesOf, scenarioFolders } from '../scenario/folder.ts'
import { openFiles, type Scenario, shippedFolder } from '../scenario/index.ts'
import { auditScenario, type LeakAudit } from '../scenario/leaks.ts'
import { type Solvability, solvabilityOf } from '../scenario/mystery/solvability.ts'
import { rehearse } from '../scenario/rehearse.ts'
import { MYSTERY } from '../scenario/schema.ts'
import { type CommonOptions, Failed, remark, result } from './command.ts'

interface CheckOptions extends CommonOptions {
  readonly leaks: boolean
  readonly strict: boolean
}

interface Checked {
  readonly id: string
  readonly faults: readonly Fault[]
  readonly solvability?: Solvability
  readonly leaks?: LeakAudit
}

export function addCheck(scenario: Command): void {
  scenario
    .command('check')
    .description('reports every fault of scenarios (default: all shipped ones) at once')
    .argument('[scenario...]', 'folders, or names of shipped scenarios')
    .option('--leaks', 'also audit what each seat is sent', false)
    .option('--strict', 'fail on warnings too', false)
    .addHelpText('after', '\nExample:\n  $ parley scenario check ./my-mystery --leaks')
    .action(run)
}

function run(names: readonly string[], options: CheckOptions): void {
  const shipped = scenarioFolders(shippedFolder())
  const checked = (names.length === 0 ? shipped : names).map((name) => checkOne(name, options))
  const faults = checked.flatMap(({ id, faults }) => faults.map((fault) => ({ scenario: id, ...fault })))
  const leaks = checked.reduce((sum, one) => sum + (one.leaks?.leaks.length ?? 0), 0)
  result(options, { faults, scenarios: checked }, checked.map(told).join('\n'))
  const errors = faults.filter((fault) => options.strict || fault.severity !== 'warning').length
  if (errors > 0) throw new Failed(`${errors} fault${errors === 1 ? '' : 's'} found`)
  if (leaks > 0) throw new Failed(`${leaks} leak${leaks === 1 ? '' : 's'} found`)
}

/** The folder of a scenario given as a path or by name. Throws `unknown-scenario`. */
export function folderOf(name: string): string {
  if (existsSync(name) && statSync(name).isDirectory()) return resolve(name)
  const folder = join(shippedFolder(), name)
  if (!existsSync(folder)) throw unknownName('scenario', name, scenarioFolders(shippedFolder()))
  return folder
}

function checkOne(name: string, options: CheckOptions): Checked {
  const files = filesOf(folderOf(name))
  const id = basename(folderOf(name))
  const { faults, document, kind } = reviewDocument(files)
  if (faults.some((fault) => fault.severity !== 'warning')) return { id, faults }
  const scenario = openFiles(id, files)
  const rehearsed = rehearse(scenario, 3, options.seed).map(
    ({ file, line, column, reason }): Fault => ({ file, line, column, pointer: '', message: reason }),
  )
  const mystery = kind?.id === MYSTERY ? (document as MysteryDocument) : undefined
  remark(options, `${id}: read`)
  return {
    id,
    faults: [...faults, ...rehearsed, ...misnamed(id, scenario)],
    ...(mystery && { solvability: solvabilityOf(mystery) }),
    ...(options.leaks && { leaks: auditScenario(scenario, files, options.seed) }),
  }
}

function misnamed(folder: string, { id }: Scenario): Fault[] {
  if (id === folder) return []
  const message = `the id "${id}" should be the folder's name, "${folder}"`
  return [{ file: 'scenario.json', line: 1, column: 1, pointer: '/id', message, severity: 'warning' }]
}

function told({ id, faults, solvability, leaks }: Checked): string {
  const lines = faults.map((fault) => faultLine(id, fault))
  const errors = faults.filter((fault) => fault.severity !== 'warning').length
  const verdict = errors > 0 ? `${errors} faults` : faults.length > 0 ? `sound, ${faults.length} warnings` : 'sound'
  const audit = leaks ? `; ${leaks.leaks.length} leaks in ${leaks.looks} looks (${leaks.twins} with a twin)` : ''
  lines.push(`${id}: ${verdict}${solvability?.structured ? `; ${solved(solvability)}` : ''}${audit}`)
  for (const leak of leaks?.leaks.slice(0, 8) ?? []) lines.push(`  ${leak.test}: ${leak.detail}`)
  return lines.join('\n')
}

function solved({ solvable, left, found, reachable }: Solvability): string {
  const counts = `suspects left by clues ${left.clues.length}, by testimony ${left.testimony.length}, by both ${left.both.length}`
  const clues = `${reachable.length} clues can be found, ${found.length} of them in one match`
  return `${solvable ? 'solvable' : 'NOT solvable'} (${counts}; ${clues})`
}
