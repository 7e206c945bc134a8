import type { Obligation } from '../../model/obligation.ts'
import { withStatus } from '../../obligations/verdict.ts'
import type { Evaluation } from './events.ts'

type Judged = Pick<Evaluation, 'obligations' | 'selfJudgement'>

const allowedBy = ({ selfJudgement = false }: Judged) => ({ selfJudgement })

/** Rules and the threshold stand in the must-pass failures and the score already. */
const isAsked = ({ source, weight }: Obligation): boolean =>
  weight === 'must' && source.kind !== 'rule' && source.kind !== 'workflow'

/** What was asked for and is not there. */
export const unmetOf = (judged: Judged): readonly Obligation[] =>
  withStatus((judged.obligations ?? []).filter(isAsked), 'unmet', allowedBy(judged))

/** What nobody could decide. */
export const undecidedOf = (judged: Judged): readonly Obligation[] =>
  withStatus((judged.obligations ?? []).filter(isAsked), 'undecided', allowedBy(judged))

export const openCounts = (judged: Judged) => ({
  unmet: unmetOf(judged).length,
  undecided: undecidedOf(judged).length,
})
