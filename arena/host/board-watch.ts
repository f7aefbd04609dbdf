/** Looks now and then whether standings and training have moved on, and tells the lobby what did. */
import type { Logger } from 'pino'
import type { Boards } from './boards.ts'
import { lookAgain } from './look-again.ts'

type Tell = (type: 'standings' | 'training', message: object) => void

const EVERY_MS = 2_000

/** `anyone`: whether somebody is in the lobby to be told. Returns what ends it. */
export function watchBoards(boards: Boards, tell: Tell, anyone: () => boolean, log: Logger): () => void {
  const known = new Map<string, string>()
  // What is seen for the first time is told too: somebody may have come to the lobby before it was there.
  const changed = (key: string, value: unknown) => {
    const text = JSON.stringify(value)
    const before = known.get(key)
    known.set(key, text)
    return before !== text
  }
  const look = async () => {
    const [standings, training] = [await boards.standings(), await boards.training()]
    if (changed('standings', standings)) tell('standings', { items: standings })
    for (const one of training)
      if (changed(one.id, [one.step, one.state, one.version, one.measures])) tell('training', one)
  }
  const failed = (error: unknown) => log.error({ err: error }, 'the boards can not be read')
  return lookAgain(look, { milliseconds: EVERY_MS, failed, wanted: anyone })
}
