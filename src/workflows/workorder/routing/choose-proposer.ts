import { byCodeUnit } from '../../../model/by-code-unit.ts'
import type { OrderBudget, ProposerConfig } from '../../../model/workorder-config.ts'

export type BudgetState = 'normal' | 'warning' | 'hard_cap_exceeded' | 'emergency_kill'

/** What the money that is spent allows. A limit that is reached counts. */
export function budgetState(spentUsd: number, budget: OrderBudget): BudgetState {
  // a figure that is no number must not open the purse
  if (!(spentUsd < budget.emergency_usd)) return 'emergency_kill'
  if (spentUsd >= budget.hard_usd) return 'hard_cap_exceeded'
  return spentUsd >= budget.soft_usd ? 'warning' : 'normal'
}

export type Asked = {
  readonly score: number
  /** Whether a hard-stop keyword was found. */
  readonly strongest: boolean
  readonly budget: BudgetState
}

export type Route =
  | {
      readonly type: 'proposer'
      readonly proposer: ProposerConfig
      readonly reason: 'cheapest_able' | 'highest_threshold' | 'hard_stop' | 'hard_cap_exceeded'
      /** The soft limit is reached; people ought to know. */
      readonly warning: boolean
    }
  | {
      readonly type: 'stopped'
      readonly reason: 'emergency_kill' | 'no_active_proposer' | 'hard_stop_above_hard_cap'
    }

/**
 * Who is asked. Money goes before ability, and safety before both: above the hard limit only the
 * cheapest is asked, but an order that calls for the strongest then waits for a person.
 */
export function chooseProposer(proposers: readonly ProposerConfig[], asked: Asked): Route {
  const active = proposers.filter((each) => each.active)
  const cheapest = first(active, byCost)
  const strongest = first(active, byThreshold)
  if (asked.budget === 'emergency_kill') return { type: 'stopped', reason: 'emergency_kill' }
  if (cheapest === null || strongest === null)
    return { type: 'stopped', reason: 'no_active_proposer' }
  const warning = asked.budget !== 'normal'
  const choose = (
    proposer: ProposerConfig,
    reason: Extract<Route, { type: 'proposer' }>['reason'],
  ): Route => ({ type: 'proposer', proposer, reason, warning })
  if (asked.budget === 'hard_cap_exceeded') {
    const enough = !asked.strongest || cheapest.name === strongest.name
    return enough
      ? choose(cheapest, 'hard_cap_exceeded')
      : { type: 'stopped', reason: 'hard_stop_above_hard_cap' }
  }
  if (asked.strongest) return choose(strongest, 'hard_stop')
  const able = first(
    active.filter((each) => each.complexity_threshold >= asked.score),
    byCost,
  )
  return able === null ? choose(strongest, 'highest_threshold') : choose(able, 'cheapest_able')
}

export type NextTry =
  | { readonly type: 'retry'; readonly proposer: string; readonly change: 'same' | 'stronger' }
  | { readonly type: 'escalate' }

/**
 * After failed attempt 1 the same proposer tries again and is told why, after attempt 2 a stronger one;
 * then a person is asked. Where nobody is stronger, the same one has its third try.
 */
export function nextTry(
  failed: { readonly attempt: number; readonly proposer: string },
  proposers: readonly ProposerConfig[],
): NextTry {
  if (failed.attempt >= 3) return { type: 'escalate' }
  const same: NextTry = { type: 'retry', proposer: failed.proposer, change: 'same' }
  if (failed.attempt < 2) return same
  const now = proposers.find(({ name }) => name === failed.proposer)
  const stronger = first(
    proposers.filter(
      (each) => each.active && each.complexity_threshold > (now?.complexity_threshold ?? -1),
    ),
    byCost,
  )
  return stronger === null ? same : { type: 'retry', proposer: stronger.name, change: 'stronger' }
}

type Order = (a: ProposerConfig, b: ProposerConfig) => number

const byName: Order = (a, b) => byCodeUnit(a.name, b.name)
/** The cheapest first; of equals the more able. */
const byCost: Order = (a, b) =>
  a.cost - b.cost || b.complexity_threshold - a.complexity_threshold || byName(a, b)
/** The most able first; of equals the cheaper. */
const byThreshold: Order = (a, b) =>
  b.complexity_threshold - a.complexity_threshold || a.cost - b.cost || byName(a, b)

const first = (proposers: readonly ProposerConfig[], order: Order): ProposerConfig | null =>
  proposers.toSorted(order)[0] ?? null
