import { applyIntentFix } from './apply-intent-fix.ts'
import { criticise, type Critique } from './criticise.ts'
import type { IntentFix } from './critique.ts'
import type { DesignIntent } from './intent.ts'

export type FixedIntent = {
  readonly intent: DesignIntent
  /** What was done, in order. */
  readonly applied: readonly string[]
}

type Placed = { readonly key: string; readonly path: string; readonly fix: IntentFix }
type Work = FixedIntent & { readonly critique: Critique }

const mostRounds = 6
/** Each look costs a whole critique, so a design full of slips is repaired as far as these go. */
const mostLooks = 400

/**
 * Makes the repairs a machine can make truthfully. Each is verified by criticising the result: what
 * it mends must be gone, nothing new may be broken, and the score may not fall.
 */
export function fixIntent(intent: DesignIntent): FixedIntent {
  const refused = new Set<string>()
  const looks = { left: mostLooks }
  let work: Work = { intent, critique: criticise(intent), applied: [] }
  for (let round = 0; round < mostRounds && looks.left > 0; round += 1) {
    const due = fixesOf(work.critique).filter(({ key }) => !refused.has(key))
    if (due.length === 0) break
    work = applyAll(work, due, { refused, looks })
  }
  return { intent: work.intent, applied: work.applied }
}

/** The first fix of each place; others of the same place wait for the next round. */
function fixesOf({ criticisms }: Critique): readonly Placed[] {
  const touched = new Set<string>()
  return criticisms.flatMap(({ ruleId, path, fix }) => {
    const [edit] = fix?.edits ?? []
    if (fix === undefined || edit === undefined || touched.has(edit.path)) return []
    // additions at the end of a list do not get in each other's way
    if (!edit.path.endsWith('/-')) touched.add(edit.path)
    return [{ key: JSON.stringify([ruleId, path, fix.title]), path, fix }]
  })
}

type Ledger = { readonly refused: Set<string>; readonly looks: { left: number } }

/** All at once where that holds; otherwise in halves, so that one bad fix costs few looks. */
function applyAll(work: Work, fixes: readonly Placed[], ledger: Ledger): Work {
  const [first] = fixes
  if (first === undefined || ledger.looks.left <= 0) return work
  ledger.looks.left -= 1
  const applied = applyIntentFix(work.intent, { edits: fixes.flatMap(({ fix }) => fix.edits) })
  const critique = applied.ok ? criticise(applied.value) : null
  if (applied.ok && critique !== null && holds(work.critique, critique, fixes.length)) {
    const made = fixes.map(({ fix, path }) => `${path}: ${fix.title}`)
    return { intent: applied.value, critique, applied: [...work.applied, ...made] }
  }
  if (fixes.length === 1) {
    ledger.refused.add(first.key)
    return work
  }
  const middle = Math.ceil(fixes.length / 2)
  // what stands later comes first: the pointers of the others stay where they are
  const later = applyAll(work, fixes.slice(middle), ledger)
  return applyAll(later, fixes.slice(0, middle), ledger)
}

/** Fewer findings by the number of fixes, no more errors than before, and no lower score. */
function holds(before: Critique, after: Critique, fixes: number): boolean {
  const errors = ({ criticisms }: Critique) =>
    criticisms.filter(({ severity }) => severity === 'error').length
  return (
    after.criticisms.length <= before.criticisms.length - fixes &&
    errors(after) <= errors(before) &&
    after.scorecard.overallScore >= before.scorecard.overallScore
  )
}
