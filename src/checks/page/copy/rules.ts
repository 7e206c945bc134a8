import type { PageRule } from '../page-rule.ts'
import { copyInSource, extraText, hiddenOnPhones } from './extra-text.ts'
import { changedCopy, missingCopy, movedCopy } from './copy-rules.ts'
import { placeholderInSource, placeholderText } from './placeholder.ts'
import { missingSection } from './sections.ts'

export const copyRules: readonly PageRule[] = [
  changedCopy,
  missingCopy,
  movedCopy,
  extraText,
  hiddenOnPhones,
  copyInSource,
  missingSection,
  placeholderText,
  placeholderInSource,
]
