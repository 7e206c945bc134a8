import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type Seal, sealed, unsealed } from '../../kit/seal.ts'
import type { AgentFailure, AgentRequest } from '../../model/agent.ts'
import { err, ok } from '../../model/result.ts'
import type { Agent } from '../../ports/agent.ts'
import type { Disk } from '../../ports/disk.ts'
import { HostAnswer, type HostDesk, type HostRun, HostQuestion } from '../../ports/host-desk.ts'

type Place = {
  readonly disk: Disk
  readonly folder: string
  readonly seal: Seal
  /** Whether the configuration has a host at all; without one there is nothing to look for. */
  readonly hasHosts: boolean
}

/** What this process knows of the runs it works on. */
type Sittings = {
  /** Runs of which somebody was asked. */
  readonly waiting: Set<string>
  /** What waited when a run was taken up and was not asked again yet. */
  readonly before: Map<string, Set<string>>
}

/** Keeps questions and answers, so that another process can answer, and a crash loses neither. */
export function openHostDesk({ disk, folder, seal, hasHosts }: Place): {
  readonly desk: HostDesk
  readonly agent: (name: string) => Agent
} {
  const files = openHostFiles(disk, folder, seal)
  const sittings: Sittings = { waiting: new Set(), before: new Map() }
  const desk: HostDesk = {
    open: async (run) => (hasHosts ? openQuestions(files, run) : []),
    isWaiting: (run) => sittings.waiting.has(idOf(run)),
    async begin(run) {
      sittings.waiting.delete(idOf(run))
      const waited = await desk.open(run)
      sittings.before.set(idOf(run), new Set(waited.map(({ token }) => token)))
    },
    async end(run) {
      for (const token of sittings.before.get(idOf(run)) ?? [])
        await disk.remove(files.path(run, token, 'question'))
      sittings.before.delete(idOf(run))
    },
    async answer(run, token, given) {
      const problem = await whyNotTaken(files, run, { token, given })
      if (problem !== null) return problem
      const text = files.text(run, token, given, 'answer')
      const isFirst = await disk.create(files.path(run, token, 'answer'), text)
      return isFirst ? null : 'somebody else has answered this step already'
    },
    isUsed: async (run, token) => (await disk.size(files.path(run, token, 'used'))) !== null,
    forget: (run) => (hasHosts ? files.forget(run) : Promise.resolve()),
  }
  return { desk, agent: (name) => hostAgent(name, { disk, files, sittings }) }
}

async function openQuestions(files: HostFiles, run: HostRun) {
  const answered = new Set(await files.tokens(run, 'answer'))
  const open = (await files.tokens(run, 'question')).filter((token) => !answered.has(token))
  const questions = open.map(async (token) => {
    const question = await files.question(run, token)
    return question === null ? [] : [{ ...question, token }]
  })
  return (await Promise.all(questions)).flat()
}

type Given = { readonly token: string; readonly given: HostAnswer }

/** The step must wait, for this agent, and no other agent of the run may be the same process. */
async function whyNotTaken(
  files: HostFiles,
  run: HostRun,
  { token, given }: Given,
): Promise<string | null> {
  const asked = (await openQuestions(files, run)).find((each) => each.token === token)
  if (asked === undefined)
    return 'this token names no step that waits: it was answered, or the run has moved on'
  if (asked.agent !== given.agent)
    return `this step is for the agent "${asked.agent}", and this server answers for "${given.agent}"`
  for (const each of await files.tokens(run, 'answer')) {
    const other = await files.answer(run, each)
    if (other !== null && other.from === given.from && other.agent !== given.agent)
      return `this process has answered for the agent "${other.agent}" in this run; who made the work cannot be another agent of it as well`
  }
  return null
}

type Means = { readonly disk: Disk; readonly files: HostFiles; readonly sittings: Sittings }

/** An agent that is asked by leaving a question, and has answered once an answer lies beside it. */
function hostAgent(name: string, { disk, files, sittings }: Means): Agent {
  const placeOf = (request: AgentRequest) => {
    const run = { workflow: request.workflow, runId: request.run_id }
    const said = `host\n${idOf(run)}\n${name}\n${JSON.stringify(request)}`
    return { run, token: files.seal(said).slice(0, 32) }
  }
  return {
    identity: { kind: 'host', walls: 'none: it works on the other side of the MCP server' },
    ceiling: () => ({ tokens: 0, costUsd: 0 }),
    later: {
      async askedWith(request) {
        const { run, token } = placeOf(request)
        return (await files.question(run, token))?.beside ?? null
      },
    },
    async ask(request, signal, _tell, beside = null) {
      if (signal.aborted) return err({ type: 'cancelled' })
      if (request.run_id === request.workflow) return err(outsideOfRuns(name, request))
      const { run, token } = placeOf(request)
      sittings.before.get(idOf(run))?.delete(token)
      const given = await files.answer(run, token)
      if (given !== null) {
        await disk.replace(files.path(run, token, 'used'), '')
        return ok(given.answer)
      }
      const question = files.text(run, token, { agent: name, request, beside }, 'question')
      if ((await files.question(run, token)) === null)
        await disk.writeDurably(files.path(run, token, 'question'), question)
      // what somebody else put there is no answer
      await disk.remove(files.path(run, token, 'answer'))
      sittings.waiting.add(idOf(run))
      return err({ type: 'waiting', agent: name })
    },
  }
}

const outsideOfRuns = (name: string, { role }: AgentRequest): AgentFailure => ({
  type: 'unavailable',
  reason: `the ${role} is asked outside of a run, and "${name}" is a host, which is asked in runs only; bind another agent to it`,
  retryable: false,
})

const ends = { question: '.question.json', answer: '.answer.json', used: '.used' } as const
type Kind = keyof typeof ends

const idOf = ({ workflow, runId }: HostRun): string => `${workflow}:${runId}`

/** Questions and answers as files that only this machine writes; a file is named by the token of its question. */
function openHostFiles(disk: Disk, folder: string, seal: Seal) {
  const pathOf = (run: HostRun, name = '') => join(folder, hash(idOf(run)).slice(0, 32), name)
  const place = (run: HostRun, token: string, kind: Kind) => pathOf(run, token + ends[kind])
  const about = (run: HostRun, token: string, kind: Kind) => `${idOf(run)}/${token}${ends[kind]}`

  async function read(run: HostRun, token: string, kind: Kind): Promise<unknown> {
    const bytes = await disk.read(place(run, token, kind))
    const text = bytes === null ? null : Buffer.from(bytes).toString()
    const body = text === null ? null : unsealed(seal, about(run, token, kind), text)
    return body === null ? null : JSON.parse(body)
  }

  return {
    seal,
    path: place,
    text: (run: HostRun, token: string, value: object, kind: Kind) =>
      sealed(seal, about(run, token, kind), JSON.stringify(value)),
    question: async (run: HostRun, token: string) =>
      HostQuestion.safeParse(await read(run, token, 'question')).data ?? null,
    answer: async (run: HostRun, token: string) =>
      HostAnswer.safeParse(await read(run, token, 'answer')).data ?? null,
    /** The tokens of all that is there of a kind. */
    async tokens(run: HostRun, kind: Kind): Promise<readonly string[]> {
      const names = await disk.list(pathOf(run))
      return names
        .filter((name) => name.endsWith(ends[kind]))
        .map((name) => name.slice(0, -ends[kind].length))
        .toSorted()
    },
    forget: (run: HostRun) => disk.removeTree(pathOf(run)),
  }
}
type HostFiles = ReturnType<typeof openHostFiles>

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
