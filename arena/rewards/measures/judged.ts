/**
 * ICI and SCI of MIRAGE: they need a judge that reads. Where it runs is not known here; it is a function from a
 * question to an answer in words.
 */
import type { Lived } from '../methods.ts'
import { rougeL } from './rouge.ts'
import { sightOf } from './sight.ts'

export type Judge = (question: string) => Promise<string>

const ABILITIES = ['reasoning', 'communication', 'observation', 'creativity'] as const

/** The first number of an answer, held to 0..most; null when there is none. */
export function readScore(answer: string, most = 20): number | null {
  const found = /-?\d+(?:\.\d+)?/.exec(answer)
  return found ? Math.min(most, Math.max(0, Number(found[0]))) : null
}

/** Scores of `judge` credit: how much each turn did for its seat's own end, 0 to 3; what can't be read counts 0. */
export async function judgeTurns({ game, turns }: Lived, dialogue: string, judge: Judge): Promise<number[]> {
  const scores: number[] = []
  for (const { seat, move, text, outcome } of turns) {
    const { name, faction } = game.seats[seat]!
    const end = outcome > 0 ? 'reached' : 'missed'
    const said = text === undefined ? move : `${move}: ${text}`
    const question = `${name} (${faction}) ${end} its goal. How much did this step contribute to that, from 0 (not at all) to 3 (decisively)?\n${said}\nAnswer with the number alone.`
    scores.push(readScore(await judge(`${dialogue}\n\n${question}`), 3) ?? 0)
  }
  return scores
}

export interface JudgedSeat {
  readonly faction: string
  /** (reasoning + communication + observation + creativity) / 80. */
  readonly ici: number | null
  /** Half role-play / 20, half the mean ROUGE-L of the persona as reconstructed from the dialogue alone. */
  readonly sci: number | null
}

/** Every seat of a match, asked about one by one. `dialogue` is the match as its public lines. */
export async function judgeMatch(match: Lived, dialogue: string, judge: Judge): Promise<JudgedSeat[]> {
  const judged: JudgedSeat[] = []
  for (const [seat, { faction, name }] of match.game.seats.entries()) {
    const persona = personaOf(match, seat)
    judged.push({
      faction,
      ici: await interaction(judge, dialogue, name),
      sci: await portrayal({ judge, dialogue, name, persona }),
    })
  }
  return judged
}

async function interaction(judge: Judge, dialogue: string, name: string): Promise<number | null> {
  let sum = 0
  for (const ability of ABILITIES) {
    const score = readScore(
      await judge(
        `${dialogue}\n\nRate the ${ability} of ${name} in this dialogue from 0 to 20. Answer with the number alone.`,
      ),
    )
    if (score === null) return null
    sum += score
  }
  return sum / 80
}

interface Portrait {
  readonly judge: Judge
  readonly dialogue: string
  readonly name: string
  readonly persona: Readonly<Record<string, string>>
}

async function portrayal({ judge, dialogue, name, persona }: Portrait): Promise<number | null> {
  const parts = Object.entries(persona).filter(([, text]) => text.trim() !== '')
  if (parts.length === 0) return null
  const told = parts.map(([part, text]) => `${part}: ${text}`).join('\n')
  const play = readScore(
    await judge(
      `${dialogue}\n\n${name} was to be played as follows.\n${told}\n\nRate how well the part was played from 0 to 20. Answer with the number alone.`,
    ),
  )
  if (play === null) return null
  let kept = 0
  for (const [part, text] of parts) {
    const guess = await judge(`${dialogue}\n\nFrom this dialogue alone, write the ${part} of ${name}.`)
    kept += rougeL(guess, text)
  }
  return play / 40 + kept / (2 * parts.length)
}

function personaOf({ turns }: Lived, seat: number): Readonly<Record<string, string>> {
  const own = turns.find((turn) => turn.seat === seat)
  return (own && sightOf(own.view)?.me?.persona) ?? {}
}
