import type { Obligation } from '../../model/obligation.ts'
import type { PageFacts } from '../../model/page-facts.ts'
import type { Powers } from '../../model/power.ts'
import { powerOf } from '../../obligations/power.ts'
import { met, undecided, unmet } from '../../obligations/examine.ts'
import { type BrokenRule, brokenRules, renders, surely } from './broken.ts'
import type { PageJudgement } from './judge-page.ts'

const asObligation = ({ id, statement, answer }: BrokenRule, subject: string): Obligation => ({
  id: `rule.${id}`,
  statement,
  source: { kind: 'rule', text: statement },
  weight: 'must',
  decided_by: 'check',
  status: answer.status,
  reason: answer.reason,
  evidence: [...answer.evidence],
  subject,
})

/** A rule that only advises is a wish; one that is off is not asked. */
const withPower =
  (own: Powers | null) =>
  (owed: Obligation): readonly Obligation[] => {
    const power = own === null ? null : powerOf(owed.id.replace(/^rule\./, 'page/'), own)
    if (power === 'off') return []
    return [power === 'advises' ? { ...owed, weight: 'should' } : owed]
  }

/** Pages made to order: every rule that the source calls must-pass. What was not checked is undecided. */
export function mustPassObligations(
  { mustPassFailures, findings }: PageJudgement,
  subject: string,
  facts: PageFacts | null = null,
  powers: Powers | null = {},
): readonly Obligation[] {
  const waiting = findings.filter(
    ({ ruleId, severity }) => ruleId.startsWith('copy/placeholder') && severity === 'error',
  )
  const failed = mustPassFailures.map(({ ruleId, about, why, reason, findings: own }) => ({
    id: ruleId,
    statement: about,
    answer:
      why === 'failed'
        ? unmet(reason, own[0]?.place.selector ?? own[0]?.place.file)
        : undecided(reason),
  }))
  const [first] = waiting
  const words =
    first === undefined
      ? []
      : [
          {
            id: 'copy/placeholder',
            statement: 'no text waits to be replaced',
            answer: unmet(first.message, first.place.selector),
          },
        ]
  const rest = {
    id: 'must-pass',
    statement: 'every other must-pass rule holds',
    answer: met('the rules that must pass hold, but for those named', 'html'),
  }
  const shown =
    facts === null
      ? []
      : [{ id: 'renders', statement: 'the page shows something', answer: renders(facts) }]
  return [...failed, ...words, ...shown, rest]
    .map((rule) => asObligation(rule, subject))
    .flatMap(withPower(powers))
}

/** Pages that nobody ordered from us: only what is surely broken. All else advises. */
export const brokenObligations = (
  facts: PageFacts,
  subject: string,
  powers: Powers | null = {},
): readonly Obligation[] =>
  brokenRules(facts)
    .map((rule) => asObligation(rule, subject))
    .flatMap(withPower(powers))

/** Only the rules that were asked for by name. */
export function namedObligations(
  { findings, notChecked }: PageJudgement,
  isNamed: (id: string) => boolean,
  subject: string,
): readonly Obligation[] {
  const wrong = Map.groupBy(
    findings.filter(({ ruleId, severity }) => severity === 'error' && isNamed(ruleId)),
    ({ ruleId }) => ruleId,
  )
  const failed = [...wrong].map(([id, [first]]) => ({
    id,
    statement: id,
    answer: unmet(first?.message ?? '', first?.place.selector),
  }))
  const open = notChecked
    .filter(({ ruleId }) => isNamed(ruleId))
    .map(({ ruleId, reason }) => ({ id: ruleId, statement: ruleId, answer: undecided(reason) }))
  const rest = {
    id: 'named',
    statement: 'the other rules that were named hold',
    answer: met('no other rule found an error', 'html'),
  }
  return [...failed, ...open, rest].map((rule) => asObligation(rule, subject))
}

/** Nobody looked at the page: its files may show what is broken, and nothing that is right. */
export function unseenObligations(
  { findings }: PageJudgement,
  subject: string,
  reason: string,
): readonly Obligation[] {
  const wrong = findings.filter(
    ({ ruleId, severity, message }) =>
      severity === 'error' &&
      (/^interaction\/(?:dead-link|missing-file)/.test(ruleId) ||
        (ruleId.startsWith('copy/placeholder') && surely.test(message))),
  )
  return [
    { id: 'renders', statement: 'the page shows something', answer: undecided(reason) },
    ...wrong.slice(0, 5).map(({ ruleId, message, place }) => ({
      id: ruleId,
      statement: message,
      answer: unmet(message, place.selector ?? place.file),
    })),
  ].map((rule) => asObligation(rule, subject))
}
