/** A judge that reads: any OpenAI-compatible endpoint, asked at temperature 0. */
import { type Judge, judgeTurns } from '../rewards/measures/index.ts'
import type { Lived } from '../rewards/methods.ts'
import { openScenario } from '../scenario/index.ts'
import { tellMatch } from '../scenario/tell.ts'
import { worded } from './replay.ts'

/** The key comes from OPENAI_API_KEY; local servers need none. */
export async function openJudge(url: string, model: string): Promise<Judge> {
  const { default: OpenAI } = await import('openai')
  const client = new OpenAI({ baseURL: url, apiKey: process.env['OPENAI_API_KEY'] ?? 'none' })
  return async (question) => {
    const reply = await client.chat.completions.create({
      model,
      temperature: 0,
      messages: [{ role: 'user', content: question }],
    })
    return reply.choices[0]?.message.content ?? ''
  }
}

/** What a judge that reads the whole match gives each of its turns, 0 to 3, for `judge` credit. */
export async function turnJudge(url: string, model: string): Promise<(match: Lived) => Promise<number[]>> {
  const judge = await openJudge(url, model)
  return async (match) => {
    const scenario = await openScenario(match.game.id)
    const dialogue = [...tellMatch(scenario, match.events, 'audience')].map(worded).join('\n')
    return judgeTurns(match, dialogue, judge)
  }
}
