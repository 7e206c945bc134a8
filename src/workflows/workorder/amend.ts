import { mostScopePaths, ScopePath } from './order.ts'
import type { OrderRun } from './state.ts'

/** Paths that a person names in back-ticks may change from now on. */
export function amended(setup: OrderRun['setup'], words: string): OrderRun['setup'] {
  const { order } = setup
  // no scope at all means everywhere already
  if (order.files_in_scope.length === 0) return setup
  const named = [...words.matchAll(/`([^`\s]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => /[./*]/.test(path) && ScopePath.safeParse(path).success)
  const scope = [...new Set([...order.files_in_scope, ...named])].slice(0, mostScopePaths)
  return { ...setup, order: { ...order, files_in_scope: scope } }
}

export const strongestOf = ({ setup, proposer }: OrderRun): string =>
  setup.proposers.toSorted(
    (one, other) => other.complexity_threshold - one.complexity_threshold || other.cost - one.cost,
  )[0]?.name ?? proposer
