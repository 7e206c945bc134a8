import { PLANS } from './plans.ts'
import type { PlanId } from './types.ts'

const CENTS_PER_LITRE = 350
const LEAST_CENTS = 500

/** What one firing of so many litres costs, in cents. */
export function firingPrice(plan: PlanId, litres: number): number {
  const full = Math.max(LEAST_CENTS, litres * CENTS_PER_LITRE)
  return Math.round((full * (100 - PLANS[plan].discount)) / 100)
}

export function euros(cents: number): string {
  return `${(cents / 100).toFixed(2)} EUR`
}
