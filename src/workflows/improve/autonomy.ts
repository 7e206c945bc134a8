import { counted } from '../../model/counted.ts'
import { badPath } from './edits.ts'
import type { Condition, NamedProposal } from './events.ts'
import {
  type ImproveLive,
  type ImproveRun,
  type Improvement,
  type Iteration,
  scoreOf,
} from './state.ts'

/** Who approves and takes back where no person does. */
export const itself = 'autonomous'

const leastIterations = 10
const leastApproved = 80

/** 2.25: what must hold in the records of a workspace before a loop may decide by itself, each with its figures. */
export function conditionsOf(
  runs: readonly ImproveLive[],
  unreadable: number,
): readonly Condition[] {
  const supervised = runs.filter(({ setup }) => setup.mode === 'supervised')
  const completed = supervised
    .flatMap(({ iterations }) => iterations)
    .filter(({ score }) => score?.builds === true && score.isolationVerified).length
  const approved = supervised.flatMap(({ improvements }) => improvements).length
  const decided = approved + supervised.flatMap(({ skipped }) => skipped).length
  const share = decided === 0 ? 0 : (approved / decided) * 100
  const since = windowOf(supervised)
  const changes = runs.flatMap(measuredChanges).filter(({ at }) => at >= since)
  const fell = changes.filter(({ before, after }) => after < before)
  return [
    {
      name: `at least ${leastIterations} supervised iterations that build and touch nothing outside`,
      holds: completed >= leastIterations,
      figures: `${completed} of ${leastIterations}`,
    },
    {
      name: `at least ${leastApproved} % of proposals approved`,
      holds: decided > 0 && share >= leastApproved,
      figures:
        decided === 0
          ? 'nobody decided about one'
          : `${approved} of ${decided} (${Math.floor(share)} %)`,
    },
    {
      name: `no regression in the last ${leastIterations} supervised iterations or since`,
      holds: changes.length > 0 && fell.length === 0 && unreadable === 0,
      figures: [
        changes.length === 0
          ? 'no change was measured'
          : `${fell.length} of ${counted(changes.length, 'measured change')} lowered the score`,
        ...fell
          .slice(0, 3)
          .map(
            ({ run, from, before, after }) =>
              `${run} after iteration ${from}: ${before} to ${after}`,
          ),
        ...(unreadable === 0 ? [] : [`${counted(unreadable, 'run')} cannot be read`]),
      ].join(', '),
    },
  ]
}

/** When the last supervised iterations that count began: what fell before them has been made up for. */
const windowOf = (supervised: readonly ImproveLive[]): string =>
  supervised
    .flatMap(({ iterations }) => iterations.filter((each) => scoreOf(each) !== null))
    .map(({ startedAt }) => startedAt)
    .toSorted()
    .at(-leastIterations) ?? ''

/** The score before and after each time that something was applied. */
const measuredChanges = (run: ImproveLive) =>
  run.iterations.flatMap((iteration) => {
    const from = iteration.number - 1
    const isChanged = run.improvements.some(
      (each) => each.from === from && each.status === 'applied',
    )
    const base = isChanged ? baselineOf(run, from) : undefined
    const [before, after] = [base === undefined ? null : scoreOf(base), scoreOf(iteration)]
    if (before === null || after === null) return []
    return [{ run: run.runId, from, before, after, at: iteration.startedAt }]
  })

/** The iteration that stands for the set-up before the change after one: what was built with changes that are taken back since does not. */
export function baselineOf(
  { iterations, improvements }: ImproveRun,
  number: number,
): Iteration | undefined {
  const isTakenBack = ({ rolledBack }: Improvement) =>
    rolledBack !== null && rolledBack.after <= number
  const applied = (from: number) =>
    improvements.filter((each) => each.from === from && each.status === 'applied')
  let at = number
  while (at > 1 && applied(at - 1).length > 0 && applied(at - 1).every(isTakenBack)) at -= 1
  return iterations.find((each) => each.number === at)
}

export type Drop = {
  readonly improvements: readonly Improvement[]
  readonly before: number
  readonly after: number
}

/** What was approved without a person and lowered the score of the last iteration. */
export function dropOf(run: ImproveRun): Drop | null {
  const last = run.iterations.at(-1)
  const base = last === undefined ? undefined : baselineOf(run, last.number - 1)
  if (last === undefined || base === undefined) return null
  const [before, after] = [scoreOf(base), scoreOf(last)]
  const improvements = run.improvements.filter(
    ({ from, status, rolledBack, approvedBy }) =>
      from === last.number - 1 &&
      status === 'applied' &&
      rolledBack === null &&
      approvedBy === itself,
  )
  return run.setup.mode === 'autonomous' &&
    improvements.length > 0 &&
    before !== null &&
    after !== null &&
    after < before
    ? { improvements, before, after }
    : null
}

/** Why the proposals of the last iteration are put before a person, as sentences; none: nobody need be asked. */
export function whyAPerson({ setup, iterations }: ImproveRun): readonly string[] {
  const last = iterations.at(-1)
  const autonomy = last?.autonomy
  if (setup.mode !== 'autonomous') return ['the run is supervised']
  if (last === undefined || autonomy === undefined) return ['nobody looked whether it may']
  return [
    ...(autonomy.isOn ? [] : ['it is switched off: workflows.improve.autonomous is not true']),
    ...autonomy.conditions.filter(({ holds }) => !holds).map(conditionText),
    ...(last.proposals.length === 0 ? ['nothing is proposed'] : []),
    ...(iterations.length >= setup.maxIterations ? ['no application would measure it'] : []),
    ...last.proposals.flatMap(risksOf),
  ]
}

export const conditionText = ({ name, figures }: Condition): string => `${name} (${figures})`

const risksOf = ({ id, easier, flaw, changes }: NamedProposal): readonly string[] => [
  ...(easier.length === 0 ? [] : [`${id} makes the exam easier`]),
  // beside others it may still be applied, and nobody would have looked at it
  ...(flaw === undefined ? [] : [`${id} cannot be applied (${flaw})`]),
  ...(changes.every(({ path }) => badPath(path) === null)
    ? []
    : [`${id} touches files outside of the set-up`]),
]
