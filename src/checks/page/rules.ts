import { accessibilityRules } from './accessibility/accessibility-rules.ts'
import { contrastRules } from './contrast/contrast-rules.ts'
import { copyRules } from './copy/rules.ts'
import { interactionRules } from './interaction/rules.ts'
import { keyboardRules } from './keyboard/keyboard-rules.ts'
import { layoutRules } from './layout/rules.ts'
import type { PageRule } from './page-rule.ts'
import { slopRules } from './slop/rules.ts'
import { tokenRules } from './tokens/rules.ts'
import { weightRules } from './weight/rules.ts'

export type RuleFamily =
  | 'tokens'
  | 'contrast'
  | 'layout'
  | 'slop'
  | 'copy'
  | 'interaction'
  | 'accessibility'
  | 'keyboard'
  | 'weight'

export const ruleFamilies: Readonly<Record<RuleFamily, readonly PageRule[]>> = {
  tokens: tokenRules,
  contrast: contrastRules,
  layout: layoutRules,
  slop: slopRules,
  copy: copyRules,
  interaction: interactionRules,
  accessibility: accessibilityRules,
  keyboard: keyboardRules,
  weight: weightRules,
}

export const pageRules: readonly PageRule[] = Object.values(ruleFamilies).flat()
