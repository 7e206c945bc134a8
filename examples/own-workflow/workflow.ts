import { join } from 'node:path'
import { z } from 'zod'
// in your project: from 'loopwright'
import {
  type AgentRequest,
  defineCommand,
  defineWorkflow,
  err,
  keptPlace,
  keptRuns,
  ok,
  type OpenRun,
  openAgents,
  type RunView,
  startRun,
  type WorkflowDefinition,
  type Workspace,
} from '../../src/index.ts'
import { type Command, machine, type State, type Step } from './machine.ts'

const roles = ['writer'] as const

/** Announcements: drafted by an agent, approved by a person, published as a file. */
export const announce: WorkflowDefinition<State, Command, Step> = {
  machine,
  noun: 'an announcement',
  begin: 'loopwright announce start "<topic>"',
  names: (workspace) => keptRuns(workspace, 'announce'),
  place: (workspace, name) => keptPlace(workspace, machine, name),
  isOver: ({ at }) => at === 'ended',
  standing: (state) => (state.at === 'ended' ? state.outcome : state.at),
  folder: (workspace, { name }) => join(workspace.root, 'announcements', name),
  files: (workspace, { name, state }) => [
    {
      path: join(workspace.root, 'announcements', name, 'draft.md'),
      content: async () => (await workspace.blobs.get(state.drafts.at(-1) ?? '')) ?? undefined,
    },
  ],
  swept: (workspace, { name }) => [join(workspace.root, 'announcements', name)],
  bound: ({ agents }) => ({ agents, promptsSha256: '' }),
  async bench(workspace, run, { progress }) {
    const agents = await openAgents(workspace, roles)
    if (!agents.ok) return agents
    const { writer } = agents.value.byRole
    return ok({
      bound: { agents: agents.value.identities, promptsSha256: '' },
      async work(step, signal) {
        if (step.do === 'PUBLISH') {
          const text = (await workspace.blobs.get(step.draft)) ?? ''
          await workspace.disk.writeDurably(
            join(workspace.root, 'announcements', run.name, 'published.md'),
            text,
          )
          return { type: 'record-published' }
        }
        progress('asking the writer')
        const answer = await writer.ask(requestFor(run.runId, step), signal)
        if (signal.aborted) return null
        if (!answer.ok) return { type: 'record-failure', reason: answer.error.type }
        return {
          type: 'record-draft',
          draft: await workspace.blobs.put(String(answer.value.output)),
        }
      },
    })
  },
  stop: (request, result) => [...(result === null ? [] : [result]), { type: 'stop', ...request }],
  answer: (answer) => ({ type: 'answer-gate', answer }),
  view: (workspace, run) => viewOf(workspace, run),
  async show(workspace, run) {
    const view = viewOf(workspace, run)
    const line = `${run.name} | ${announce.standing(run.state)} | ${run.state.drafts.length} drafts`
    return {
      json: {
        loopwright: 1,
        workflow: 'announce',
        alias: run.name,
        status: view.status,
        question: view.question,
      },
      status: () => [line],
      next: () =>
        view.question === null
          ? []
          : [`? ${view.question}   loopwright answer ${run.name} approve`],
      live: null,
      news: [],
      end: () => [line],
    }
  },
  async reports(workspace, { name, state }) {
    const draft = await workspace.blobs.get(state.drafts.at(-1) ?? '')
    return {
      pretty: () => `${name}: ${announce.standing(state)}\n\n${draft ?? ''}`,
      markdown: () => `# ${name}\n\n${draft ?? ''}`,
      none: { what: 'an announcement has no report in this format' },
    }
  },
  versions: async ({ blobs }, { state }) =>
    ok({
      hashes: state.drafts,
      last: null,
      best: null,
      accepted: state.at === 'ended' && state.outcome === 'published',
      async read(hash) {
        const text = await blobs.get(hash)
        return text === null ? err({ exit: 5, what: `${hash} is missing` }) : ok({ hash, text })
      },
    }),
  texts: ({ drafts }) => drafts,
}

const requestFor = (
  run_id: string,
  { topic, feedback }: Extract<Step, { do: 'DRAFT' }>,
): AgentRequest => ({
  protocol: 1,
  workflow: 'announce',
  run_id,
  iteration: 1,
  phase: 'DRAFT',
  role: 'writer',
  prompt: `Write an announcement about: ${topic}${feedback === '' ? '' : `\nTake care of this: ${feedback}`}`,
  input: { topic, feedback },
  output_schema: null,
  workspace: null,
  attempt: 1,
})

function viewOf({ relative, root }: Workspace, { name, runId, state }: OpenRun<State>): RunView {
  const due = machine.due(state)
  const status =
    state.at === 'asking'
      ? 'waiting'
      : state.at !== 'ended'
        ? 'running'
        : state.outcome === 'published'
          ? 'completed'
          : 'stopped'
  return {
    alias: name,
    runId,
    task: state.topic,
    taskType: 'announcement',
    status,
    iteration: Math.max(1, state.drafts.length),
    maxIterations: Math.max(1, state.drafts.length),
    phase: '',
    step: state.at,
    plan: [],
    lastScore: 0,
    evaluation: null,
    critique: [],
    artifact: state.drafts.at(-1) ?? null,
    artifactPath: relative(join(root, 'announcements', name, 'draft.md')),
    artifactStatus: state.drafts.length === 0 ? 'not_created' : 'unevaluated',
    best: null,
    stop:
      state.at === 'ended'
        ? { code: state.outcome, reason: state.outcome, passed: status === 'completed', detail: {} }
        : null,
    question: due.type === 'gate' ? due.gate.question : null,
    used: { seconds: 0, tokens: 0, costUsd: 0, calls: 0 },
    createdAt: state.startedAt,
    updatedAt: state.updatedAt,
  }
}

const start = defineCommand({
  name: 'announce start',
  usage: 'announce start "<topic>" [options]',
  about: 'Drafts an announcement and asks a person before it is published.',
  words: ['topic'],
  arguments: z.object({ topic: z.string().min(1) }),
  carries: true,
  examples: [['loopwright announce start "version 2"', 'up to the question']],
  async run({ workspace }, { topic }) {
    const agents = await openAgents(workspace, roles)
    if (!agents.ok) return agents
    const name = `news-${(await keptRuns(workspace, 'announce')).length + 1}`
    const started = await startRun(
      announce,
      workspace,
      { name, runId: name },
      { type: 'start', topic, agents: agents.value.identities },
    )
    return started.ok ? ok({ type: 'carry', run: name }) : started
  },
})

export const workflow = defineWorkflow(announce, {
  about: 'Announcements that a person approves.',
  commands: { start: { does: 'draft an announcement', load: async () => ({ command: start }) } },
  starts: 'start',
  examples: [['loopwright announce start "version 2"', 'up to the question']],
})
