import type { Card } from './cards.ts'
import { type Day, daysBetween } from './days.ts'

const centsPerDay = 20
const mostCentsPerLoan = 800
const blockedFromCents = 1000

export function fineCents(card: Card, dueOn: Day, returnedOn: Day): number {
  if (card === 'child') return 0
  const late = Math.max(0, daysBetween(dueOn, returnedOn))
  return Math.min(late * centsPerDay, mostCentsPerLoan)
}

export const mayBorrow = (owedCents: number): boolean => owedCents < blockedFromCents
