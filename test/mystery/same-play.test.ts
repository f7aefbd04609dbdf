/**
 * Mysteries play as they did: the same seeds give the same events and the same last views. When a rule, an agent or a
 * scenario is changed on purpose, `test/bench/mystery-events.ts 6` prints what belongs here; for speed alone nothing may move.
 */
import { expect, test } from '@jest/globals'
import { fingerprint, TABLES } from './fingerprint.ts'

/** The first 16 hex digits over six matches of each table. */
const PLAYED: Readonly<Record<string, string>> = {
  'simple random': '801dc17fe962dc4a',
  'simple detectives': '789505a7b3855ed0',
  'complex random': 'b91fe12b7651a480',
  'complex detectives': 'fcc879d8f61b8aae',
  'complex detectives, surveyed': '0cb2b643b658b898',
  'complex talkers, culprit': 'b42e707c4bd49528',
  'written detectives, surveyed': '68fa5b6123acaa99',
  'written talkers': '30a72ecef048ca7e',
}

test.each(TABLES)('$name: six matches play event for event as they did', async (table) => {
  expect((await fingerprint(table, 6)).slice(0, 16)).toBe(PLAYED[table.name])
})
