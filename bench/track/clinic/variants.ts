import type { Variant } from '../cases.ts'

export const clinicVariants: readonly Variant[] = []
