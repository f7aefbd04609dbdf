/** An ask as plain JSON, for agents that are not in this process. */
import type { Ask, SurveyAsk } from '../arena/core/agent.ts'

export function plainAsk({ match, game, turn, seat, role, view, moves, speech, prompt, refusal }: Ask): object {
  const more = { ...(speech && { speech }), ...(refusal && { refusal }) }
  return { type: 'ask', match, game, turn, seat, role, view, moves, prompt, ...more }
}

export function plainSurvey({ match, game, turn, seat, view, about, prompt }: SurveyAsk): object {
  return { type: 'survey', match, game, turn, seat, view, about, prompt }
}
