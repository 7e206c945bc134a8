import type { Variant } from '../cases.ts'

export const shopVariants: readonly Variant[] = []
