import type { PageRule } from '../page-rule.ts'
import { phoneOverflow, wideOverflow } from './overflow.ts'
import { brokenGrid, coveredText, lostControls } from './placement.ts'
import { clippedText, overlappingText, smallBody, tinyText } from './readable.ts'

export const layoutRules: readonly PageRule[] = [
  phoneOverflow,
  wideOverflow,
  tinyText,
  smallBody,
  clippedText,
  overlappingText,
  coveredText,
  lostControls,
  brokenGrid,
]
