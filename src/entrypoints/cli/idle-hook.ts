import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { configName } from '../../app/find-root.ts'
import { ownPath } from '../../app/state-path.ts'
import { folderIn, hookEvents, isHost, journalName } from '../../hosts/host.ts'
import { readAll } from './read-all.ts'
import type { Context } from './terminal.ts'

/** More than any program sends. */
const mostInput = 4 * 1024 * 1024

/**
 * Standard input for whoever goes on with a hook; null where no folder upwards is held by Loopwright. Hooks of a user
 * run in every folder, so nothing else is loaded to find that out.
 */
export async function inputOfHook(
  [, event, option, agent = '']: readonly string[],
  { stdin, cwd, env }: Context,
): Promise<Context['stdin'] | null> {
  const isCalled = hookEvents.some((each) => each === event) && option === '--agent'
  if (!isCalled || !isHost(agent)) return stdin
  const given = await readAll(stdin, mostInput)
  const folder = resolve(folderIn(given.toString('utf8')) ?? cwd)
  if (heldFolder(folder, env) === null) return null
  return {
    async *[Symbol.asyncIterator]() {
      yield given
    },
  }
}

/** The nearest folder upwards with a loopwright.yaml, or that had one when a hook ran there. */
export function heldFolder(from: string, env: Context['env']): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const marks = [join(folder, configName), join(ownPath(env, folder), journalName)]
    if (marks.some((path) => existsSync(path))) return folder
    if (dirname(folder) === folder) return null
  }
}
