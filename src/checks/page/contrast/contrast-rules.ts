import type { PageRule } from '../page-rule.ts'
import { focusIndicator } from './focus-rules.ts'
import { partRules } from './part-rules.ts'
import { stateRules } from './state-rules.ts'
import { textRules } from './text-rules.ts'

/** What can be read and seen against what lies behind it. */
export const contrastRules: readonly PageRule[] = [
  ...textRules,
  ...stateRules,
  ...partRules,
  focusIndicator,
]
