/** JSON Schemas of what the arena sends. Clients may rely on them; tests hold every message they see to them. */
const string = { type: 'string' } as const
const number = { type: 'number' } as const
const count = { type: 'integer', minimum: 0 } as const
const nullable = (type: string) => ({ type: [type, 'null'] }) as const
const list = (items: object) => ({ type: 'array', items })
const object = (required: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
})
const beliefs = object({ suspects: list(number) }, { suspicion: list(number), trust: list(number) })
const refusal = object(
  { code: string, message: string },
  { allowed: list(string), retry: number, left: count, current: count },
)
const view = { description: 'plain JSON, by the kind of game' }
const speech = object({ moves: { anyOf: [{ const: 'all' }, list(string)] }, max: count })
const news = object({ id: count, seat: nullable('integer'), move: string, line: string }, { text: string })
const fault = { enum: ['illegal', 'late', 'gone', 'error'] }
const sight = { anyOf: [{ enum: ['audience', 'all'] }, count] }

const frame = object(
  {
    id: count,
    type: { enum: ['opened', 'dealt', 'moved', 'refused', 'surveyed', 'forfeited', 'ended', 'stopped'] },
  },
  {
    seat: nullable('integer'),
    turn: count,
    move: string,
    text: string,
    line: string,
    forced: fault,
    fault,
    code: string,
    beliefs,
    note: { type: 'object' },
    scores: list(number),
    outcome: list(number),
    reason: string,
    view,
    views: { type: 'array' },
  },
)

const seat = object(
  { agent: string, name: string, here: { type: 'boolean' } },
  { version: string, role: string, faction: string },
)

const match = object(
  {
    id: string,
    scenario: string,
    kind: string,
    title: string,
    language: string,
    state: { enum: ['waiting', 'running', 'over', 'stopped'] },
    seats: list(seat),
    events: count,
    turn: count,
    waitingFor: list(count),
    open: { type: 'boolean' },
    startedAt: number,
  },
  {
    deadline: number,
    endedAt: number,
    scores: list(number),
    outcome: list(number),
    tournament: string,
    sealed: { const: true },
    truth: string,
  },
)

const survey = object({
  match: string,
  game: string,
  turn: count,
  seat: count,
  view,
  about: list(count),
  prompt: string,
  left: nullable('number'),
})

/** By the name of the message; `reply` is the acknowledgement of act and beliefs. */
export const SERVER_SCHEMAS = {
  welcome: object({
    protocol: count,
    agent: string,
    matches: list(string),
    limits: object({ messageBytes: count, messagesPerSecond: count, concurrency: count }),
  }),
  ask: object(
    {
      match: string,
      turn: count,
      game: string,
      kind: string,
      seat: count,
      role: string,
      name: string,
      names: list(string),
      view,
      moves: list(string),
      prompt: string,
      deadline: nullable('number'),
      left: nullable('number'),
      bank: number,
      took: nullable('number'),
      since: count,
      news: list(news),
    },
    { speech, refusal: object({ code: string, message: string, left: count }) },
  ),
  reply: {
    anyOf: [
      object({ ok: { const: true } }, { duplicate: { type: 'boolean' } }),
      object({ ok: { const: false }, error: refusal }),
    ],
  },
  refused: object(
    { code: string, message: string },
    { match: string, turn: count, left: count, allowed: list(string), retry: number },
  ),
  survey,
  over: object({
    match: string,
    seat: count,
    state: { enum: ['over', 'stopped'] },
    scores: list(number),
    outcome: list(number),
  }),
  closed: object({ code: string, message: string }),
  frames: object({ match: string, sight, from: count, to: count, frames: list(frame), complete: { type: 'boolean' } }),
  match,
  beat: object({ at: number, running: count }),
} as const satisfies Record<string, object>

export type ServerMessage = keyof typeof SERVER_SCHEMAS
