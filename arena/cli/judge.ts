/** A judge that reads: any OpenAI-compatible endpoint, asked at temperature 0. */
import type { Judge } from '../rewards/measures/index.ts'

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
