/** `parley scenario new`, `generate`, `import-mirage` and `schema`: where scenarios come from. */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { ParleyError, unknownName } from '../core/errors.ts'
import { generateKind } from '../scenario/generate.ts'
import { importMirage } from '../scenario/mirage/index.ts'
import { ID_PATTERN, publishedPhrasesSchema, publishedSchema, schemaText } from '../scenario/schema.ts'
import { starterMystery } from '../scenario/starter.ts'
import { type CommonOptions, result } from './command.ts'

const SCHEMAS: Readonly<Record<string, () => object>> = { scenario: publishedSchema, phrases: publishedPhrasesSchema }

const DIFFICULTIES = ['simple', 'complex'] as const

export function addMaking(scenario: Command): void {
  scenario
    .command('new')
    .description('writes a small, sound mystery to start from')
    .argument('<folder>', 'where; its last part is the id')
    .addHelpText('after', '\nExample:\n  $ parley scenario new ./my-mystery')
    .action(create)
  scenario
    .command('generate')
    .description('writes the mystery of a seed as a scenario folder')
    .argument('<folder>', 'where; its last part is the id')
    .option('--difficulty <level>', DIFFICULTIES.join(' or '), 'simple')
    .option('--accomplice', 'one more character knows who did it and lies for the culprit (complex only)')
    .addHelpText(
      'after',
      '\nExamples:\n  $ parley scenario generate ./house-17 --seed 17 --difficulty complex\n  $ parley scenario generate ./house-18 --seed 18 --difficulty complex --accomplice',
    )
    .action(generated)
  scenario
    .command('import-mirage')
    .description("turns a script of a user's own MIRAGE checkout into a scenario folder")
    .argument('<dir>', 'the folder of one script: script.json, clues.json, Truth.json (or their Chinese names)')
    .option('--out <folder>', 'where to; default ./<id>')
    .option('--culprit <name...>', 'who did it, when the truth text does not say it plainly')
    .option('--title <text>', 'default: the name of the folder')
    .addHelpText(
      'after',
      '\nExample:\n  $ parley scenario import-mirage ~/MIRAGE/data/some-script --culprit "Some Name"',
    )
    .action(imported)
  scenario
    .command('schema')
    .description('prints the JSON Schema of scenario.json, or of phrases.json')
    .argument('[what]', Object.keys(SCHEMAS).join(' or '), 'scenario')
    .addHelpText('after', '\nExample:\n  $ parley scenario schema > scenarios/scenario.schema.json')
    .action((what: string) => {
      const schema = Object.hasOwn(SCHEMAS, what) ? SCHEMAS[what] : undefined
      if (!schema) throw unknownName('schema', what, Object.keys(SCHEMAS))
      process.stdout.write(schemaText(schema()))
    })
}

function create(folder: string, options: CommonOptions): void {
  const id = idOf(folder)
  writeScenario(folder, {
    'scenario.json': json(starterMystery(id)),
    'README.md': `# ${id}\n\nAuthor's notes: what happened, how it can be solved, what each clue is for.\n`,
  })
  result(
    options,
    { id, folder: resolve(folder) },
    `${folder}: a mystery to rewrite; next: parley scenario check ${folder}`,
  )
}

function generated(folder: string, options: CommonOptions & { difficulty: string; accomplice?: true }): void {
  const difficulty = DIFFICULTIES.find((one) => one === options.difficulty)
  if (!difficulty) throw unknownName('difficulty', options.difficulty, DIFFICULTIES)
  if (options.accomplice && difficulty !== 'complex')
    throw new ParleyError(
      'bad-option',
      '--accomplice needs --difficulty complex: a simple mystery is too small for two liars',
    )
  const id = idOf(folder)
  const made = generateKind(options.seed, options.accomplice ? 'accomplice' : difficulty)
  const document = { $schema: '../scenario.schema.json', ...made, id }
  writeScenario(folder, { 'scenario.json': json(document) })
  result(options, { id, folder: resolve(folder), seed: options.seed, difficulty }, `${folder}: ${document.title}`)
}

interface ImportOptions extends CommonOptions {
  readonly out?: string
  readonly culprit?: readonly string[]
  readonly title?: string
}

function imported(dir: string, options: ImportOptions): void {
  const { document, report } = importMirage(dir, {
    culprits: options.culprit ?? [],
    ...(options.title !== undefined && { title: options.title }),
  })
  const folder = options.out ?? `./${document.id}`
  const id = options.out === undefined ? document.id : idOf(folder)
  writeScenario(folder, { 'scenario.json': json({ $schema: '../scenario.schema.json', ...document, id }) })
  result(
    options,
    { id, folder: resolve(folder), report },
    [`${folder}: ${document.title}`, ...report.map((line) => `  ${line}`)].join('\n'),
  )
}

function idOf(folder: string): string {
  const id = basename(resolve(folder))
  if (!new RegExp(ID_PATTERN).test(id)) {
    throw new ParleyError(
      'bad-id',
      `the folder's name is the scenario's id: small letters, digits and hyphens, not "${id}"`,
    )
  }
  return id
}

/** Written beside, then renamed, so that no half-written folder is ever found; one that is there is never overwritten. */
function writeScenario(folder: string, files: Readonly<Record<string, string>>): void {
  const path = resolve(folder)
  if (existsSync(path)) throw new ParleyError('folder-exists', `${folder} is there already; nothing was written`)
  const draft = join(dirname(path), `.${basename(path)}.writing`)
  mkdirSync(draft, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(draft, name), text)
  renameSync(draft, path)
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
