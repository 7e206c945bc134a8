import type { Obligation, ObligationStatus, Verdict } from '../model/obligation.ts'
import { exitCodes, type ExitCode } from '../model/problem.ts'

export type Allowed = {
  /** A person allowed the producer's own agent to judge, by name, in the configuration. */
  readonly selfJudgement?: boolean
}

/**
 * The status that counts. Met needs evidence; the producer's word about its own work decides no must.
 * Both are undecided: nobody showed that the work is wrong, and nobody showed that it is right.
 */
export function statusOf(
  obligation: Pick<Obligation, 'status' | 'evidence' | 'weight' | 'self_reported'>,
  { selfJudgement = false }: Allowed = {},
): ObligationStatus {
  const { status, evidence, weight, self_reported } = obligation
  if (status !== 'met') return status
  if (evidence.length === 0) return 'undecided'
  return self_reported && weight === 'must' && !selfJudgement ? 'undecided' : 'met'
}

/**
 * The only place where obligations become a verdict: accepted if every must is met with evidence, not
 * accepted if one is unmet, else undecided. Where nothing was decided, nothing is accepted.
 */
export function verdictOf(obligations: readonly Obligation[], allowed: Allowed = {}): Verdict {
  const tally = (weight: Obligation['weight']) => {
    const count = { met: 0, unmet: 0, undecided: 0, not_applicable: 0 }
    for (const each of obligations) if (each.weight === weight) count[statusOf(each, allowed)]++
    return count
  }
  const must = tally('must')
  const verdict =
    must.unmet > 0
      ? 'not_accepted'
      : must.undecided > 0 || must.met === 0
        ? 'undecided'
        : 'accepted'
  return { verdict, must, should: tally('should') }
}

export const exitOfVerdict = {
  accepted: exitCodes.accepted,
  not_accepted: exitCodes.notAccepted,
  undecided: exitCodes.parked,
} as const satisfies Record<Verdict['verdict'], ExitCode>

/** The obligations of a status, by the status that counts. */
export const withStatus = (
  obligations: readonly Obligation[],
  status: ObligationStatus,
  allowed: Allowed = {},
): readonly Obligation[] => obligations.filter((each) => statusOf(each, allowed) === status)

/** What a person says about one obligation: who, and of which version; it counts for no other. */
export function decidedByPerson(
  obligation: Obligation,
  { isMet, by, feedback }: { isMet: boolean; by: string; feedback?: string | undefined },
): Obligation {
  const { subject } = obligation
  const what = subject === undefined ? '' : ` for ${subject.slice(0, 8)}`
  const text = `decided by ${by}${what}${feedback === undefined ? '' : `: ${feedback}`}`
  return {
    ...obligation,
    status: isMet ? 'met' : 'unmet',
    decided_by: 'person',
    self_reported: false,
    reason: text,
    evidence: [{ text }],
  }
}
