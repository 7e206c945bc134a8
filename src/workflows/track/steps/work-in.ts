import type { z } from 'zod'
import { jsonSchemaOf } from '../../../asking/ask.ts'
import { askerOf, askRole } from '../../../asking/ask-role.ts'
import { answeredIn, inWorktree, recordAside } from '../../../asking/ask-in-worktree.ts'
import { failedPhase, unanswered } from '../../../asking/outcome.ts'
import { type AsyncResult, err, ok } from '../../../model/result.ts'
import type { OrderTree, SetAside } from '../../../ports/repository.ts'
import type { TrackRun } from '../state.ts'
import { type Outcome, type StepBench, treeId } from './bench.ts'

type Written = {
  readonly files: readonly { readonly path: string; readonly content: string }[]
  readonly deleted: readonly string[]
  readonly notes: string
}

/** The contract of whoever works: whole files, what is deleted, and notes; each has a default. */
type Contract = z.ZodObject<{
  readonly files: z.ZodType<Written['files']>
  readonly deleted: z.ZodType<Written['deleted']>
  readonly notes: z.ZodType<string>
}>

export type WorkOrder<Output extends Contract> = {
  readonly part: string
  readonly role: string
  readonly phase: string
  readonly prompt: string
  readonly input: Readonly<Record<string, unknown>>
  readonly output: Output
  readonly attempt: number
  readonly error: string | undefined
  /** Where nobody is asked: the answer of a person who worked in the worktree. */
  readonly byHand: z.output<Output> | null
}

export type Worked<Output> = {
  readonly answer: Output
  readonly tree: string
  readonly paths: readonly string[]
  readonly touched: string | null
  /** The worktree, for people. */
  readonly where: string
}

/** What came of a piece of work, or why it cannot be used: asked again it is told. */
export type NotWorked =
  | { readonly type: 'unusable'; readonly error: string }
  | { readonly type: 'outcome'; readonly outcome: Outcome }

/** Lets an agent, or a person, work in a worktree made from the head of the track. */
export async function workIn<Output extends Contract>(
  bench: StepBench,
  run: TrackRun,
  order: WorkOrder<Output>,
): AsyncResult<Worked<z.output<Output>>, NotWorked> {
  const { head, setup } = run
  if (head === null) return unusable('the track has no commit to start from')
  const opened = await bench.openTree(treeId(setup.trackId, order.part), head)
  if (!opened.ok) return outcome(failedPhase(order.phase, opened.error.what))
  const tree = opened.value
  const answered =
    order.byHand === null
      ? await askIn(bench, run, { ...order, tree })
      : await asItIs(tree, order.byHand)
  if (!answered.ok) return answered
  const { answer, workspace, touched } = answered.value
  const taken = await take(tree, { answer, workspace, folder: setup.folder })
  return taken.ok
    ? ok({
        answer,
        ...taken.value,
        touched: run.touchAllowed ? null : touched,
        where: tree.folder.slice(tree.folder.lastIndexOf('.loopwright')),
      })
    : unusable(taken.error)
}

const unusable = (error: string) =>
  err<NotWorked>({ type: 'unusable', error: error.slice(0, 2_000) })
const outcome = (each: Outcome) => err<NotWorked>({ type: 'outcome', outcome: each })

async function asItIs<Output>(
  tree: OrderTree,
  answer: Output,
): AsyncResult<{ answer: Output; workspace: string; touched: null }, NotWorked> {
  const workspace = await tree.keep()
  return workspace.ok
    ? ok({ answer, workspace: workspace.value, touched: null })
    : unusable(workspace.error.what)
}

async function askIn<Output extends Contract>(
  bench: StepBench,
  run: TrackRun,
  order: WorkOrder<Output> & { readonly tree: OrderTree },
): AsyncResult<
  {
    readonly answer: z.output<Output>
    readonly workspace: string
    readonly touched: string | null
  },
  NotWorked
> {
  const { role, phase, prompt, input, output, tree, attempt, error, part } = order
  let strays: SetAside | null = null
  const name = bench.nameOf(role)
  const asker = askerOf(bench, {
    agent: inWorktree(bench.agentFor(role), {
      tree,
      from: tree.base,
      fingerprint: () => bench.fingerprint(),
      output,
      onStrays: (each) => (strays = each),
    }),
    name,
    asking: `${name} works on ${part}${attempt > 1 ? ' again' : ''}`,
    answered: `${name} answered`,
  })
  const answered = await askRole(asker, {
    workflow: 'track',
    run_id: run.runId,
    iteration: Math.max(1, run.steps),
    phase,
    role,
    prompt,
    input: { phase, ...input },
    shape: jsonSchemaOf(output),
    workspace: tree.folder,
    attempt,
    error,
    schema: answeredIn(output),
    place: `${run.round}:${run.steps}:${part}`,
  })
  if (answered.ok) return ok(answered.value)
  return outcome(strays === null ? unanswered(phase, answered.error) : recordAside(bench, strays))
}

type Taking = { readonly answer: Written; readonly workspace: string; readonly folder: string }

/** Puts an answer into the worktree. What was written over the track's own documents is taken back. */
async function take(
  tree: OrderTree,
  { answer, workspace, folder }: Taking,
): AsyncResult<{ readonly tree: string; readonly paths: readonly string[] }, string> {
  const restored = await tree.restore(workspace)
  if (!restored.ok) return err(restored.error.what)
  const written = await tree.write([
    ...answer.files.map(({ path, content }) => ({ path, text: content })),
    ...answer.deleted.map((path) => ({ path, text: null })),
  ])
  if (!written.ok) return err(written.error.what)
  const changes = await tree.changes(written.value)
  if (!changes.ok) return err(changes.error.what)
  const odd = changes.value.find(({ kind, type }) => kind !== 'file' && type !== 'deleted')
  if (odd !== undefined) return err(`${odd.path} is a ${odd.kind}, not a file`)
  const isOwn = (path: string) => path.startsWith(`${folder}/`)
  const own = changes.value
    .flatMap(({ path, from }) => [path, ...(from === undefined ? [] : [from])])
    .filter(isOwn)
  const paths = changes.value.map(({ path }) => path).filter((path) => !isOwn(path))
  if (own.length === 0) return ok({ tree: written.value, paths })
  const before = await tree.files(tree.base)
  if (!before.ok) return err(before.error.what)
  const back = await tree.write(
    own.map((path) => ({ path, text: before.value.files.get(path) ?? null })),
  )
  return back.ok ? ok({ tree: back.value, paths }) : err(back.error.what)
}
