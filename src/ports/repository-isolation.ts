import type { CheckoutPrint } from './repository.ts'

export type CheckoutDifference = {
  /** What kind of thing differs, such as `head`, `ref`, `file`, `hook`. */
  readonly part: string
  /** Which one: a ref, a path; empty where there is only one. */
  readonly name: string
  readonly change: 'appeared' | 'changed' | 'vanished'
}

/** Names exactly what differs between two looks at the user's checkout. Nothing differs: an empty list. */
export function compareCheckouts(
  before: CheckoutPrint,
  after: CheckoutPrint,
): readonly CheckoutDifference[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  return keys
    .filter((key) => before[key] !== after[key])
    .map((key) => ({
      ...partsOf(key),
      change: !Object.hasOwn(before, key)
        ? 'appeared'
        : Object.hasOwn(after, key)
          ? 'changed'
          : 'vanished',
    }))
}

function partsOf(key: string): { readonly part: string; readonly name: string } {
  const colon = key.indexOf(':')
  return colon < 0
    ? { part: key, name: '' }
    : { part: key.slice(0, colon), name: key.slice(colon + 1) }
}
