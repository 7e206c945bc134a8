import { requirementsExam } from '../../checks/design/exam-requirements.ts'
import type { Obligation } from '../../model/obligation.ts'
import { type Exam, joinExams } from '../../obligations/exam.ts'
import { statusOf } from '../../obligations/verdict.ts'
import type { Judged } from './events.ts'
import type { Feature, Live } from './state.ts'

/** What was asked of the next design: the requirements, and every word of those who sent one back. */
export function examOfRun({ rejections }: Pick<Feature, 'rejections'>, requirements: Exam): Exam {
  const said = rejections.map(({ feedback }, at): Exam => {
    const { items, context } = requirementsExam(feedback, 'feedback')
    return {
      items: items.map((item) => ({
        ...item,
        id: item.id.replace(/^feedback/, `feedback.${at + 1}`),
      })),
      context,
    }
  })
  return joinExams([requirements, ...said])
}

const withStatus = (judged: Judged | null, status: 'unmet' | 'undecided'): readonly Obligation[] =>
  (judged?.obligations ?? []).filter((each) => each.weight === 'must' && statusOf(each) === status)

/** What is wrong with a design besides its score. */
export const unmetOf = (judged: Judged | null): readonly Obligation[] =>
  withStatus(judged, 'unmet').filter(({ id }) => id !== 'workflow.threshold')

/** What no machine and no judge decided: a person does, by approving. */
export const undecidedOf = (judged: Judged | null): readonly Obligation[] =>
  withStatus(judged, 'undecided')

/** The obligations as they are known now: an approval decides what was open, for that design only. */
export function obligationsOf({ judged, decision }: Live): readonly Obligation[] {
  const list = judged?.obligations ?? []
  if (decision?.choice !== 'approve' || decision.intentHash !== judged?.intent) return list
  return list.map((each) => {
    const status = statusOf(each)
    if (each.weight !== 'must' || (status !== 'undecided' && status !== 'unmet')) return each
    const text =
      status === 'unmet'
        ? `${decision.by} approved the design despite this: ${decision.despite ?? ''}`
        : `decided by ${decision.by}, who approved the design`
    return {
      ...each,
      self_reported: false,
      decided_by: 'person',
      status: 'met',
      reason: `${text} (${each.reason})`,
      evidence: [{ text: `${text} (${decision.at}, ${decision.intentHash.slice(0, 12)})` }],
      subject: decision.intentHash,
    }
  })
}
