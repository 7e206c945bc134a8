import { reaches } from '../../loop/score.ts'
import type { Obligation } from '../../model/obligation.ts'
import { decidedByPerson, statusOf, verdictOf, withStatus } from '../../obligations/verdict.ts'
import type { FailureClass } from './events.ts'
import { failureCategory } from './refining/failure-facts.ts'
import type { Measured, OrderRun } from './state.ts'

type Judged = Pick<OrderRun, 'setup' | 'decided'> & { readonly measured: Measured }

/**
 * Everything that must hold for the change as it was measured: what the checks found, that it compiles, that it
 * scores enough, and each acceptance criterion. What a person decided counts for the very tree they saw.
 */
export function obligationsOf(run: Judged): readonly Obligation[] {
  const { measured, decided } = run
  const recorded = measured.obligations ?? objected(measured)
  const all = [
    ...recorded,
    ...compiles(run),
    ...threshold(run, recorded),
    ...unasked(run, recorded),
  ]
  const words = new Map(
    decided.filter(({ tree }) => tree === measured.tree).map((each) => [each.id, each]),
  )
  return all.map((each) => {
    const word = words.get(each.id)
    if (word === undefined || statusOf(each) !== 'undecided') return each
    return decidedByPerson({ ...each, subject: word.tree }, { isMet: word.met, by: word.by })
  })
}

const owed = (
  { tree }: Measured,
  given: Pick<Obligation, 'id' | 'statement' | 'status' | 'reason'> & { readonly where?: string },
): Obligation => {
  const { id, statement, status, reason, where } = given
  return {
    id,
    statement,
    source: { kind: 'workflow', text: statement },
    weight: 'must',
    decided_by: 'check',
    status,
    reason,
    evidence: [{ text: reason, ...(where === undefined ? {} : { where }) }],
    subject: tree,
  }
}

/** Journals of earlier versions tell only what spoke against a change. */
const objected = (measured: Measured): readonly Obligation[] =>
  measured.objections.map(({ rule, path, line, message }, index) =>
    owed(measured, {
      id: `rule.${rule}.${index + 1}`,
      statement: rule,
      status: 'unmet',
      reason: message,
      ...(path === null ? {} : { where: `${path}${line === null ? '' : `:${line}`}` }),
    }),
  )

function compiles({ measured }: Judged): readonly Obligation[] {
  const [first, ...more] = measured.compiled?.errors ?? []
  const reason =
    first === undefined
      ? 'the change brings no compiler error'
      : `it does not compile: ${first.message} (${first.code})${more.length === 0 ? '' : `, and ${more.length} more`}`
  const place = first?.path == null ? {} : { where: `${first.path}:${first.line ?? 1}` }
  return [
    owed(measured, {
      id: 'workflow.compiles',
      statement: 'the change compiles',
      status: first === undefined ? 'met' : 'unmet',
      reason,
      ...place,
    }),
  ]
}

function threshold(
  { measured, setup }: Judged,
  recorded: readonly Obligation[],
): readonly Obligation[] {
  const score = measured.acceptance.acceptance_score
  const enough = reaches(score, setup.threshold)
  const known = recorded.find(({ id }) => id === 'workflow.threshold')
  if (known !== undefined && (known.status === 'met') === enough) return []
  return [
    owed(measured, {
      id: known === undefined ? 'workflow.threshold' : 'workflow.score',
      statement: `the score is at least ${setup.threshold}`,
      status: enough ? 'met' : 'unmet',
      reason: `${score} of 10; ${setup.threshold} is asked for`,
    }),
  ]
}

/** What was asked and no check has read: an acceptance criterion that nobody looked at is not met. */
function unasked(
  { measured, setup }: Judged,
  recorded: readonly Obligation[],
): readonly Obligation[] {
  const { acceptance_criteria: criteria, title, description } = setup.order
  const asked = recorded.filter(
    ({ source }) => source.kind === 'criterion' || source.kind === 'task',
  )
  const isRead = (text: string) =>
    asked.some(({ source }) => text.includes(source.text) || source.text.includes(text))
  const open = (id: string, kind: 'criterion' | 'task', text: string): Obligation => ({
    ...owed(measured, {
      id,
      statement: text,
      status: 'undecided',
      reason: 'no check can read it; a judge or a person must decide',
    }),
    source: { kind, text },
    decided_by: 'judge',
    evidence: [],
  })
  if (criteria.length === 0)
    return asked.length > 0 ? [] : [open('task', 'task', `${title}: ${description}`)]
  return criteria.flatMap((text, index) =>
    isRead(text) ? [] : [open(`criterion.${index + 1}`, 'criterion', text)],
  )
}

export const orderVerdict = (run: Judged) => verdictOf(obligationsOf(run), allowedIn(run))

/** A person allowed the agent that made the change to judge it, by name. */
export const allowedIn = ({ measured }: Pick<Judged, 'measured'>) => ({
  selfJudgement: measured.selfJudgement ?? false,
})

export const openObligations = (run: Judged): readonly Obligation[] =>
  withStatus(obligationsOf(run), 'undecided', allowedIn(run)).filter(
    ({ weight }) => weight === 'must',
  )

export const unmetObligations = (run: Judged): readonly Obligation[] =>
  withStatus(obligationsOf(run), 'unmet').filter(({ weight }) => weight === 'must')

/** Whether the order was not carried out at all: what does not compile or build is no change to review. */
export const isBroken = ({ measured }: Judged): boolean =>
  (measured.compiled?.errors.length ?? 0) > 0 || !measured.acceptance.build_passed

const mostReason = 6_000

/** Why a measured change is not accepted, for the next attempt: each unmet obligation with what shows it. */
export function whyNotAccepted(run: Judged): {
  readonly error: string
  readonly failure_class: FailureClass
  readonly failure_category: string
} {
  const { measured } = run
  const { compiled } = measured
  const lines = unmetObligations(run).map(({ statement, source, reason, evidence }) => {
    const where = evidence.find((each) => each.where !== undefined)?.where
    const asked =
      source.kind === 'criterion' || source.kind === 'task' ? ` (asked: ${source.text})` : ''
    return `- ${statement}${asked}: ${reason}${where === undefined ? '' : ` [${where}]`}`
  })
  return {
    error: [...lines, ...(measured.problems ?? [])].join('\n').slice(0, mostReason),
    failure_class: classOfMeasured(run),
    failure_category: failureCategory(compiled?.errors ?? [], compiled?.violations ?? []),
  }
}

function classOfMeasured(run: Judged): FailureClass {
  const { acceptance } = run.measured
  if (isBroken(run)) return 'compile_error'
  if (!acceptance.tests_passed) return 'test_fail'
  return acceptance.lint_errors > 0 ? 'lint_error' : 'unknown'
}
