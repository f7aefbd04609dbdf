/** `parley tournament`: plans, runs, pauses and resumes tournaments, and shows their tables. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openAgent } from '../../plugins/index.ts'
import { ParleyError, unknownName } from '../core/errors.ts'
import { connectedNames } from '../host/connected.ts'
import { type OpenPlace, openTournaments, type TournamentPlace } from '../host/tournament-open.ts'
import { planOf, type TournamentPlan } from '../host/tournament-plan.ts'
import type { TournamentResults } from '../host/tournament-results.ts'
import { enterPlan, tryAgents } from '../host/tournament-run.ts'
import type { TournamentRecord } from '../host/tournament-store.ts'
import { openScenario } from '../scenario/index.ts'
import { schedules } from '../tournament/index.ts'
import { type CommonOptions, remark, result, type Subcommand } from './command.ts'
import { type Running, resultsNow, runHere, writeResults } from './tournament-run.ts'
import { resultsText } from './tournament-text.ts'

interface TournamentOptions extends CommonOptions {
  readonly scenarios?: string
  readonly agents?: string
  readonly schedule?: string
  readonly matches?: number
  readonly rounds?: number
  readonly deals?: number
  readonly challengers?: number
  readonly id?: string
  readonly demo: boolean
  readonly logs?: string
  readonly concurrency?: number
  readonly absent?: string
  readonly seconds?: number
  readonly tokens?: number
  readonly postgres?: string
  readonly redis?: string
  readonly workers: boolean
  readonly out?: string
  readonly resume?: string
  readonly pause?: string
  readonly cancel?: string
  readonly show?: string
  readonly add?: string
  readonly remove?: string
  readonly all: boolean
}

/** Ends in well under a minute and has something to say: five sorts of player in three mysteries. */
const DEMO = {
  title: 'Demo: five players in three mysteries',
  scenarios: ['mystery:simple:1-3'],
  agents: ['detective', 'detective:honest', 'culprit', 'talker', 'random'],
  schedule: 'role-blocks',
  matches: 300,
}

export const tournamentCommand: Subcommand = {
  name: 'tournament',
  summary: 'runs or resumes a tournament',
  examples: [
    'parley tournament --demo',
    'parley tournament --scenarios kuhn-poker,leduc-poker --agents random,perfect --matches 2000',
    'parley tournament plan.json',
    'parley tournament --resume t-1f00ba2b3c',
    'parley tournament --add policy:runs/kuhn --id ladder-1',
  ],
  build(command) {
    command
      .argument('[plan]', 'a plan as JSON')
      .option('--scenarios <list>', 'scenarios; mystery:simple:1-5 is five of them')
      .option('--agents <list>', 'who takes part; for knockout and gauntlet in order of seeding')
      .option('--schedule <id>', schedules.map(({ id }) => id).join(', '))
      .option('--matches <number>', 'at least so many, rounded up to whole blocks', whole('--matches'))
      .option('--rounds <number>', 'at least so many rounds', whole('--rounds'))
      .option('--deals <number>', 'deals each meeting plays in each scenario', whole('--deals'))
      .option('--challengers <number>', 'for whom a gauntlet is', whole('--challengers'))
      .option('--id <id>', 'its name; the same plan without one has the same id')
      .option('--demo', 'a small one that ends within a minute', false)
      .option('--logs <which>', 'which matches leave a log: all, slow, none')
      .option(
        '--absent <rule>',
        'after a minute without a connected agent its match waits on, or is a forfeit: wait, forfeit',
      )
      .option('--concurrency <number>', 'matches at once', whole('--concurrency'))
      .option('--seconds <number>', 'pauses after so many', whole('--seconds'))
      .option('--tokens <number>', 'pauses when agents have used so many', whole('--tokens'))
      .option('--postgres <url>', 'the store of a cluster')
      .option('--redis <url>', 'the line of jobs of a cluster')
      .option('--no-workers', 'plays nothing itself; `parley worker` does')
      .option('--out <dir>', 'where tables and figures go (default: DATA/tournaments/ID)')
      .option('--resume <id>', 'goes on with one')
      .option('--pause <id>', 'pauses a running one, from anywhere')
      .option('--cancel <id>', 'ends one for good')
      .option('--show <id>', 'its table as it stands')
      .option('--add <agent>', 'adds an agent to --id from the next round on')
      .option('--remove <agent>', 'takes an agent out of --id from the next round on')
      .option('--all', 'lists the tournaments of the store', false)
      .action(run)
  },
}

async function run(file: string | undefined, options: TournamentOptions): Promise<void> {
  const place = await openTournaments(placeOf(options))
  try {
    await act(file, options, place)
  } finally {
    await place.close()
  }
}

export const placeOf = ({ data, postgres, redis }: TournamentOptions): TournamentPlace => ({
  data,
  ...(postgres !== undefined && { postgres }),
  ...(redis !== undefined && { redis }),
})

async function act(file: string | undefined, options: TournamentOptions, place: OpenPlace): Promise<void> {
  const { pause, cancel, show, resume, add, remove } = options
  if (options.all) return await listAll(options, place)
  if (pause !== undefined) return await mark(pause, 'paused', options, place)
  if (cancel !== undefined) return await mark(cancel, 'cancelled', options, place)
  if (show !== undefined)
    return await tell(await resultsNow(await known(show, place), runningOf(show, options, place)), options)
  if (add !== undefined || remove !== undefined) return await changeField(options, place)
  if (resume !== undefined) return await goOn(await known(resume, place), options, place)
  const plan = planFrom(file, options)
  const state = await enterPlan(plan, place.store)
  if (state !== 'running') remark(options, `tournament ${plan.id} is ${state} already; this is its table`)
  await goOn(await known(plan.id, place), options, place, file)
}

async function goOn(
  record: TournamentRecord,
  options: TournamentOptions,
  place: OpenPlace,
  file?: string,
): Promise<void> {
  const { id } = record.plan
  const running = { ...runningOf(id, options, place), command: commandOf(record.plan, file) }
  if (record.state === 'cancelled' || record.state === 'over')
    return await tell(await resultsNow(record, running), options)
  if (record.state === 'paused') await place.store.setState(id, 'running', '')
  const far = connectedNames(record.plan.agents)
  if (far.length > 0)
    remark(options, `matches of ${far.join(', ')} are played by the \`parley serve\` they are joined to`)
  remark(options, `tournament ${id}; if it is interrupted, go on with: ${running.resume}`)
  await tell(await runHere(id, running), options)
}

function runningOf(id: string, options: TournamentOptions, place: OpenPlace): Running {
  const where = [
    options.data === './data' ? '' : ` --data ${quoted(options.data)}`,
    options.postgres === undefined ? '' : ` --postgres ${quoted(options.postgres)}`,
    options.redis === undefined ? '' : ` --redis ${quoted(options.redis)}`,
  ].join('')
  const resume = `npx parley tournament --resume ${id}${where}`
  return { place, options, command: resume, resume, plays: options.workers }
}

async function tell(results: TournamentResults, options: TournamentOptions): Promise<void> {
  const files = writeResults(results, options.out ?? join(options.data, 'tournaments', results.id))
  remark(options, `\n${files.length} files in ${options.out ?? join(options.data, 'tournaments', results.id)}`)
  result(options, results, resultsText(results))
}

async function known(id: string, { store }: OpenPlace): Promise<TournamentRecord> {
  const record = await store.tournament(id)
  if (record) return record
  throw unknownName(
    'tournament',
    id,
    (await store.tournaments()).map(({ plan }) => plan.id),
  )
}

async function mark(
  id: string,
  state: 'paused' | 'cancelled',
  options: TournamentOptions,
  place: OpenPlace,
): Promise<void> {
  const { state: now } = await known(id, place)
  if (now === 'over' || now === 'cancelled') throw new ParleyError('tournament-over', `tournament ${id} is ${now}`)
  await place.store.setState(id, state, 'by command')
  await place.jobs.remove(id)
  result(options, { id, state }, `tournament ${id} is ${state}`)
}

async function changeField(options: TournamentOptions, place: OpenPlace): Promise<void> {
  const { id, add, remove } = options
  if (id === undefined) throw new ParleyError('bad-option', '--add and --remove need --id')
  const { state, plan } = await known(id, place)
  if (state === 'cancelled') throw new ParleyError('tournament-over', `tournament ${id} is cancelled`)
  if (add !== undefined) await tryAgents([add], plan, { openAgent, openScenario, remoteNames: place.remoteNames })
  const round = (await place.store.rounds(id)).length
  if (add !== undefined) await place.store.enter(id, add, round)
  if (remove !== undefined) await place.store.leave(id, remove, round)
  if (state === 'over') await place.store.setState(id, 'paused', 'an agent was added or removed')
  const agents = (await place.store.entrants(id)).filter(({ left }) => left === null).map(({ agent }) => agent)
  result(options, { id, agents, round }, `from round ${round} on tournament ${id} has ${agents.join(', ')}`)
}

async function listAll(options: TournamentOptions, { store }: OpenPlace): Promise<void> {
  const items = (await store.tournaments()).map(({ plan: { id, title, schedule }, state }) => ({
    id,
    title,
    schedule,
    state,
  }))
  const text = items.map(({ id, state, schedule, title }) => `${id}  ${state}  ${schedule}  ${title}`).join('\n')
  result(options, { items }, text || 'no tournaments yet')
}

function planFrom(file: string | undefined, options: TournamentOptions): TournamentPlan {
  const { scenarios, agents, schedule, matches, rounds, deals, challengers, id, logs, concurrency, seed } = options
  const budget = {
    ...(options.seconds !== undefined && { seconds: options.seconds }),
    ...(options.tokens !== undefined && { tokens: options.tokens }),
  }
  const given = {
    scenarios: scenarios?.split(','),
    agents: agents?.split(','),
    schedule,
    matches,
    rounds,
    deals,
    challengers,
    id,
    logs,
    concurrency,
    ...(options.absent !== undefined && { absent: { rule: options.absent } }),
    ...(seed !== 1 && { seed }),
    ...(Object.keys(budget).length > 0 && { budget }),
  }
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  if (file === undefined && !options.demo && (!scenarios || !agents)) {
    throw new ParleyError('bad-plan', 'give a plan file, or --scenarios and --agents, or --demo')
  }
  return planOf({ ...(options.demo && DEMO), ...(file !== undefined && readPlan(file)), ...set })
}

function readPlan(file: string): object {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new ParleyError('no-plan', `${file}: ${(error as Error).message}`)
  }
  try {
    return Object(JSON.parse(text)) as object
  } catch (error) {
    throw new ParleyError('bad-plan', `${file}: ${(error as Error).message}`)
  }
}

/** The call that plays the same matches. */
export function commandOf(plan: TournamentPlan, file?: string): string {
  if (file !== undefined) return `npx parley tournament ${quoted(file)}`
  const words = [
    `--scenarios ${quoted(plan.scenarios.join(','))}`,
    `--agents ${quoted(plan.agents.join(','))}`,
    `--schedule ${plan.schedule}`,
    ...(plan.matches === undefined ? [] : [`--matches ${plan.matches}`]),
    ...(plan.rounds === undefined ? [] : [`--rounds ${plan.rounds}`]),
    ...(plan.deals === 1 ? [] : [`--deals ${plan.deals}`]),
    ...(plan.absent.rule === 'wait' ? [] : [`--absent ${plan.absent.rule}`]),
    ...(plan.challengers === 1 ? [] : [`--challengers ${plan.challengers}`]),
    `--seed ${plan.seed}`,
  ]
  return `npx parley tournament ${words.join(' ')}`
}

const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

export function whole(option: string): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (Number.isSafeInteger(value) && value > 0) return value
    throw new ParleyError('bad-option', `${option} takes a whole number above 0, not "${text}"`)
  }
}
