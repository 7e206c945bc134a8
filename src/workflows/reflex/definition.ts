import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { findRun } from '../../engine/open-run.ts'
import { readText } from '../../engine/versions.ts'
import type { WorkflowDefinition } from '../../engine/workflow.ts'
import { onlyIn } from '../../model/gate.ts'
import { TaskAlias } from '../../model/ids.ts'
import { usageProblem } from '../../model/problem.ts'
import { err, ok } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { Setup } from './events.ts'
import { pointerPath, projectRun, runJson } from './files.ts'
import { reflexMachine, type ReflexStep } from './machine.ts'
import {
  evolutionRoot,
  filesOf,
  type Live,
  looksEnded,
  pointedAlias,
  runIdOf,
  textAt,
} from './places.ts'
import type { ReflexCommand, ReflexState } from './state.ts'
import { viewOf } from './view.ts'

export const reflex: WorkflowDefinition<ReflexState, ReflexCommand, ReflexStep> = {
  machine: reflexMachine,
  noun: 'a loop',
  begin: 'loopwright new "<task>"',

  async names(workspace) {
    const root = evolutionRoot(workspace)
    return (await workspace.disk.list(root)).filter((name) => TaskAlias.safeParse(name).success)
  },
  /** A run id is its alias and a time. */
  match(word, names) {
    const alias = word.replace(/-\d{8}-\d{6}$/, '')
    return names.find((name) => name === alias)
  },
  async place(workspace, name, runId) {
    const id = runId ?? (await runIdOf(workspace, name)) ?? name
    const { history } = filesOf(workspace, name)
    const { workflow, version } = reflexMachine
    return { workflow, folder: join('runs', id), runId: id, history, version }
  },
  history: (workspace, name) => filesOf(workspace, name).history,
  active: (workspace) => activeLoop(workspace),
  async lost({ disk, relative, ...workspace }, name) {
    const { run, history } = filesOf(workspace, name)
    if ((await disk.size(run)) === null) return null
    return {
      exit: 5,
      what: `${name} has no readable history, so its state cannot be rebuilt`,
      where: relative(history),
      todo: `start again with: loopwright new "<task>"   or remove it: loopwright clean ${name}`,
    }
  },

  isOver: ({ at }) => at === 'ended',
  standing: (state) =>
    state.at === 'ended'
      ? `${state.status} (${state.stop.reason})`
      : state.at === 'working'
        ? 'running'
        : 'waiting for a person',

  folder: (workspace, { name }) => filesOf(workspace, name).folder,
  files: (workspace, { name, state }) =>
    projectRun(evolutionRoot(workspace), state, () => otherIsActive(workspace, name)),
  /** Where the private folder was lost, artifact.md may be the only copy: it is left alone. */
  artifacts: (workspace, { name, state: { artifact } }) => [
    {
      path: filesOf(workspace, name).artifact,
      durable: true,
      content:
        artifact === null ? null : async () => (await workspace.blobs.get(artifact)) ?? undefined,
    },
  ],
  async theirs(workspace, { name, state }) {
    const isEdited = state.at === 'ended' && (await editedArtifact(workspace, name, state)) !== null
    return new Set(isEdited ? [filesOf(workspace, name).artifact] : [])
  },
  swept: (workspace, { name }) => [filesOf(workspace, name).folder],

  bound: ({ setup }) => ({ agents: setup.agents, promptsSha256: setup.prompts_sha256 }),
  bench: async (...on) => (await import('./open-bench.ts')).openBench(...on),
  async edited(workspace, { name, state }, note) {
    const wrong = await wrongRunFile(workspace, name, state)
    if (wrong !== null) note(`run.json ${wrong}; it is rebuilt from history.jsonl`)
    const edited = await editedArtifact(workspace, name, state)
    if (edited === null) return ok(null)
    const artifact = await workspace.blobs.put(edited)
    note(
      `artifact.md was edited by hand (${artifact.slice(0, 8)}); it is taken as a new version and evaluated`,
    )
    return ok({ type: 'adopt-artifact', artifact })
  },
  stop({ reason, by }, result) {
    const stop: ReflexCommand = { type: 'stop', reason, by }
    if (result?.type === 'record-evaluation') return [{ ...result, userStop: { reason, by } }, stop]
    return result === null ? [stop] : [result, stop]
  },
  answer({ change, ...answer }) {
    const setup = Setup.safeParse(change).data
    const only = onlyIn({ ...answer, change })
    return {
      type: 'answer-gate',
      answer,
      ...(setup === undefined ? {} : { setup }),
      ...(only === undefined ? {} : { only }),
    }
  },
  async beforeAnswer(workspace, { state }, { option, details, only }) {
    const { changeSetup } = await import('./setup/change-setup.ts')
    const changed = await changeSetup(workspace, state.setup, details ?? {})
    if (!changed.ok) return changed
    if (option === 'change' && changed.value === null)
      return err(
        usageProblem(
          'nothing to change was given',
          'add --criteria FILE, --exam FILE or --max-iterations N',
        ),
      )
    const change = changed.value ?? (only === undefined ? undefined : { only })
    return ok({ type: 'take', ...(change === undefined ? {} : { change }) })
  },

  view: (workspace, { state }) => viewOf(workspace, state),
  show: async (...on) => (await import('./show.ts')).showReflex(...on),
  reports: async (...on) => (await import('./reports.ts')).reflexReports(...on),
  versions: async ({ blobs }, { state }) =>
    ok({
      hashes: state.versions,
      last: state.artifact,
      best: state.best?.hash ?? null,
      accepted: state.at === 'ended' && state.status === 'completed',
      read: readText(blobs),
    }),
  texts: ({ versions }) => versions,
  async prove(workspace, { name, state: { artifact } }) {
    const path = filesOf(workspace, name).artifact
    const recorded = artifact === null ? null : await workspace.blobs.get(artifact)
    const agrees = (await textAt(workspace, path)) === recorded
    return agrees
      ? { proofs: ['artifact.md is the recorded artifact'], problems: [] }
      : {
          proofs: [],
          problems: [
            `${workspace.relative(path)} is not the recorded artifact (${artifact?.slice(0, 8) ?? 'none'})`,
          ],
        }
  },
  remains: (workspace, name) => filesOf(workspace, name).folder,
  async cleaned(workspace, { name }) {
    if ((await pointedAlias(workspace)) === name)
      await workspace.disk.remove(pointerPath(evolutionRoot(workspace)))
  },
}

/** The loop the pointer names, if it has not ended: a pointer to nothing holds nobody up. */
async function activeLoop(workspace: Workspace): Promise<string | null> {
  const alias = await pointedAlias(workspace)
  return alias !== null && (await isAtWork(workspace, alias)) ? alias : null
}

async function isAtWork(workspace: Workspace, alias: string): Promise<boolean> {
  const run = await findRun(reflex, workspace, alias)
  return run.ok && run.value !== null && run.value.state.at !== 'ended'
}

/** The active loop, or one whose pointer a crash or a person took away: it still is at work. */
export async function unfinishedLoop(workspace: Workspace): Promise<string | null> {
  const active = await activeLoop(workspace)
  if (active !== null) return active
  for (const alias of await reflex.names(workspace))
    if (!(await looksEnded(workspace, alias)) && (await isAtWork(workspace, alias))) return alias
  return null
}

async function otherIsActive(workspace: Workspace, alias: string): Promise<boolean> {
  // most of the time the pointer is our own, and nothing else need be read
  if ((await pointedAlias(workspace)) === alias) return false
  return (await activeLoop(workspace)) !== null
}

type Reading = Pick<Workspace, 'root' | 'config' | 'disk' | 'blobs'>

/** An artifact.md that is no version of this run; null where nothing was edited. */
async function editedArtifact(
  workspace: Reading,
  name: string,
  { artifact, versions }: Live,
): Promise<string | null> {
  const text = artifact === null ? null : await textAt(workspace, filesOf(workspace, name).artifact)
  if (text === null || text.trim() === '') return null
  const isKnown = versions.includes(createHash('sha256').update(text).digest('hex'))
  // a private folder that was lost gets its version back from the file
  if (isKnown) await workspace.blobs.put(text)
  return isKnown ? null : text
}

/** What is wrong with run.json; null where it shows the recorded state. */
async function wrongRunFile(workspace: Reading, name: string, state: Live): Promise<string | null> {
  const text = await textAt(workspace, filesOf(workspace, name).run)
  if (text === null) return 'was missing'
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(runJson(state))
      ? null
      : 'did not match the history'
  } catch {
    return 'was unreadable'
  }
}
