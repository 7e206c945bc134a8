import type { Caps, Spent } from '../model/caps.ts'
import { err, ok, type Result } from '../model/result.ts'

export type CapName = 'wall_time_s' | 'tokens' | 'cost_usd'
export type Reservation = { readonly tokens: number; readonly costUsd: number }

/** The first cap that is used up, or null. */
export function capReached(caps: Caps, spent: Spent): CapName | null {
  if (over(caps.wall_time_s, spent.activeMs / 1000)) return 'wall_time_s'
  if (over(caps.tokens, spent.tokens)) return 'tokens'
  return over(caps.cost_usd, spent.costUsd) ? 'cost_usd' : null
}

const over = (cap: number | 'unlimited', used: number) => cap !== 'unlimited' && used >= cap

/**
 * Counts what calls in flight may use. A call is made only if it fits together with all that is
 * spent and reserved, so parallel calls cannot pass a cap together.
 */
export function openLedger(caps: Caps, spent: Spent) {
  let used = { tokens: spent.tokens, costUsd: spent.costUsd }
  let reserved = { tokens: 0, costUsd: 0 }
  return {
    reserve(ceiling: Reservation): Result<null, CapName> {
      const tokens = used.tokens + reserved.tokens + ceiling.tokens
      const costUsd = used.costUsd + reserved.costUsd + ceiling.costUsd
      if (caps.tokens !== 'unlimited' && tokens > caps.tokens) return err('tokens')
      if (caps.cost_usd !== 'unlimited' && costUsd > caps.cost_usd) return err('cost_usd')
      reserved = add(reserved, ceiling)
      return ok(null)
    },
    settle(ceiling: Reservation, actual: Reservation) {
      reserved = add(reserved, { tokens: -ceiling.tokens, costUsd: -ceiling.costUsd })
      used = add(used, actual)
    },
  }
}
export type Ledger = ReturnType<typeof openLedger>

const add = (left: Reservation, right: Reservation): Reservation => ({
  tokens: left.tokens + right.tokens,
  costUsd: left.costUsd + right.costUsd,
})
