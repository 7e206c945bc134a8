import type { Order, OrderStatus } from './order.ts'
import { type TierId, tiers } from './tiers.ts'

const afterPayment: ReadonlySet<OrderStatus> = new Set(['paid', 'shipped', 'delivered'])

const chapters: Readonly<Record<TierId, readonly string[]>> = {
  basic: [],
  pro: ['Sow indoors in March.', 'Plant out after the last frost.', 'Water in the morning.'],
  farm: ['Test your soil in February.', 'Sow in rows of 40 cm.', 'Rotate beds every year.'],
}

export const canDownloadGuide = ({ tier, status }: Pick<Order, 'tier' | 'status'>): boolean =>
  tiers[tier].hasGuide && afterPayment.has(status)

export const growGuide = (tier: TierId): string =>
  [`Grow guide for the ${tiers[tier].name} box`, ...chapters[tier], ''].join('\n')
