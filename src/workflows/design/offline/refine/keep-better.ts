import { criticise, type Critique } from '../../../../checks/design/criticise.ts'
import type { DesignFinding } from '../../../../checks/design/critique.ts'
import type { DesignIntent } from '../../../../checks/design/intent.ts'
import type { Improver, Surroundings } from './improver.ts'

const mostFindings = 400

/** An intent and what the rules hold against it. */
export type Judged = { readonly intent: DesignIntent; readonly critique: Critique }
export const judged = (intent: DesignIntent): Judged => ({ intent, critique: criticise(intent) })

/** Lets one improver answer its findings, and keeps the result only if the design is no worse for it. */
export function keepBetter(current: Judged, improver: Improver, around: Surroundings): Judged {
  const { intent, critique } = current
  const own = critique.criticisms.filter(
    ({ ruleId, severity }) => severity !== 'info' && improver.rules.includes(ruleId),
  )
  if (own.length === 0) return current
  const said = around.notes.length
  const changed = improver.improve(intent, lastFirst(own).slice(0, mostFindings), around)
  if (changed === intent) return current
  const next = judged(changed)
  if (next.critique.scorecard.overallScore >= critique.scorecard.overallScore) return next
  around.notes.length = said
  return current
}

// what is taken out must not move what later findings point at
const lastFirst = (findings: readonly DesignFinding[]): readonly DesignFinding[] =>
  findings.toSorted((a, b) => byNumbers(b.path, a.path))

function byNumbers(one: string, other: string): number {
  const [left, right] = [one.split('/'), other.split('/')]
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const [a = '', b = ''] = [left[at], right[at]]
    if (a === b) continue
    const numbers = /^\d+$/.test(a) && /^\d+$/.test(b)
    if (numbers) return Number(a) - Number(b)
    return a < b ? -1 : 1
  }
  return 0
}
