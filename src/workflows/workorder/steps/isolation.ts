import { type CheckoutDifference, compareCheckouts } from '../../../ports/repository-isolation.ts'
import type { CheckoutPrint } from '../../../ports/repository.ts'

/** Nobody can say what an agent did to the checkout, which counts against it. */
export const unseen = (why: string): string => `nobody could look at the checkout (${why})`

/** What changed in the user's own checkout between two looks at it, as words; null where nothing did. */
export function touchedBetween(before: CheckoutPrint, after: CheckoutPrint): string | null {
  const differences = compareCheckouts(theirs(before), theirs(after))
  return differences.length === 0 ? null : told(differences)
}

/** Branches that Loopwright makes are its own, and what an editor fetches meanwhile is nobody's work. */
const forgiven = ['refs/heads/loopwright/', 'refs/loopwright/', 'refs/remotes/']

const theirs = (print: CheckoutPrint): CheckoutPrint =>
  Object.fromEntries(
    Object.entries(print).filter(([key]) => !forgiven.some((part) => key.includes(part))),
  )

const told = (differences: readonly CheckoutDifference[]): string =>
  differences
    .slice(0, 10)
    // only files with changes are looked at: one that appears there is one that was changed
    .map(
      ({ part, name, change }) =>
        `${part}${name === '' ? '' : ` ${name}`} ${part === 'file' ? 'changed' : change}`,
    )
    .join(', ')
