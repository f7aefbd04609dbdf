/** The loop: play, credit, learn, measure, keep; and at the end evaluate, pass the gate, publish. */
import { ParleyError } from '../core/errors.ts'
import { addToAverage, averageOf, nashConvOf, profileOf } from './average.ts'
import { setCurrent, versionsOf, writeRunning, writeVersion } from './checkpoint.ts'
import { closingEvaluation, gateHolds, parentPolicy } from './gate.ts'
import { learn } from './learn.ts'
import type { FrozenPolicy } from './learner.ts'
import { lockFolder } from './lock.ts'
import { asPlayed, readLogs } from './logs.ts'
import type { Surroundings, TrainOptions, TrainResult } from './options.ts'
import { isJudged, Players } from './players.ts'
import { type Progress, writeProgress } from './progress.ts'
import { at } from './recipe.ts'
import { type Lessons, lessonsFrom } from './rounds.ts'
import { dropRunning, foldLogs, manifestOf, openRun, type Run, stateOf } from './run-state.ts'
import type { Policy } from './self-play.ts'
import { tableOf } from './sparse.ts'
import type { Harvest, Taught } from './taught.ts'

/**
 * Trains until the steps are done or `onProgress` says stop, then publishes a version. Throws `in-use` when another
 * trainer works in the folder, `diverged` when the loss is no number (the batch is kept, nothing is published).
 */
export async function train(options: TrainOptions, surroundings: Surroundings): Promise<TrainResult> {
  const release = lockFolder(options.out)
  try {
    const run = await openRun(options, surroundings)
    try {
      return await carryOut(run, surroundings)
    } finally {
      await run.learner.close()
    }
  } finally {
    release()
  }
}

async function carryOut(run: Run, surroundings: Surroundings): Promise<TrainResult> {
  const started = performance.now()
  if (versionsOf(run.options.out).length === 0) await publishFirst(run)
  if (run.steps === 0) return untrained(run, started)
  if (isJudged(run) && !surroundings.judge) {
    throw new ParleyError(
      'no-judge',
      'judge credit needs somebody who judges: --judge URL, an OpenAI-compatible endpoint',
    )
  }
  const company = await companyOf(run, surroundings)
  try {
    return await rounds(run, company, surroundings, started)
  } finally {
    await company.players.close()
    await company.first?.close()
  }
}

async function rounds(run: Run, company: Company, surroundings: Surroundings, started: number): Promise<TrainResult> {
  const clock = { started, from: run.step }
  let last: Progress | undefined
  let stopped = false
  while (run.step < run.steps && !stopped) {
    last = await oneRound(run, company, clock)
    writeProgress(run.options.out, last)
    stopped = surroundings.onProgress?.(last) === true
    if (stopped || run.round % run.options.checkpointEvery === 0) {
      writeRunning(run.options.out, manifestOf(run, 0), await stateOf(run))
    }
  }
  const ended = stopped && run.step < run.steps ? null : await publish(run, company, surroundings)
  return {
    version: ended?.version ?? run.parent ?? 0,
    published: ended?.published ?? false,
    steps: run.step,
    seconds: (performance.now() - started) / 1000,
    device: run.learner.device,
    loss: last?.loss ?? 0,
    finished: ended !== null,
    evaluation: ended?.evaluation ?? {},
  }
}

/** No steps were asked for: the folder holds the untrained policy, to be measured. */
const untrained = (run: Run, started: number): TrainResult => ({
  version: run.parent ?? 0,
  published: true,
  steps: 0,
  seconds: (performance.now() - started) / 1000,
  device: run.learner.device,
  loss: 0,
  finished: true,
  evaluation: {},
})

/** Version 0: the untrained policy, what everything later is compared with. */
async function publishFirst(run: Run): Promise<void> {
  run.parent = 0
  writeVersion(run.options.out, {
    manifest: { ...manifestOf(run, 0), parent: null },
    policy: await run.learner.policy(),
    state: await run.learner.state(),
  })
  setCurrent(run.options.out, 0)
}

interface Company {
  readonly learner: Policy
  /** The policy before the first step, when somebody plays against it. */
  readonly first: FrozenPolicy | null
  readonly players: Players
}

async function companyOf(run: Run, surroundings: Surroundings): Promise<Company> {
  const { learner, options, method } = run
  const policy: Policy = { version: 'training', logProbs: (positions) => learner.logProbs(positions) }
  const needed = method.id === 'mars-fixed-opponent' || options.against?.includes('first')
  const first = needed ? await parentPolicy(run, 'first') : null
  return { learner: policy, first, players: new Players(run, { policy, first, surroundings }) }
}

interface Clock {
  readonly started: number
  readonly from: number
}

async function oneRound(run: Run, company: Company, clock: Clock): Promise<Progress> {
  const began = performance.now()
  const { matches: played, logs } = await harvestFor(run, company)
  run.logs = foldLogs(run.logs, logs)
  const playing = performance.now() - began
  const { value } = run
  const matches = value ? played.map((match) => ({ ...match, signal: value.deltas(match) })) : played
  const refLogProbs = run.learner.refLogProbs.bind(run.learner)
  const lessons = await lessonsFrom(matches, { ...run, credit: run.recipe.credit, refLogProbs })
  value?.learn(matches)
  const learned = await learn(run, lessons)
  run.round++
  const worth = await measureSmall(run, company.learner)
  const seconds = (performance.now() - clock.started) / 1000
  return {
    step: run.step,
    steps: run.steps,
    round: run.round,
    ...learned.figures,
    learningRate: at(run.recipe.learningRate, run.step / run.steps),
    matches: matches.length,
    rolloutThreads: company.players.threads,
    lessons: lessons.lessons.length,
    rows: learned.rows,
    dropped: lessons.dropped,
    ...(lessons.balanced && cellsOf(lessons.balanced)),
    matchesPerSecond: matches.length / (playing / 1000),
    tokensPerSecond: learned.tokens / learned.seconds,
    ...outcomesByRole(matches),
    seconds,
    secondsLeft: (seconds / Math.max(1, run.step - clock.from)) * (run.steps - run.step),
    ...worth,
  }
}

/** The first round may come from logs; every other one is played. */
async function harvestFor(run: Run, { players, learner }: Company): Promise<Harvest> {
  const { logs } = run.options
  if (run.round > 0 || !logs?.length) return players.play()
  return players.harvest(await asPlayed(await readLogs(logs), learner, run.encode))
}

const cellsOf = ({ counts, missing, capped }: NonNullable<Lessons['balanced']>) => ({
  cells: counts,
  ...(missing.length > 0 && { missing }),
  ...(capped.length > 0 && { capped }),
})

function outcomesByRole(matches: readonly Taught[]) {
  const tally: Record<string, { sum: number; wins: number; count: number }> = {}
  for (const { seats, outcome } of matches) {
    for (const [seat, { role }] of seats.entries()) {
      const entry = (tally[role] ??= { sum: 0, wins: 0, count: 0 })
      entry.sum += outcome[seat]!
      entry.wins += Number(outcome[seat]! > 0)
      entry.count++
    }
  }
  const by = (of: (entry: { sum: number; wins: number; count: number }) => number) =>
    Object.fromEntries(Object.entries(tally).map(([role, entry]) => [role, of(entry)]))
  return { outcome: by(({ sum, count }) => sum / count), winRate: by(({ wins, count }) => wins / count) }
}

/** In a small game: adds the round to the average of the second half, and now and then the exact NashConv. */
async function measureSmall(run: Run, policy: Policy): Promise<{ nashConv?: number; averageNashConv?: number }> {
  const { tree, recipe } = run
  if (!tree || !recipe.average) return {}
  const { game } = await run.source(0)
  const profile = await profileOf(tree, game, policy, run.encode)
  if (run.step >= run.steps / 2) addToAverage(tree, profile, run.average)
  if (run.round % 20 !== 0 && run.step < run.steps) return {}
  const nashConv = nashConvOf(tree, profile)
  return run.step < run.steps / 2
    ? { nashConv }
    : { nashConv, averageNashConv: nashConvOf(tree, averageOf(tree, run.average)) }
}

/** The average policy of a small game as a table, entry by entry. */
async function averageModel({ tree, recipe, average, source, encode }: Run): Promise<Uint8Array | null> {
  if (!tree || !recipe.average) return null
  const { game } = await source(0)
  const profile = averageOf(tree, average)
  return tableOf(
    tree.infosets.map(({ view, seat, moves, first }) => ({
      position: encode(game, view, seat, moves),
      logProbs: Array.from(profile.subarray(first, first + moves.length), (chance) => Math.log(Math.max(chance, 1e-9))),
    })),
  )
}

async function publish(run: Run, company: Company, surroundings: Surroundings) {
  const version = Math.max(0, ...versionsOf(run.options.out)) + 1
  const evaluation = await closingEvaluation(run, company.learner)
  const published = !run.options.gate || gateHolds(evaluation)
  const average = await averageModel(run)
  writeVersion(run.options.out, {
    manifest: manifestOf(run, version, evaluation),
    policy: await run.learner.policy(),
    state: await stateOf(run),
    ...(average && { average }),
  })
  if (published) setCurrent(run.options.out, version)
  else surroundings.remark?.(`version ${version} is worse than its parent and was not put in use (--no-gate does)`)
  dropRunning(run)
  return { version, published, evaluation }
}
