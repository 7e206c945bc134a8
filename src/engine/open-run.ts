import { type Problem, usageProblem } from '../model/problem.ts'
import { type AsyncResult, err, ok } from '../model/result.ts'
import type { LockHolder } from '../ports/run-store.ts'
import type { Workspace } from '../ports/workspace.ts'
import { type HandleFailure, load } from './run.ts'
import {
  isBegun,
  type KeptWorkflow,
  type LocatedRun,
  type OpenRun,
  type RunState,
  type WorkflowDefinition,
} from './workflow.ts'

/** The name of the run that a word means; undefined where it means none. */
export function nameOf<State extends RunState, Command, Step>(
  workflow: Pick<WorkflowDefinition<State, Command, Step>, 'match'>,
  names: readonly string[],
  word: string,
): string | undefined {
  return names.includes(word) ? word : workflow.match?.(word, names)
}

export async function locateRun<State extends RunState, Command, Step>(
  workflow: Pick<WorkflowDefinition<State, Command, Step>, 'place'>,
  workspace: Workspace,
  name: string,
  newId?: string,
): Promise<LocatedRun> {
  const place = await workflow.place(workspace, name, newId)
  const { runId, history } = place
  return { name, runId, history, store: workspace.storeFor(place) }
}

/** A run by its name, or by another word that means it. */
export async function openRun<State extends RunState, Command, Step>(
  workflow: WorkflowDefinition<State, Command, Step>,
  workspace: Workspace,
  word: string,
): AsyncResult<OpenRun<State>> {
  const names = [...(await workflow.names(workspace))]
  for (;;) {
    const name = nameOf(workflow, names, word)
    if (name === undefined) return err(await unknownRun(workflow, workspace, word))
    const result = await findRun(workflow, workspace, name)
    if (!result.ok) return result
    if (result.value !== null) return ok(result.value)
    names.splice(names.indexOf(name), 1)
  }
}

async function unknownRun<State extends RunState, Command, Step>(
  { unknown, noun, begin }: KeptWorkflow<State, Command, Step>,
  workspace: Workspace,
  word: string,
): Promise<Problem> {
  return (
    (await unknown?.(workspace, word)) ??
    usageProblem(
      `there is no ${noun.replace(/^an? /, '')} called ${word}`,
      `list the runs with: loopwright list   or start one: ${begin}`,
    )
  )
}

/** A run whose name is known. Others are not looked at, so that a look at all of them stays one look at each. */
export async function openKnownRun<State extends RunState, Command, Step>(
  workflow: KeptWorkflow<State, Command, Step>,
  workspace: Workspace,
  name: string,
): AsyncResult<OpenRun<State>> {
  const result = await findRun(workflow, workspace, name)
  if (!result.ok) return result
  return result.value === null ? err(await unknownRun(workflow, workspace, name)) : ok(result.value)
}

/** The same, and null where a crash tore its start: there is no such run. */
export async function findRun<State extends RunState, Command, Step>(
  workflow: KeptWorkflow<State, Command, Step>,
  workspace: Workspace,
  name: string,
): AsyncResult<OpenRun<State> | null> {
  try {
    const admitted = await workflow.admit?.(workspace, name)
    if (admitted?.ok === false) return admitted
    const run = await locateRun(workflow, workspace, name)
    const loaded = await load(workflow.machine, run.store)
    if (!loaded.ok) return err(runProblem(workspace, run, loaded.error))
    const { state } = loaded.value
    if (!isBegun(state)) {
      const lost = (await workflow.lost?.(workspace, name)) ?? null
      return lost === null ? ok(null) : err(lost)
    }
    const open = { ...run, state, notices: [] }
    return workflow.inspect ? await workflow.inspect(workspace, open) : ok(open)
  } catch (error) {
    const problem = linkProblem(workspace, error)
    if (problem === null) throw error
    return err(problem)
  }
}

/** What the disk says of a link or a folder in place of a file; one such file stops its run only. */
function linkProblem({ relative }: Pick<Workspace, 'relative'>, error: unknown): Problem | null {
  if (!(error instanceof Error) || !('code' in error) || !('path' in error)) return null
  const { code, path } = error
  if ((code !== 'ELINK' && code !== 'EISDIR') || typeof path !== 'string') return null
  return {
    exit: 5,
    what: `a ${code === 'ELINK' ? 'symbolic link' : 'folder'} stands where Loopwright keeps a file`,
    where: relative(path),
    todo: 'remove it; links are not followed, so that nothing escapes its folder',
  }
}

export type RunFailure = { readonly type: 'busy'; readonly holder: LockHolder } | HandleFailure

/** Why a run cannot be read or moved on, in words that say what to do. */
export function runProblem(
  { relative }: Pick<Workspace, 'relative'>,
  { name, history }: Pick<LocatedRun, 'name' | 'history'>,
  failure: RunFailure,
): Problem {
  const where = relative(history)
  const look = `loopwright status ${name}`
  switch (failure.type) {
    case 'busy':
      return usageProblem(
        `${name} is being worked on by process ${failure.holder.pid} on ${failure.holder.host} since ${failure.holder.since}`,
        `wait for it, or end it with: loopwright stop --run ${name}`,
      )
    case 'refused':
      return usageProblem(failure.reason, `see: ${look}`)
    case 'damaged':
      return {
        exit: 5,
        what: `the history of ${name} was damaged: ${failure.detail}`,
        where: `${where}:${failure.line}`,
        todo: 'restore the line from a copy; Loopwright never drops or repairs recorded events by itself',
      }
    case 'conflict':
      return {
        exit: 5,
        what: `another process moved ${name} on (event ${failure.found}, expected ${failure.expected})`,
        where,
        todo: `look again with: ${look}`,
      }
    case 'unwritable':
      return {
        exit: 5,
        what: `the history of ${name} cannot be written: ${failure.detail}`,
        where,
        todo: `make room or give write permission, then: loopwright resume ${name}`,
      }
  }
}
