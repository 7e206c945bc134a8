import type { PageRule } from '../page-rule.ts'
import { dialogRules } from './dialog-rules.ts'
import { orderRules } from './order-rules.ts'
import { stopRules } from './stop-rules.ts'
import { walkRules } from './walk-rules.ts'

/** What a page owes to readers who use keys instead of a mouse. */
export const keyboardRules: readonly PageRule[] = [
  ...walkRules,
  ...orderRules,
  ...stopRules,
  ...dialogRules,
]
