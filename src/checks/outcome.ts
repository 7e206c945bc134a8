import type { CheckOutcome } from '../model/check.ts'
import type { Finding } from '../model/finding.ts'

/** Passes when nothing was found; otherwise fails with a line that sums the findings up. */
export function outcomeOf(findings: readonly Finding[], passDetails: string): CheckOutcome {
  const [first] = findings
  if (first === undefined) return { verdict: 'pass', details: passDetails, findings: [] }
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : ''
  return { verdict: 'fail', details: `${first.message}${more}`, findings: [...findings] }
}

export const notApplicable = (details: string): CheckOutcome => ({
  verdict: 'na',
  details,
  findings: [],
})

export const undecided = (details: string): CheckOutcome => ({
  verdict: 'undecided',
  details,
  findings: [],
})
