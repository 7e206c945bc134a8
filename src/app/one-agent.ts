import { createHash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { AgentConfig } from '../model/agent-config.ts'
import type { Config } from '../model/config.ts'
import { findProgram } from './doctor/programs.ts'

type Place = { readonly env: Readonly<Record<string, string | undefined>>; readonly cwd: string }

/**
 * Whether a name of the configuration stands for the agent of another name: the same program with the same
 * words, or the same model. What a program asks in its turn cannot be seen, so other words are another agent.
 */
export async function isOneOf(
  { agents }: Pick<Config, 'agents'>,
  { name, others }: { readonly name: string; readonly others: readonly string[] },
  place: Place,
): Promise<boolean> {
  if (others.includes(name)) return true
  const [own, ...known] = await Promise.all(
    [name, ...others].map((each) => answerer(agents[each], place)),
  )
  return own !== undefined && known.some((each) => each !== undefined && isSame(own, each))
}

function isSame(first: Answerer, second: Answerer): boolean {
  if (first.model !== undefined && second.model !== undefined) return first.model === second.model
  // a program that is told no model may well take the one that the other names
  return first.program !== null && first.program === second.program
}

type Answerer = {
  /** What is started, however it is written; null where nothing is. */
  readonly program: string | null
  readonly model?: string | undefined
}

/** What answers; undefined for a host, which is known by its connection. */
async function answerer(
  agent: AgentConfig = { kind: 'offline' },
  place: Place,
): Promise<Answerer | undefined> {
  switch (agent.kind) {
    case 'host':
      return undefined
    case 'offline':
      return { program: 'offline' }
    case 'scripted':
      return { program: await started(['scripted', agent.script], place) }
    case 'model':
      return { program: null, model: `${agent.base_url ?? ''} ${agent.model}`.trim() }
    case 'command':
    case 'acp':
      return { program: await started(agent.command, place) }
    case 'claude':
    case 'codex':
    case 'gemini':
    case 'opencode':
    case 'copilot':
      return { program: await started(agent.command ?? [agent.kind], place), model: agent.model }
  }
}

/** Files by what they are, so that another path to one, or a copy of it, is the same. */
async function started([program = '', ...words]: readonly string[], place: Place): Promise<string> {
  const path = (await findProgram(program, place)) ?? program
  const parts = await Promise.all(
    [path, ...words].map((word) => fileOr(resolve(place.cwd, word), word)),
  )
  return JSON.stringify(parts)
}

const most = 2 ** 20

async function fileOr(path: string, word: string): Promise<string> {
  try {
    const result = await stat(path)
    if (!result.isFile() || result.size > most) return await realpath(path)
    return createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
  } catch {
    return word
  }
}
