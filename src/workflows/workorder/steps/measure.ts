import type { Asked } from '../../../checks/integrity/change.ts'
import type { Objection } from '../events.ts'
import { codesOf } from '../lessons/codes.ts'
import type { Order } from '../order.ts'
import { withFollowers } from '../scope.ts'
import type { OrderRun, Proposal } from '../state.ts'
import { readBaseline } from './baseline.ts'
import type { Judged, Outcome, StepBench } from './bench.ts'
import { cancelled, failedPhase } from '../../../asking/outcome.ts'

const phase = 'MEASURE'
const mostObjections = 50

/** MEASURE: the five dimensions, what the change did besides its task, and whether its tests would notice a bug. */
export async function measure(
  bench: StepBench,
  run: OrderRun & { readonly proposal: Proposal },
): Promise<Outcome> {
  const { base, baseline, proposal, setup } = run
  if (base === null || baseline === null)
    return failedPhase(phase, 'nothing was measured before', true)
  const opened = await bench.openTree(base)
  if (!opened.ok) return failedPhase(phase, opened.error.what)
  const tree = opened.value
  const known = await readBaseline(bench, baseline)
  if (known === null) return failedPhase(phase, 'the measurement before the change is lost', true)
  const before = await tree.files(base)
  if (!before.ok) return failedPhase(phase, before.error.what)
  const after = await tree.files(proposal.tree)
  if (!after.ok) return failedPhase(phase, after.error.what)
  const place = await tree.checkOut(proposal.tree)
  if (!place.ok) return failedPhase(phase, place.error.what)
  bench.tell({ type: 'doing', what: 'measuring the change' })
  const judging = bench.judge(
    {
      folder: place.value.folder,
      before: known.measurement,
      trees: { before: before.value.files, after: after.value.files },
      paths: proposal.paths,
      asked: askedBy(setup.order),
      task: taskOf(setup.order),
      order: setup.order,
      producer: setup.proposers.find(({ name }) => name === run.proposer)?.agent ?? '',
      threshold: setup.threshold,
      mutationSeconds: setup.mutationSeconds,
    },
    setup.commands,
    bench.signal,
  )
  const judged = await judging.finally(() => place.value.close())
  if (bench.signal.aborted) return cancelled
  if (!judged.ok) return failedPhase(phase, judged.error)
  const report = await bench.blobs.put(JSON.stringify(judged.value))
  return recorded(run, judged.value, report)
}

function recorded(
  run: OrderRun & { readonly proposal: Proposal },
  judged: Judged,
  report: string,
): Outcome {
  const { judgement, integrity, mutation } = judged
  const objections = [...objectionsOf(judged), ...uncheckedIn(run, judged)]
  return (cost) => ({
    type: 'record-measured',
    tree: run.proposal.tree,
    acceptance: judgement.result,
    report,
    objections: objections.slice(0, mostObjections),
    notes: judgement.notes.slice(0, 5),
    warnings: integrity.filter(({ severity }) => severity === 'warning').length,
    codes: [
      ...codesOf({
        compiler: run.firstCompiled?.codes ?? [],
        acceptance: judgement.result,
        rules: integrity.filter(({ severity }) => severity !== 'info').map(({ rule }) => rule),
      }),
    ],
    mutation:
      mutation === null || mutation.score === null
        ? null
        : { killed: mutation.score.noticed, tried: mutation.score.of, score: mutation.score.share },
    obligations: [...judged.obligations],
    problems: [...failuresIn(judged)],
    ...(judged.selfJudgement ? { selfJudgement: true } : {}),
    cost,
  })
}

const mostFailures = 10

/** Failing tests and build errors in the words of their tools, for whoever tries next. */
const failuresIn = ({ judgement, output }: Judged): readonly string[] => [
  ...judgement.findings
    .filter(({ severity, since }) => severity === 'error' && since !== 'before')
    .slice(0, mostFailures)
    .map(({ rule, path, line, message }) => {
      const where = path === null ? '' : ` ${path}${line === null ? '' : `:${line}`}`
      return `${rule}${where}: ${message}`.slice(0, 2_000)
    }),
  ...(output === '' ? [] : [`the tests printed:\n${output}`]),
]

const taskOf = ({ title, description, acceptance_criteria }: Order): string =>
  [title, description, ...acceptance_criteria].join('\n')

/** What the order allows in so many words; a name in back-ticks is one that it speaks of. */
function askedBy(order: Order): Asked {
  const { files_in_scope, allows } = order
  const named = [...taskOf(order).matchAll(/`([\w@./-]+)(?:\(.*?\))?`/g)].map(
    ([, name = '']) => name,
  )
  return {
    // no scope at all means everywhere
    ...(files_in_scope.length === 0 ? {} : { scope: withFollowers(files_in_scope) }),
    exports: [...(allows?.exports ?? []), ...named],
    dependencies: [...(allows?.dependencies ?? []), ...named],
    // what watches over the change is loosened only where the order says so itself
    tests: allows?.tests ?? [],
    expectations: allows?.expectations ?? [],
    settings: allows?.settings ?? [],
  }
}

/** What could not be checked is no pass, unless the tests were no help before the change either. */
const uncheckedIn = ({ baseline }: OrderRun, { mutation }: Judged): readonly Objection[] =>
  mutation?.verdict === 'could-not-check' && baseline?.tests === 'passed'
    ? [
        {
          rule: 'mutation/could-not-check',
          path: null,
          line: null,
          message: `whether the tests would notice a bug could not be checked: ${mutation.reason}`,
        },
      ]
    : []

/** What keeps a change from being accepted whatever it scores. */
const objectionsOf = ({ integrity, mutation }: Judged): Objection[] =>
  [...integrity, ...(mutation?.findings ?? [])]
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, message, place }) => ({
      rule,
      message,
      path: place.path ?? null,
      line: place.line ?? null,
    }))
