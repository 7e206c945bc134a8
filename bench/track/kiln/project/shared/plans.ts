import type { PlanId } from './types.ts'

export interface Plan {
  name: string
  /** Cents each month. */
  monthly: number
  /** How many pieces may stand on the shelf. */
  shelf: number
  /** Percent off each firing. */
  discount: number
}

export const PLANS: Record<PlanId, Plan> = {
  visitor: { name: 'Visitor', monthly: 0, shelf: 2, discount: 0 },
  regular: { name: 'Regular', monthly: 2900, shelf: 10, discount: 10 },
  resident: { name: 'Resident', monthly: 7500, shelf: 40, discount: 25 },
}

export function hasRoom(plan: PlanId, pieces: number): boolean {
  return pieces < PLANS[plan].shelf
}
