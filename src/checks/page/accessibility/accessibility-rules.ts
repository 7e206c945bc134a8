import type { PageRule } from '../page-rule.ts'
import { axeRules } from './axe-rules.ts'
import { controlRules } from './control-rules.ts'
import { documentRules } from './document-rules.ts'
import { fieldRules } from './field-rules.ts'
import { formRules } from './form-rules.ts'
import { frameRules } from './frame-rules.ts'
import { headingRules } from './heading-rules.ts'
import { imageRules } from './image-rules.ts'
import { landmarkRules } from './landmark-rules.ts'
import { languageRules } from './language-rules.ts'
import { nameRules } from './name-rules.ts'
import { mediaRules } from './media-rules.ts'
import { scoreRules } from './lighthouse-score.ts'
import { linkRules } from './link-rules.ts'
import { tableRules } from './table-rules.ts'
import { targetRules } from './target-rules.ts'
import { typographyRules } from './typography-rules.ts'
import { writtenRules } from './written-rules.ts'

/** What a page owes to readers who do not see it, hear it or point at it. */
export const accessibilityRules: readonly PageRule[] = [
  ...scoreRules,
  ...axeRules,
  ...imageRules,
  ...linkRules,
  ...headingRules,
  ...landmarkRules,
  ...languageRules,
  ...documentRules,
  ...formRules,
  ...fieldRules,
  ...frameRules,
  ...tableRules,
  ...controlRules,
  ...nameRules,
  ...mediaRules,
  ...targetRules,
  ...typographyRules,
  ...writtenRules,
]
