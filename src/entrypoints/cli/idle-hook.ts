import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { configName } from '../../app/find-root.ts'
import { ownPath } from '../../app/state-path.ts'
import { foldersOf, hookEvents, isHost, journalName } from '../../hosts/host.ts'
import { insideAgent } from '../../model/inside-agent.ts'
import { readAll } from './read-all.ts'
import type { Context } from './terminal.ts'

/** More than any program sends. */
const mostInput = 4 * 1024 * 1024

/**
 * Standard input for whoever goes on with a hook; null where no folder upwards is held by Loopwright, and where a run
 * drives the agent, which checks its work itself. Hooks of a user run in every folder, so nothing else is loaded to find
 * that out.
 */
export async function inputOfHook(
  [, event, option, agent = '']: readonly string[],
  { stdin, cwd, env }: Context,
): Promise<Context['stdin'] | null> {
  const isCalled = hookEvents.some((each) => each === event) && option === '--agent'
  if (!isCalled || !isHost(agent)) return stdin
  const given = await readAll(stdin, mostInput)
  if ((env[insideAgent] ?? '') !== '') return null
  const folders = foldersOf(agent, given.toString('utf8'), { env, cwd })
  if (heldFolders(folders, env).next().done === true) return null
  return {
    async *[Symbol.asyncIterator]() {
      yield given
    },
  }
}

/** The folders upwards with a loopwright.yaml, or that had one when a hook ran there, the nearest first. */
export function* heldFolders(from: readonly string[], env: Context['env']): Generator<string> {
  for (const start of from)
    for (let folder = start; ; folder = dirname(folder)) {
      const marks = [join(folder, configName), join(ownPath(env, folder), journalName)]
      if (marks.some((path) => existsSync(path))) yield folder
      if (dirname(folder) === folder) break
    }
}
