import { isTierId, type Tier, type TierId, tierIds, tiers } from './tiers.ts'

const deliveryFee = 5
const freeDeliveryFrom = 50
const bulkFrom = 10
const bulkDiscount = 0.1

export type Quote = {
  readonly tier: TierId
  readonly boxes: number
  readonly discount: number
  readonly delivery: number
  readonly total: number
  readonly currency: 'EUR'
}

export type QuoteResult =
  | { readonly ok: true; readonly value: Quote }
  | { readonly ok: false; readonly message: string }

export function quoteFor(tierId: string, boxes: number): QuoteResult {
  if (!isTierId(tierId))
    return { ok: false, message: `Choose one of these plans: ${tierIds.join(', ')}.` }
  const tier = tiers[tierId]
  if (!Number.isInteger(boxes) || boxes < 1 || boxes > tier.mostBoxes)
    return { ok: false, message: `Choose 1 to ${tier.mostBoxes} boxes for the ${tier.name} plan.` }
  return { ok: true, value: priced(tier, boxes) }
}

/** The total of an order in EUR. */
export function quote(tierId: string, boxes: number): number {
  const result = quoteFor(tierId, boxes)
  if (!result.ok) throw new RangeError(result.message)
  return result.value.total
}

function priced(tier: Tier, boxes: number): Quote {
  const full = tier.pricePerBox * boxes
  const discount = boxes >= bulkFrom ? full * bulkDiscount : 0
  const delivery = full - discount >= freeDeliveryFrom ? 0 : deliveryFee
  return {
    tier: tier.id,
    boxes,
    discount: Math.round(discount),
    delivery,
    total: Math.round(full - discount + delivery),
    currency: 'EUR',
  }
}
