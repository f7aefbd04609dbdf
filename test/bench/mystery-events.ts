/**
 * A fingerprint of how mysteries are played: `node --import tsx test/bench/mystery-events.ts 200`. One line a table: the
 * SHA-256 of every event of its matches. A change meant to be a matter of speed alone leaves all of it as it was.
 */
import { fingerprint, TABLES } from '../mystery/fingerprint.ts'

const [count = '200'] = process.argv.slice(2)
for (const table of TABLES)
  process.stdout.write(`${table.name.padEnd(40)} ${await fingerprint(table, Number(count))}\n`)
