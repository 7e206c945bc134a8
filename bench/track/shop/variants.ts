import type { Variant } from '../cases.ts'
import { codeVariants } from './variants-code.ts'
import { planVariants } from './variants-plan.ts'
import { uiVariants } from './variants-ui.ts'

export const shopVariants: readonly Variant[] = [...codeVariants, ...uiVariants, ...planVariants]
