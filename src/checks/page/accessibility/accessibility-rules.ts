import type { PageRule } from '../page-rule.ts'
import { axeRules } from './axe-rules.ts'
import { controlRules } from './control-rules.ts'
import { documentRules } from './document-rules.ts'
import { imageRules } from './image-rules.ts'
import { longLines } from '../layout/readable.ts'
import { scoreRules } from './lighthouse-score.ts'
import { linkRules } from './link-rules.ts'
import { targetRules } from './target-rules.ts'

/** What a page owes to readers who do not see it, hear it or point at it. */
export const accessibilityRules: readonly PageRule[] = [
  ...scoreRules,
  ...axeRules,
  ...imageRules,
  ...linkRules,
  ...documentRules,
  ...controlRules,
  ...targetRules,
  longLines,
]
