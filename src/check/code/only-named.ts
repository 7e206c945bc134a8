import type { Measurement } from '../../checks/acceptance/measurement.ts'
import type { Obligation } from '../../model/obligation.ts'
import { ok, type Result, usageError } from '../../model/result.ts'
import { isNamed } from '../../rules/named.ts'
import type { CodeVerdicts } from './report.ts'

type Judged = Pick<CodeVerdicts, 'judgement' | 'integrity' | 'mutation' | 'obligations'>

/** Only what was named is owed; the scorecard is shown beside it. */
export function onlyNamed(
  judged: Judged,
  {
    after,
    only,
    known,
  }: {
    readonly after: Measurement
    readonly only: readonly string[]
    /** Every rule that was asked. */
    readonly known: readonly string[]
  },
): Result<Judged & Pick<CodeVerdicts, 'after'>> {
  const isAsked = (id: string) => only.some((name) => isNamed(id, name))
  const unknown = only.find((name) => !known.some((id) => isNamed(id, name)))
  if (unknown !== undefined)
    return usageError(
      `there is no rule "${unknown}" to ask here`,
      'see: loopwright rules list change   (rules about changes need --base)',
    )
  const obligations = judged.obligations.filter(
    ({ id }) => id === 'rules.kept' || isAsked(id.replace(/^rule\./, '')),
  )
  const rest = only.filter((name) => !obligations.some(({ id }) => isNamed(id, `rule.${name}`)))
  return ok({
    ...judged,
    after,
    integrity: judged.integrity.filter(({ rule }) => isAsked(rule)),
    mutation: null,
    obligations: [
      ...obligations,
      ...rest.map((name): Obligation => ({
        id: `rule.${name}`,
        statement: `${name} finds nothing`,
        source: { kind: 'rule', text: name },
        weight: 'must',
        decided_by: 'check',
        status: 'met',
        reason: 'it found nothing',
        evidence: [{ text: 'it found nothing' }],
        subject: after.tree,
      })),
    ],
  })
}
