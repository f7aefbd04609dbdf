/** `parley agent new`: a first agent to be rewritten, for every way in. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { Command } from 'commander'
import { ParleyError, unknownName } from '../core/errors.ts'
import { type AgentKind, TEMPLATES } from './agent-templates.ts'
import { type CommonOptions, result } from './command.ts'

export function addAgentNew(agent: Command): void {
  agent
    .command('new')
    .description('writes a first agent into a folder')
    .argument('<folder>', 'a folder that is not there yet')
    .option('--kind <kind>', Object.keys(TEMPLATES).join(', '), 'module')
    .addHelpText('after', '\nExample:\n  $ parley agent new my-agent --kind python')
    .action(write)
}

function write(folder: string, options: CommonOptions & { readonly kind: string }): void {
  if (!Object.hasOwn(TEMPLATES, options.kind)) throw unknownName('kind of agent', options.kind, Object.keys(TEMPLATES))
  if (existsSync(folder)) throw new ParleyError('name-taken', `${folder} is there already`)
  const { files, check } = TEMPLATES[options.kind as AgentKind]
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const how = check.replaceAll('./FOLDER', isAbsolute(folder) ? folder : `./${folder}`).replaceAll('FOLDER', folder)
  result(
    options,
    { folder, kind: options.kind, files: Object.keys(files), check: how },
    `${folder} is written. Check it with\n  ${how}`,
  )
}
