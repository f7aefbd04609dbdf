/**
 * An agent of one's own in this process, by folder, file or npm package: `module:./my-agent` or `module:my-package`.
 * It exports `plugin` (a Plugin), or just `act` (and `survey`, `name`). It runs with this process's rights: for code
 * that isn't trusted there is `sandbox:`.
 */
import { existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Agent, AgentContext, Plugin } from '../../arena/core/agent.ts'
import { ParleyError } from '../../arena/core/errors.ts'

const INDEX = ['index.ts', 'index.js', 'index.mjs', 'agent.ts', 'agent.js', 'agent.mjs']

export const module: Plugin = {
  id: 'module',
  title: 'your own code in this process: module:./folder or module:npm-package',
  async make(context) {
    const [where, argument] = split(context.argument)
    return await agentOf(where, await load(where), { ...context, argument })
  },
}

/** `./my-agent#strong` is the module `./my-agent` with the argument `strong`. */
function split(argument: string): [string, string] {
  const mark = argument.indexOf('#')
  return mark < 0 ? [argument, ''] : [argument.slice(0, mark), argument.slice(mark + 1)]
}

async function load(where: string): Promise<Record<string, unknown>> {
  const url = locate(where)
  try {
    return (await import(url)) as Record<string, unknown>
  } catch (error) {
    throw new ParleyError('broken-plugin', `module ${where} can't be loaded: ${faultOf(error)}`, { cause: error })
  }
}

function locate(where: string): string {
  if (!/^\.|^\/|^[A-Za-z]:[\\/]/.test(where)) {
    try {
      return pathToFileURL(createRequire(join(process.cwd(), 'package.json')).resolve(where)).href
    } catch (error) {
      throw new ParleyError('unknown-plugin', `no package "${where}" is installed; a folder begins with ./`, {
        cause: error,
      })
    }
  }
  const path = resolve(where)
  const file =
    existsSync(path) && statSync(path).isDirectory() ? INDEX.map((name) => join(path, name)).find(existsSync) : path
  if (!file || !existsSync(file))
    throw new ParleyError('unknown-plugin', `${where} is no file, and no folder with one of ${INDEX.join(', ')}`)
  return pathToFileURL(file).href
}

/** The message, and the file and line it is about: where the stack names one, its first. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error) && typeof Object(error).stack !== 'string') return String(error)
  const { message, stack = '' } = error as Error
  const line = /(?:file:\/\/)?(\/[^\s():]+|[A-Za-z]:\\[^\s():]+):(\d+)(?::\d+)?/.exec(stack)
  return line ? `${message.split('\n')[0]} (${line[1]}, line ${line[2]})` : message
}

async function agentOf(where: string, exports: Record<string, unknown>, context: AgentContext): Promise<Agent> {
  const { plugin, act, survey, name } = exports
  if (isPlugin(plugin)) return await plugin.make(context)
  if (typeof act === 'function') {
    const made = { name: typeof name === 'string' ? name : where, act: act as Agent['act'] }
    return typeof survey === 'function' ? { ...made, survey: survey as NonNullable<Agent['survey']> } : made
  }
  const found = Object.keys(exports).join(', ') || 'nothing'
  throw new ParleyError('broken-plugin', `module ${where} exports ${found}; it has to export "plugin" or "act"`)
}

const isPlugin = (value: unknown): value is Plugin => typeof Object(value).make === 'function'
