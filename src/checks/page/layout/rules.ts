import type { PageRule } from '../page-rule.ts'
import { phoneOverflow, scrollLocked, wideOverflow } from './overflow.ts'
import { brokenGrid, coveredText, lostControls } from './placement.ts'
import { clippedText, longLines, overlappingText, smallBody, tinyText } from './readable.ts'

export const layoutRules: readonly PageRule[] = [
  phoneOverflow,
  wideOverflow,
  scrollLocked,
  tinyText,
  smallBody,
  clippedText,
  overlappingText,
  longLines,
  coveredText,
  lostControls,
  brokenGrid,
]
