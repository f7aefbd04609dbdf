/** The form of an experiment file, as JSON Schema. */

/** What can be measured; a game without one leaves its place empty. */
export const METRICS = [
  'winRate',
  'nonLoss',
  'score',
  'victory',
  'tii',
  'cic',
  'responsiveness',
  'consistency',
  'nashConv',
  'averageNashConv',
] as const

export const FIGURES = ['radar', 'change', 'bars', 'matrix'] as const

const text = { type: 'string' }
const names = { type: 'array', items: text, minItems: 1 }
const whole = { type: 'integer', minimum: 0 }
const some = { type: 'integer', minimum: 1 }
const seeds = { type: 'array', items: whole, minItems: 1 }
const closed = (required: readonly string[], properties: object) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})
const byName = (value: object) => ({ type: 'object', minProperties: 1, additionalProperties: value })

const measurement = closed(['against', 'matches'], {
  scenario: text,
  roles: names,
  against: text,
  player: text,
  matches: some,
  greedy: { type: 'boolean' },
  exact: { type: 'boolean' },
})
const variant = closed(['method'], {
  method: text,
  recipe: { type: 'object' },
  steps: whole,
  published: { type: 'boolean' },
  cells: names,
  in: byName(closed([], { recipe: { type: 'object' }, steps: whole })),
})
const cell = closed(['scenario', 'measure'], {
  scenario: text,
  learn: names,
  trainAgainst: names,
  steps: whole,
  recipe: { type: 'object' },
  measure: byName(measurement),
})
const cross = closed(['scenario', 'role', 'matches', 'rows', 'columns'], {
  scenario: text,
  role: text,
  matches: some,
  rows: byName(text),
  columns: byName(text),
})
const figure = closed(['kind', 'title'], {
  kind: { enum: FIGURES },
  metric: { enum: METRICS },
  columns: names,
  cross: text,
  title: text,
})

export const SCHEMA = closed(['id', 'title', 'seeds', 'variants', 'cells', 'metrics', 'figures', 'quick'], {
  id: { type: 'string', pattern: '^[a-z][a-z0-9-]*$' },
  title: text,
  seeds,
  variants: byName({ oneOf: [{ type: 'null' }, variant] }),
  cells: byName(cell),
  cross: byName(cross),
  metrics: { type: 'array', items: { enum: METRICS }, minItems: 1 },
  figures: { type: 'array', items: figure },
  quick: closed(['seeds', 'steps', 'matches'], { seeds, steps: whole, matches: some }),
})
