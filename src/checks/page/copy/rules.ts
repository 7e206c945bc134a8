import type { PageRule } from '../page-rule.ts'
import { copyInSource, extraText } from './extra-text.ts'
import { changedCopy, missingCopy, movedCopy } from './copy-rules.ts'
import { placeholderInSource, placeholderText } from './placeholder.ts'
import { missingSection } from './sections.ts'

export const copyRules: readonly PageRule[] = [
  changedCopy,
  missingCopy,
  movedCopy,
  extraText,
  copyInSource,
  missingSection,
  placeholderText,
  placeholderInSource,
]
