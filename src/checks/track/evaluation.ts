import type { Evidence, Obligation, ObligationStatus, Verdict } from '../../model/obligation.ts'
import type { Dispatch } from './dispatch.ts'
import type { Evaluator } from './evaluators.ts'

/** One thing that is wrong, where, and what would put it right. */
export type Issue = {
  readonly message: string
  readonly path?: string
  readonly line?: number
  /** An instruction for whoever fixes it. */
  readonly fix: string
}

/** One question of a pass. What a machine cannot decide is left to the judge, named. */
export type Part = {
  /** Stable and short: `no-horizontal-scroll`. */
  readonly id: string
  /** What must hold, as a statement. */
  readonly about: string
  readonly status: ObligationStatus
  /** Why it has this status: what was measured, what is missing, or why it does not apply. */
  readonly reason: string
  readonly evidence: readonly Evidence[]
  readonly issues: readonly Issue[]
  /** `check` unless told: who decided, or would have to. */
  readonly decidedBy?: Obligation['decided_by']
}

export type PassVerdict = 'PASS' | 'FAIL' | 'N/A' | 'NOT DECIDED'

/** One pass of a specialist, such as "Responsive" of eval-ui-ux. */
export type Pass = {
  readonly number: number
  readonly name: string
  readonly parts: readonly Part[]
}

export type Evaluation = {
  readonly evaluator: Evaluator
  readonly dispatch: Dispatch
  readonly passes: readonly Pass[]
}

export const met = (id: string, about: string, reason: string, where?: string): Part => ({
  id,
  about,
  status: 'met',
  reason,
  evidence: [{ text: reason, ...(where === undefined ? {} : { where }) }],
  issues: [],
})

export const unmet = (id: string, about: string, issues: readonly Issue[]): Part => ({
  id,
  about,
  status: 'unmet',
  reason: issues.map(({ message }) => message).join('; '),
  evidence: issues.map(({ message, path, line }) => ({
    text: message,
    ...(path === undefined ? {} : { where: line === undefined ? path : `${path}:${line}` }),
  })),
  issues,
})

export const undecided = (id: string, about: string, reason: string): Part => ({
  id,
  about,
  status: 'undecided',
  reason,
  evidence: [],
  issues: [],
  decidedBy: 'judge',
})

export const notApplicable = (id: string, about: string, reason: string): Part => ({
  id,
  about,
  status: 'not_applicable',
  reason,
  evidence: [],
  issues: [],
})

/** Met where nothing is wrong. */
export const holdsUnless = (
  id: string,
  about: string,
  { issues, reason }: { readonly issues: readonly Issue[]; readonly reason: string },
): Part => (issues.length === 0 ? met(id, about, reason) : unmet(id, about, issues))

/** A pass fails with one of its parts, and passes with nothing wrong and something shown to be right. */
export function verdictOfPass({ parts }: Pick<Pass, 'parts'>): PassVerdict {
  const has = (status: ObligationStatus) => parts.some((part) => part.status === status)
  if (has('unmet')) return 'FAIL'
  if (has('met')) return 'PASS'
  return has('undecided') || parts.length === 0 ? 'NOT DECIDED' : 'N/A'
}

/** A specialist fails with one of its passes. One of which nothing is decided does not pass. */
export function verdictOfEvaluation(passes: readonly Pass[]): Exclude<PassVerdict, 'N/A'> {
  const verdicts = passes.map(verdictOfPass)
  if (verdicts.includes('FAIL')) return 'FAIL'
  return verdicts.includes('NOT DECIDED') || !verdicts.includes('PASS') ? 'NOT DECIDED' : 'PASS'
}

export const issuesOf = (passes: readonly Pass[]): readonly Issue[] =>
  passes.flatMap(({ parts }) => parts.flatMap(({ issues }) => issues))

const statusOfPass = {
  PASS: 'met',
  FAIL: 'unmet',
  'N/A': 'not_applicable',
  'NOT DECIDED': 'undecided',
} as const

/** Each pass is a must; its parts stand behind it as evidence, those that nobody decided as a should. */
export function obligationsOf({ evaluator, passes }: Evaluation): readonly Obligation[] {
  // a specialist that looked at nothing has decided nothing
  const all = passes.length === 0 ? [{ number: 0, name: 'Evaluator', parts: [] }] : passes
  return all.flatMap((pass) => {
    const verdict = verdictOfPass(pass)
    const id = `${evaluator}.${pass.number}`
    const source = {
      kind: 'workflow' as const,
      text: `${evaluator}, pass ${pass.number}: ${pass.name}`,
    }
    const whole: Obligation = {
      id,
      statement: pass.name,
      source,
      weight: 'must',
      decided_by: verdict === 'NOT DECIDED' ? 'judge' : 'check',
      status: statusOfPass[verdict],
      reason: pass.parts
        .filter(({ status }) => status === (verdict === 'PASS' ? 'met' : statusOfPass[verdict]))
        .map(({ reason }) => reason)
        .join('; '),
      evidence: pass.parts
        .filter(({ status }) => status === (verdict === 'FAIL' ? 'unmet' : 'met'))
        .flatMap(({ evidence }) => evidence),
    }
    const open = pass.parts
      .filter(({ status }) => status === 'undecided')
      .map((part): Obligation => ({
        id: `${id}.${part.id}`,
        statement: part.about,
        source,
        weight: 'should',
        decided_by: part.decidedBy ?? 'judge',
        status: 'undecided',
        reason: part.reason,
        evidence: [],
      }))
    return [whole, ...open]
  })
}

export type TrackVerdict = 'PASS' | 'FAIL' | 'NOT DECIDED'

/** The verdict of obligations in the words of reports. */
export const trackVerdicts = {
  accepted: 'PASS',
  not_accepted: 'FAIL',
  undecided: 'NOT DECIDED',
} as const satisfies Record<Verdict['verdict'], TrackVerdict>
