import { applyIntentFix } from './apply-intent-fix.ts'
import { criticise, type Critique } from './criticise.ts'
import type { Criticism, IntentFix } from './critique.ts'
import type { DesignIntent } from './intent.ts'

export type FixedIntent = {
  readonly intent: DesignIntent
  /** What was done, in order. */
  readonly applied: readonly string[]
}

type Fixable = Criticism & { readonly fix: IntentFix }
type Work = {
  readonly intent: DesignIntent
  readonly critique: Critique
  readonly applied: readonly string[]
}

const mostRounds = 6
/** Each look costs a whole critique, so a design full of slips is repaired as far as these go. */
const mostLooks = 400

/**
 * Makes the repairs a machine can make truthfully. Each is verified by criticising the result: what
 * it mends must be gone, nothing new may be broken, and the score may not fall.
 */
export function fixIntent(intent: DesignIntent): FixedIntent {
  let work: Work = { intent, critique: criticise(intent), applied: [] }
  const refused = new Set<string>()
  const looks = { left: mostLooks }
  for (let round = 0; round < mostRounds; round += 1) {
    const due = fixesOf(work.critique).filter((each) => !refused.has(keyOf(each)))
    if (due.length === 0) break
    const before = work.applied.length
    work = applyAll(work, apart(due), { refused, looks })
    if (looks.left <= 0 || (work.applied.length === before && refused.size === 0)) break
  }
  return { intent: work.intent, applied: work.applied }
}

const fixesOf = ({ criticisms }: Critique): readonly Fixable[] =>
  criticisms.flatMap((each) => (each.fix === undefined ? [] : [{ ...each, fix: each.fix }]))

const keyOf = ({ ruleId, path, fix }: Fixable): string => JSON.stringify([ruleId, path, fix.title])

/** Fixes that do not touch each other, the first of each; the rest wait for the next round. */
function apart(fixes: readonly Fixable[]): readonly Fixable[] {
  const touched = new Set<string>()
  const removed = new Set<string>()
  return fixes.filter(({ fix }) => {
    // additions at the end of a list do not get in each other's way
    const paths = fix.edits.map(({ path }) => path).filter((path) => !path.endsWith('/-'))
    const clash = paths.some(
      (path) => touched.has(path) || outwards(path).some((each) => removed.has(each)),
    )
    if (clash) return false
    for (const { op, path } of fix.edits) {
      for (const each of outwards(path)) touched.add(each)
      if (op === 'remove') removed.add(path)
    }
    return true
  })
}

/** A pointer and all around it but the root and its lists. */
const outwards = (path: string): readonly string[] => {
  const parts = path.split('/')
  return parts
    .slice(3)
    .map((_, index) => parts.slice(0, index + 4).join('/'))
    .concat(path)
}

type Ledger = { readonly refused: Set<string>; readonly looks: { left: number } }

/** All at once where that holds; otherwise in halves, so that one bad fix costs few looks. */
function applyAll(work: Work, fixes: readonly Fixable[], ledger: Ledger): Work {
  if (fixes.length === 0 || ledger.looks.left <= 0) return work
  ledger.looks.left -= 1
  const applied = applyIntentFix(work.intent, { edits: fixes.flatMap(({ fix }) => fix.edits) })
  if (applied.ok) {
    const critique = criticise(applied.value)
    if (holds(work.critique, critique, fixes))
      return {
        intent: applied.value,
        critique,
        applied: [...work.applied, ...fixes.map(({ fix, path }) => `${path}: ${fix.title}`)],
      }
  }
  const [only] = fixes
  if (fixes.length === 1 && only !== undefined) {
    ledger.refused.add(keyOf(only))
    return work
  }
  const middle = Math.ceil(fixes.length / 2)
  // the later half first: its pointers stay where they are while nothing before them moved
  const later = applyAll(work, fixes.slice(middle), ledger)
  return applyAll(later, fixes.slice(0, middle), ledger)
}

/** Fewer findings of the mended rules, no rule with more errors than before, and no lower score. */
function holds(before: Critique, after: Critique, fixes: readonly Fixable[]): boolean {
  if (after.scorecard.overallScore < before.scorecard.overallScore) return false
  const [was, is] = [countsOf(before), countsOf(after)]
  const mended = new Map<string, number>()
  for (const { ruleId } of fixes) mended.set(ruleId, (mended.get(ruleId) ?? 0) + 1)
  for (const [rule, fixed] of mended)
    if ((is.all.get(rule) ?? 0) > (was.all.get(rule) ?? 0) - fixed) return false
  for (const [rule, errors] of is.errors) if (errors > (was.errors.get(rule) ?? 0)) return false
  return true
}

function countsOf({ criticisms }: Critique) {
  const [all, errors] = [new Map<string, number>(), new Map<string, number>()]
  for (const { ruleId, severity } of criticisms) {
    all.set(ruleId, (all.get(ruleId) ?? 0) + 1)
    if (severity === 'error') errors.set(ruleId, (errors.get(ruleId) ?? 0) + 1)
  }
  return { all, errors }
}
