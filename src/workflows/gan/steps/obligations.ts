import { copyObligations } from '../../../checks/page/copy-obligations.ts'
import { pageExaminer } from '../../../checks/page/exam.ts'
import type { PageContract } from '../../../checks/page/page-rule.ts'
import { inventedObligations } from '../../../checks/page/invented-obligations.ts'
import { mustPassObligations } from '../../../checks/page/rule-obligations.ts'
import type { Obligation } from '../../../model/obligation.ts'
import type { Powers } from '../../../model/power.ts'
import { type Exam, examine } from '../../../obligations/exam.ts'
import type { ContractItem } from '../contract.ts'
import { dimensionOf } from '../inputs/default-checklist.ts'
import { type ItemVerdict } from '../judge-items.ts'
import type { Ground } from '../verify-evidence.ts'
import type { SiteVerdict } from './bench.ts'

type Judged = Exclude<SiteVerdict, { type: 'broken' }>

export type Owed = {
  readonly exam: Exam
  readonly verdict: Judged
  readonly contract: PageContract
  readonly files: Ground['files']
  readonly subject: string
  /** What a person lets rules do. */
  readonly powers?: Powers
}

/** What the page owes, by machine alone: what was asked, the copy, and the rules that must pass. */
export async function owedBy(owed: Owed): Promise<readonly Obligation[]> {
  const { exam, verdict, contract, files, subject, powers } = owed
  const facts = verdict.type === 'seen' ? verdict.facts : null
  const { judgement } = verdict
  const asked = exam.items.map(({ source }) => source.text)
  const given = [...asked, ...exam.context.map(({ text }) => text)].join('\n')
  const paths = files.map(({ path }) => path)
  const examiner = pageExaminer({ facts, judgement, files: paths, asked })
  return [
    ...(await examine(exam, examiner, subject)),
    ...(facts === null || contract.copy === null ? [] : copyObligations(facts, contract, subject)),
    ...(facts === null ? [] : inventedObligations(facts, { contract, given }, subject)),
    ...mustPassObligations(judgement, subject, facts, powers),
  ]
}

const isOpen = ({ status, source }: Obligation): boolean =>
  status === 'undecided' && source.kind !== 'rule' && source.kind !== 'workflow'

/** The open ones as an evaluator is asked about them, beside the items of the contract. */
export const openItems = (obligations: readonly Obligation[]): ReadonlyMap<string, ContractItem> =>
  new Map(
    obligations.filter(isOpen).map((each, index) => [
      each.id,
      {
        id: `OB-${String(index + 1).padStart(2, '0')}`,
        criterion: each.statement,
        verification: `The brief says: ${each.source.text}`.slice(0, 2_000),
        status: 'pending' as const,
        dimension: dimensionOf(each.statement),
        rules: [],
        implicit: false,
        carry_forward: false,
      },
    ]),
  )

/** Lays the evaluator's verdicts over the open ones. Without evidence that stands, nothing is decided. */
export function withVerdicts(
  obligations: readonly Obligation[],
  verdicts: readonly ItemVerdict[],
  isSelf: boolean,
): readonly Obligation[] {
  const items = openItems(obligations)
  return obligations.map((each) => {
    const item = items.get(each.id)
    const given = verdicts.find(({ id }) => id === item?.id)
    if (item === undefined || given === undefined) return each
    const reason = `judged by the evaluator: ${given.reason}`
    if (given.evidence.length === 0) return { ...each, reason }
    return {
      ...each,
      status: given.score >= 0.75 ? ('met' as const) : ('unmet' as const),
      reason,
      evidence: given.evidence.map((text) => ({ text })),
      ...(isSelf ? { self_reported: true } : {}),
    }
  })
}
