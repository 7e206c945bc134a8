import type { Workspace } from '../ports/workspace.ts'
import { type Problem, usageProblem } from '../model/problem.ts'
import { type AsyncResult, err, ok } from '../model/result.ts'
import { findPlace } from './reflex-places.ts'
import type { Runs } from './runs.ts'

/** Every workflow, loaded when its runs are looked for. The order is the order of lists. */
const workflows = {
  reflex: async () => (await import('./reflex-runs.ts')).reflexRuns,
  design: async () => (await import('./design-runs.ts')).designRuns,
  gan: async () => (await import('./gan-runs.ts')).ganRuns,
  workorder: async () => (await import('./workorder-runs.ts')).orderRuns,
} as const satisfies Readonly<Record<string, () => Promise<Runs>>>

export type WorkflowName = keyof typeof workflows

const isWorkflow = (name: string): name is WorkflowName => Object.hasOwn(workflows, name)

const others = Object.keys(workflows)
  .filter(isWorkflow)
  .filter((name) => name !== 'reflex')

export type FoundRun = { readonly workflow: WorkflowName; readonly name: string }

/** A run by its name, or by `<workflow>:<name>` where two workflows have one of the same name. */
export async function findRun(
  workspace: Workspace,
  named: string | undefined,
): AsyncResult<FoundRun> {
  if (named === undefined) return meantRun(workspace)
  const [, workflow = '', name = ''] = /^([a-z]+):(.+)$/.exec(named) ?? []
  if (isWorkflow(workflow)) return ok({ workflow, name })
  const owners = await ownersOf(workspace, others, named)
  const [owner] = owners
  // a name nobody knows is a loop's: reflex also finds a run by its id, and says what there is
  if (owner === undefined) return ok({ workflow: 'reflex', name: named })
  const all = [...(await ownersOf(workspace, ['reflex'], named)), ...owners]
  return all.length === 1 ? ok({ workflow: owner, name: named }) : err(await ambiguous(all, named))
}

export async function runNames(workspace: Workspace): Promise<readonly string[]> {
  const names: string[] = []
  for (const load of Object.values(workflows))
    names.push(...(await (await load()).names(workspace)))
  return names
}

async function ownersOf(
  workspace: Workspace,
  among: readonly WorkflowName[],
  named: string,
): Promise<readonly WorkflowName[]> {
  const owners: WorkflowName[] = []
  for (const workflow of among) {
    const runs = await workflows[workflow]()
    if ((await runs.names(workspace)).includes(named)) owners.push(workflow)
  }
  return owners
}

async function ambiguous(owners: readonly WorkflowName[], named: string): Promise<Problem> {
  const nouns = await Promise.all(owners.map(async (owner) => (await workflows[owner]()).noun))
  return usageProblem(
    `${nouns.length === 2 ? 'both ' : ''}${listed(nouns, 'and')} are called ${named}`,
    `say which: ${listed(
      owners.map((owner) => `${owner}:${named}`),
      'or',
    )}`,
  )
}

const listed = (words: readonly string[], last: 'and' | 'or'): string =>
  `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1) ?? ''}`

/** The active loop; where there is none, the only run that is at work or waits for a person. */
async function meantRun(workspace: Workspace): AsyncResult<FoundRun> {
  const [active] = await (await workflows.reflex()).meant(workspace)
  if (active !== undefined) return ok({ workflow: 'reflex', name: active })
  const open: FoundRun[] = []
  for (const workflow of others)
    for (const name of await (await workflows[workflow]()).meant(workspace))
      open.push({ workflow, name })
  const [only] = open
  if (open.length === 1 && only !== undefined) return ok(only)
  // the pointer may be lost while its loop goes on
  const place = await findPlace(workspace)
  return place.ok ? ok({ workflow: 'reflex', name: place.value.alias }) : place
}
