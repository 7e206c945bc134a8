import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type Seal, sealed, unsealed } from '../../kit/seal.ts'
import type { AgentAnswer, AgentFailure, AgentRequest } from '../../model/agent.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { Agent } from '../../ports/agent.ts'
import type { Disk } from '../../ports/disk.ts'
import { HostAnswer, type HostDesk, HostQuestion, type HostRun } from '../../ports/host-desk.ts'

type OwnDesk = HostDesk & { agent(name: string): Agent }

type Place = {
  readonly disk: Disk
  readonly folder: string
  readonly seal: Seal
  /** Whether the configuration has a host at all; without one there is nothing to look for. */
  readonly hasHosts: boolean
}

const questionEnd = '.question.json'
const answerEnd = '.answer.json'
const usedEnd = '.used'

/** Questions and answers as files, so that another process can answer, and a crash loses neither. */
export function openHostDesk({ disk, folder, seal, hasHosts }: Place): OwnDesk {
  /** Runs of which somebody was asked. */
  const waiting = new Set<string>()
  /** What waited when a run was taken up and was not asked again yet. */
  const before = new Map<string, Set<string>>()
  const pathOf = (run: HostRun, name = '') => join(folder, hash(idOf(run)).slice(0, 32), name)
  const tokenOf = (run: HostRun, asked: Pick<HostQuestion, 'agent' | 'request'>) =>
    seal(`host\n${idOf(run)}\n${asked.agent}\n${JSON.stringify(asked.request)}`).slice(0, 32)

  const sealedFor = (run: HostRun, name: string, value: object) =>
    sealed(seal, `${idOf(run)}/${name}`, JSON.stringify(value))

  /** What this machine wrote, and nobody else. */
  async function read(run: HostRun, name: string): Promise<unknown> {
    const bytes = await disk.read(pathOf(run, name))
    const text = bytes === null ? null : Buffer.from(bytes).toString()
    const body = text === null ? null : unsealed(seal, `${idOf(run)}/${name}`, text)
    return body === null ? null : JSON.parse(body)
  }

  const answerTo = async (run: HostRun, token: string) =>
    HostAnswer.safeParse(await read(run, token + answerEnd)).data ?? null

  /** For whom else the same process has answered. */
  async function otherOf(run: HostRun, { agent, from }: HostAnswer): Promise<string | null> {
    for (const name of await disk.list(pathOf(run))) {
      if (!name.endsWith(answerEnd)) continue
      const given = await answerTo(run, name.slice(0, -answerEnd.length))
      if (given !== null && given.from === from && given.agent !== agent) return given.agent
    }
    return null
  }

  const questionOf = async (run: HostRun, token: string) =>
    HostQuestion.safeParse(await read(run, token + questionEnd)).data ?? null

  const open: HostDesk['open'] = async (run) => {
    const names = await disk.list(pathOf(run))
    const questions = await Promise.all(
      names
        .filter((name) => name.endsWith(questionEnd))
        .map((name) => name.slice(0, -questionEnd.length))
        .filter((token) => !names.includes(token + answerEnd))
        .toSorted()
        .map(async (token) => ({ token, question: await questionOf(run, token) })),
    )
    return questions.flatMap(({ token, question }) =>
      question === null ? [] : [{ ...question, token }],
    )
  }

  return {
    open,
    isWaiting: (run) => waiting.has(idOf(run)),
    async begin(run) {
      waiting.delete(idOf(run))
      const waited = hasHosts ? await open(run) : []
      before.set(idOf(run), new Set(waited.map(({ token }) => token)))
    },
    async end(run) {
      for (const token of before.get(idOf(run)) ?? [])
        await disk.remove(pathOf(run, token + questionEnd))
      before.delete(idOf(run))
    },
    async answer(run, token, given) {
      const asked = (await open(run)).find((each) => each.token === token)
      if (asked === undefined)
        return 'this token names no step that waits: it was answered, or the run has moved on'
      if (asked.agent !== given.agent)
        return `this step is for the agent "${asked.agent}", and this server answers for "${given.agent}"`
      const other = await otherOf(run, given)
      if (other !== null)
        return `this process has answered for the agent "${other}" in this run; who made the work cannot be another agent of it as well`
      const name = token + answerEnd
      const isFirst = await disk.create(pathOf(run, name), sealedFor(run, name, given))
      return isFirst ? null : 'somebody else has answered this step already'
    },
    isUsed: async (run, token) => (await disk.size(pathOf(run, token + usedEnd))) !== null,
    forget: (run) => (hasHosts ? disk.removeTree(pathOf(run)) : Promise.resolve()),
    agent: (name) => hostAgent(name),
  }

  function hostAgent(name: string): Agent {
    const placeOf = (request: AgentRequest) => {
      const run = { workflow: request.workflow, runId: request.run_id }
      return { run, token: tokenOf(run, { agent: name, request }) }
    }
    return {
      identity: { kind: 'host', walls: 'none: it works on the other side of the MCP server' },
      ceiling: () => ({ tokens: 0, costUsd: 0 }),
      later: {
        async askedWith(request) {
          const { run, token } = placeOf(request)
          return (await questionOf(run, token))?.beside ?? null
        },
      },
      async ask(request, signal, beside): AsyncResult<AgentAnswer, AgentFailure> {
        if (signal.aborted) return err({ type: 'cancelled' })
        if (request.run_id === request.workflow) return err(outsideOfRuns(name, request))
        const { run, token } = placeOf(request)
        before.get(idOf(run))?.delete(token)
        const given = await answerTo(run, token)
        if (given !== null) {
          await disk.replace(pathOf(run, token + usedEnd), '')
          return ok(given.answer)
        }
        const asked = { agent: name, request, beside: beside ?? null }
        const file = token + questionEnd
        if ((await questionOf(run, token)) === null)
          await disk.writeDurably(pathOf(run, file), sealedFor(run, file, asked))
        // what somebody else put there is no answer
        await disk.remove(pathOf(run, token + answerEnd))
        waiting.add(idOf(run))
        return err({ type: 'waiting', agent: name })
      },
    }
  }
}

const outsideOfRuns = (name: string, { role }: AgentRequest): AgentFailure => ({
  type: 'unavailable',
  reason: `the ${role} is asked outside of a run, and "${name}" is a host, which is asked in runs only; bind another agent to it`,
  retryable: false,
})

const idOf = ({ workflow, runId }: HostRun): string => `${workflow}:${runId}`

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
