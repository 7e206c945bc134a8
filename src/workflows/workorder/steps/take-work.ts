import type { FileChange, OrderTree } from '../../../ports/repository.ts'
import { outsideScope } from '../../../ports/repository-scope.ts'
import { type AsyncResult, err, ok } from '../../../model/result.ts'
import { type AnsweredWork, nothingChanged } from '../contracts.ts'
import type { FailureClass, Payload } from '../events.ts'
import type { OrderRun } from '../state.ts'
import { cleanedFile } from '../refining/extraction.ts'
import { withFollowers } from '../scope.ts'

/** The worktree after an agent's work, and what differs from the base. */
export type TakenWork = {
  readonly tree: string
  readonly paths: readonly string[]
  readonly counts: Payload<'proposed'>['counts']
  readonly how: Payload<'proposed'>['how']
  readonly warnings: readonly string[]
}

export type Unusable = { readonly error: string; readonly failure_class: FailureClass }

/** Puts an answer into the worktree and sees to it that nothing else was touched. */
export async function takeWork(
  tree: OrderTree,
  run: OrderRun,
  { answer, workspace }: AnsweredWork,
): AsyncResult<TakenWork, Unusable> {
  const restored = await tree.restore(workspace)
  if (!restored.ok) return broken(restored.error.what)
  const touched = await tree.changes(workspace)
  if (!touched.ok) return broken(touched.error.what)
  const cleaned = answer.files.map(({ path, content }) => ({ path, ...cleanedFile(path, content) }))
  const written = await tree.write([
    ...cleaned.map(({ path, text }) => ({ path, text })),
    ...answer.deleted.map((path) => ({ path, text: null })),
  ])
  if (!written.ok) return unusable('contract_violation', written.error.what)
  const changes = await tree.changes(written.value)
  if (!changes.ok) return broken(changes.error.what)
  const lost = await ignoredOf(tree, answer.files, changes.value)
  const failure = errorWith(changes.value, run)
  if (failure !== null)
    return err(
      lost.length === 0 ? failure : { ...failure, error: [failure.error, ...lost].join('; ') },
    )
  const answered = answer.files.length + answer.deleted.length > 0
  return ok({
    tree: written.value,
    paths: changes.value.map(({ path }) => path),
    counts: countsOf(changes.value),
    how: !answered ? 'workspace' : touched.value.length > 0 ? 'both' : 'files',
    warnings: [
      ...cleaned.flatMap(({ path, warnings }) => warnings.map((each) => `${path}: ${each}`)),
      ...lost,
    ],
  })
}

const broken = (error: string) => unusable('orchestration_error', error)
const unusable = (failure_class: FailureClass, error: string) =>
  err<Unusable>({ failure_class, error })

function errorWith(changes: readonly FileChange[], { setup }: OrderRun): Unusable | null {
  if (changes.length === 0) return { failure_class: 'orchestration_error', error: nothingChanged }
  const outside = [
    ...changes.map(({ path }) => path).filter((path) => path.startsWith('../')),
    ...outsideScope(changes, withFollowers(setup.order.files_in_scope)),
  ]
  if (outside.length > 0)
    return {
      failure_class: 'contract_violation',
      error: `changed outside of what the order allows: ${outside.slice(0, 10).join(', ')}`,
    }
  const odd = changes.find(({ kind, type }) => kind !== 'file' && type !== 'deleted')
  return odd === undefined
    ? null
    : { failure_class: 'contract_violation', error: `${odd.path} is a ${odd.kind}, not a file` }
}

/** Answered files that git ignores are written, and yet are part of no change. */
async function ignoredOf(
  tree: OrderTree,
  answered: AnsweredWork['answer']['files'],
  changes: readonly FileChange[],
): Promise<readonly string[]> {
  const changed = new Set(changes.map(({ path }) => path))
  const missing = answered.map(({ path }) => path).filter((path) => !changed.has(path))
  if (missing.length === 0) return []
  const ignored = await tree.ignored()
  if (!ignored.ok) return []
  const folders = ignored.value.map((path) => path.replace(/\/+$/, ''))
  return missing
    .filter((path) => folders.some((each) => path === each || path.startsWith(`${each}/`)))
    .map((path) => `${path}: git ignores it, so it is no part of the change`)
}

const countsOf = (changes: readonly FileChange[]): TakenWork['counts'] => ({
  files: changes.length,
  added: changes.reduce((sum, { linesAdded }) => sum + (linesAdded ?? 0), 0),
  deleted: changes.reduce((sum, { linesDeleted }) => sum + (linesDeleted ?? 0), 0),
})
