import { afterEach, expect, test } from '@jest/globals'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import type { Player } from '../../plugins/client/index.ts'
import { serveMcp } from '../../plugins/mcp/index.ts'
import { over, spec, type TestArena, table, testArena } from './support.ts'

let arena: TestArena
let player: Player
afterEach(async () => {
  player.close()
  await arena.close()
})

async function client() {
  arena = await testArena()
  const token = await arena.tokens.make('assistant', ['play'], 0)
  const [near, far] = InMemoryTransport.createLinkedPair()
  player = await serveMcp({ url: arena.url, token, concurrency: 1, transport: far as never })
  const mcp = new Client({ name: 'test', version: '1' })
  await mcp.connect(near)
  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const { content, isError } = await mcp.callTool({ name, arguments: given })
    return { text: (content as { text: string }[])[0]!.text, isError: isError === true }
  }
  return { mcp, call }
}

test('any MCP client plays a mystery with three tools', async () => {
  const { mcp, call } = await client()
  const { tools } = await mcp.listTools()
  expect(tools.map(({ name }) => name).sort()).toEqual(['ask_rules', 'look', 'move'])
  expect((await call('look', { seconds: 0 })).text).toContain('Nothing to do')
  expect(await call('move', { move: 'pass' })).toMatchObject({ isError: true })
  const { id } = await arena.rooms.start(
    spec(await table('mystery:simple:1', ['assistant'], 'detective'), { scenario: 'mystery:simple:1' }),
  )
  for (let turns = 0; ; turns++) {
    const { text } = await call('look', { seconds: 10 })
    if (text.includes(`Match ${id} is over`)) break
    if (turns === 0) {
      expect((await call('ask_rules')).text).toContain('murder mystery')
      expect(await call('move', { move: 'confess' })).toMatchObject({
        isError: true,
        text: expect.stringContaining('is not offered'),
      })
    }
    const offered = /one of: (.+?)\. ?(?:Words|\n|$)/.exec(text)?.[1]?.split(' | ') ?? []
    await call('move', { move: offered[0], say: 'I have nothing to hide.', thought: 'secret' })
  }
  await over(arena, id)
  const own = (await arena.store.events(id)).filter((event) => event.type === 'moved' && event.seat === 0)
  expect(own.length).toBeGreaterThan(3)
  expect(own.every((event) => event.type === 'moved' && !event.forced && event.note?.['thought'] === 'secret')).toBe(
    true,
  )
  await mcp.close()
}, 30_000)
