import { join } from 'node:path'
import { nearest } from '../kit/near.ts'
import { type Problem, usageProblem } from '../model/problem.ts'
import { type AsyncResult, err } from '../model/result.ts'
import type { Workspace } from '../ports/workspace.ts'
import type { AnyRun, Removal, Workflow } from './define-workflow.ts'
import { openSummaries, type Summary } from './summaries.ts'

/** Every workflow by its name, loaded when it is needed. The order is the order of lists. */
export type Workflows = Readonly<
  Record<
    string,
    {
      readonly does: string
      readonly load: () => Promise<Workflow>
      /** All its runs are in the private folder; where there are none, a list does not load it. */
      readonly isKept?: true
    }
  >
>

/** All runs of a workspace, of whatever workflow. */
export type Runs = {
  readonly workspace: Workspace
  /** A run by its name, by `<workflow>:<name>`, or the one that is meant where none is named. */
  find(word?: string): AsyncResult<AnyRun>
  names(): Promise<readonly string[]>
  /** What is left of a run that cannot be opened. */
  remains(word: string): Promise<Removal | null>
  /** Each run in the order of lists; only those that went on since the last list are opened for it. */
  all(): AsyncIterable<Listed>
  /** The paths of all histories. */
  histories(): AsyncIterable<string>
  workflow(name: string): Promise<Workflow | null>
  /** Why a file is not written for a user; null where nothing stands in the way. */
  protects(path: string, by: string): Promise<Problem | null>
}

export type Listed = {
  readonly workflow: Workflow
  readonly name: string
  readonly summary: Summary
  readonly notices: readonly string[]
  readonly open: () => AsyncResult<AnyRun>
}

export function openRuns(workspace: Workspace, workflows: Workflows): Runs {
  const load = async (name: string) => workflows[name]?.load() ?? null
  return {
    workspace,
    workflow: load,
    find: (word) => (word === undefined ? meantRun(workspace, workflows) : namedRun(word)),
    async names() {
      const names: string[] = []
      for await (const workflow of used(workspace, workflows))
        names.push(...(await workflow.names(workspace)))
      return names
    },
    async remains(word) {
      for (const { load: open } of Object.values(workflows)) {
        const workflow = await open()
        const name = workflow.nameOf(await workflow.names(workspace), word)
        if (name !== undefined) return workflow.remains(workspace, name)
      }
      return null
    },
    all: () => allRuns(workspace, workflows),
    histories: () => allHistories(workspace, workflows),
    async protects(path, by) {
      for (const each of Object.values(workflows)) {
        const problem = await (await each.load()).protects(workspace, path, by)
        if (problem !== null) return problem
      }
      return null
    },
  }

  async function namedRun(word: string): AsyncResult<AnyRun> {
    const [, prefix = '', rest = ''] = /^([a-z]+):(.+)$/.exec(word) ?? []
    const named = Object.hasOwn(workflows, prefix) ? await load(prefix) : null
    if (named !== null) return named.open(workspace, rest)
    const owners: Workflow[] = []
    const all: string[] = []
    for await (const workflow of used(workspace, workflows)) {
      const names = await workflow.names(workspace)
      if (workflow.nameOf(names, word) !== undefined) owners.push(workflow)
      all.push(...names)
    }
    const [owner] = owners
    if (owners.length > 1) return err(ambiguous(owners, word))
    return owner === undefined ? err(unknownName(word, all)) : owner.open(workspace, word)
  }
}

/** The workflows that may have runs here. */
async function* used(
  workspace: Pick<Workspace, 'disk' | 'privateFolder'>,
  workflows: Workflows,
): AsyncIterable<Workflow> {
  for (const [name, { load, isKept = false }] of Object.entries(workflows))
    if (!isKept || (await workspace.disk.list(join(workspace.privateFolder, name))).length > 0)
      yield await load()
}

async function* allRuns(workspace: Workspace, workflows: Workflows): AsyncIterable<Listed> {
  const summaries = await openSummaries(workspace)
  for await (const workflow of used(workspace, workflows))
    for (const name of await workflow.names(workspace)) {
      const open = () => workflow.open(workspace, name)
      let notices: readonly string[] = []
      const make = async () => {
        const result = await workflow.find(workspace, name)
        if (!result.ok) return damaged(name, result.error.what)
        notices = result.value?.notices ?? []
        return result.value && summaryOf(result.value)
      }
      const history = await workflow.historyOf(workspace, name)
      const summary = workflow.looksAtFiles ? await make() : await summaries.of(history, make)
      if (summary !== null) yield { workflow, name, summary, notices, open }
    }
  await summaries.keep()
}

function summaryOf({ view, isOver, gate }: AnyRun): Summary {
  const { alias, status, iteration, maxIterations, updatedAt, obligations = [] } = view
  const isByPerson = obligations.some(
    (each) => each.decided_by === 'person' && each.status === 'met',
  )
  return {
    alias,
    status: status === 'completed' && isByPerson ? 'accepted_by_user' : status,
    iteration,
    maxIterations,
    score: view.evaluation === null ? null : view.lastScore,
    updatedAt,
    isOver,
    asks: gate !== null,
    damage: null,
  }
}

const damaged = (alias: string, damage: string): Summary => ({
  alias,
  status: 'damaged',
  iteration: 0,
  maxIterations: 0,
  score: null,
  updatedAt: '-',
  isOver: false,
  asks: false,
  damage,
})

async function* allHistories(workspace: Workspace, workflows: Workflows): AsyncIterable<string> {
  for await (const workflow of used(workspace, workflows)) {
    for (const name of await workflow.names(workspace))
      yield await workflow.historyOf(workspace, name)
  }
}

function unknownName(word: string, names: readonly string[]): Problem {
  const near = nearest(word, names)
  const list =
    names.length > 8 ? 'list them with: loopwright list' : `choose one of: ${names.join(', ')}`
  const known = near === null ? list : `did you mean: ${near}`
  return usageProblem(
    `there is no run called ${word}`,
    names.length === 0 ? 'start one with: loopwright new "<task>"' : known,
  )
}

function ambiguous(owners: readonly Workflow[], word: string): Problem {
  const nouns = owners.map(({ noun }) => noun)
  return usageProblem(
    `${nouns.length === 2 ? 'both ' : ''}${inWords(nouns, 'and')} are called ${word}`,
    `say which: ${inWords(
      owners.map(({ name }) => `${name}:${word}`),
      'or',
    )}`,
  )
}

const inWords = (words: readonly string[], last: 'and' | 'or'): string =>
  `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1) ?? ''}`

/** The active run of a workflow that has one; where there is none, the only run that is not over. */
/** Whether a problem only says that no run, or more than one, is at work. */
export const isAboutActive = ({ what }: Problem): boolean =>
  /^(?:no run is|\d+ runs are) active$/.test(what)

async function meantRun(workspace: Workspace, workflows: Workflows): AsyncResult<AnyRun> {
  for await (const workflow of used(workspace, workflows)) {
    const active = await workflow.active(workspace)
    if (active !== null) return workflow.open(workspace, active)
  }
  const open: Listed[] = []
  for await (const listed of allRuns(workspace, workflows))
    if (listed.summary.damage === null && !listed.summary.isOver) open.push(listed)
  const [only] = open
  if (open.length === 1 && only !== undefined) return only.open()
  return err(
    open.length === 0
      ? usageProblem(
          'no run is active',
          'start one with: loopwright new "<task>"   or name one: loopwright list',
        )
      : usageProblem(
          `${open.length} runs are active`,
          `name one of: ${open.map(({ name }) => name).join(', ')}`,
        ),
  )
}
