export const tierIds = ['basic', 'pro', 'farm'] as const
export type TierId = (typeof tierIds)[number]

export type Tier = {
  readonly id: TierId
  readonly name: string
  /** In EUR, with VAT. */
  readonly pricePerBox: number
  readonly mostBoxes: number
  readonly hasGuide: boolean
}

export const tiers: Readonly<Record<TierId, Tier>> = {
  basic: { id: 'basic', name: 'Basic', pricePerBox: 12, mostBoxes: 2, hasGuide: false },
  pro: { id: 'pro', name: 'Pro', pricePerBox: 29, mostBoxes: 5, hasGuide: true },
  farm: { id: 'farm', name: 'Farm', pricePerBox: 79, mostBoxes: 20, hasGuide: true },
}

export const isTierId = (value: unknown): value is TierId =>
  tierIds.some((tierId) => tierId === value)
