import type { PageRule } from '../page-rule.ts'
import { phoneOverflow, wideOverflow } from './overflow.ts'
import { controlsGoneOnPhones } from './phones.ts'
import { brokenGrid, coveredText, lostControls } from './placement.ts'
import { clippedText, overlappingText, tinyText } from './readable.ts'

export const layoutRules: readonly PageRule[] = [
  phoneOverflow,
  wideOverflow,
  tinyText,
  clippedText,
  overlappingText,
  coveredText,
  lostControls,
  brokenGrid,
  controlsGoneOnPhones,
]
