/** Plays a match to its end with agents at hand; waits only for agents that make it wait. */
import type { Agent, Ask, SurveyAsk } from './agent.ts'
import { ParleyError } from './errors.ts'
import type { Match } from './match.ts'

/** Returns the scores by seat, or null when the match was stopped. */
export async function playMatch(match: Match, agents: readonly Agent[]): Promise<readonly number[] | null> {
  while (!match.done) {
    for (const survey of match.surveys()) await takeSurvey(match, agents, survey)
    const asks = match.asks()
    if (asks.length > 1) await Promise.all(asks.map((ask) => askAgent(match, agents, ask)))
    else {
      const waiting = askAgent(match, agents, asks[0]!)
      if (waiting !== undefined) await waiting
    }
  }
  return match.result
}

/** Asks and takes the answer; a promise only when the agent gave one. What the match itself throws is not the agent's. */
function askAgent(match: Match, agents: readonly Agent[], ask: Ask): Promise<void> | undefined {
  let answer: unknown
  try {
    answer = agents[ask.seat]!.act(ask)
  } catch (error) {
    failed(match, ask, error)
    return undefined
  }
  if (!(answer instanceof Promise)) {
    match.answer(ask.seat, answer)
    return undefined
  }
  const taken = answer.then(
    (came: unknown) => () => match.answer(ask.seat, came),
    (error: unknown) => () => failed(match, ask, error),
  )
  return taken.then((settle) => {
    if (isOpen(match, ask)) settle() // else the match went on without it: stopped, or lost by another seat
  })
}

const isOpen = (match: Match, ask: Ask) =>
  !match.done && match.asks().some((open) => open.seat === ask.seat && open.turn === ask.turn)

/** An agent that is late or gone is spoken for; one that throws has used up a try. */
function failed(match: Match, ask: Ask, error: unknown): void {
  if (error instanceof ParleyError && (error.code === 'late' || error.code === 'gone'))
    match.fault(ask.seat, error.code)
  else {
    const message = error instanceof Error ? error.message : String(error)
    match.refuse(ask.seat, 'agent-error', `the agent failed: ${message}`, message)
  }
}

/** An instrument may fail without harm: the survey is simply not taken. */
async function takeSurvey(match: Match, agents: readonly Agent[], survey: SurveyAsk): Promise<void> {
  const beliefs = await opinion(agents[survey.seat]!, survey)
  if (beliefs === undefined || !match.surveyed(survey.seat, beliefs)) match.missed(survey.seat)
}

async function opinion(agent: Agent, survey: SurveyAsk): Promise<unknown> {
  try {
    return await agent.survey?.(survey)
  } catch {
    return undefined
  }
}
