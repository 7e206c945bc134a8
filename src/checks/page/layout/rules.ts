import type { PageRule } from '../page-rule.ts'
import { phoneOverflow, scrollLocked, wideOverflow } from './overflow.ts'
import { distortedImage } from './pictures.ts'
import { controlsGoneOnPhones } from './phones.ts'
import { brokenGrid, coveredText, lostControls } from './placement.ts'
import { clippedText, overlappingText, smallBody, tightLines, tinyText } from './readable.ts'

export const layoutRules: readonly PageRule[] = [
  phoneOverflow,
  wideOverflow,
  scrollLocked,
  tinyText,
  smallBody,
  clippedText,
  tightLines,
  overlappingText,
  coveredText,
  lostControls,
  brokenGrid,
  controlsGoneOnPhones,
  distortedImage,
]
