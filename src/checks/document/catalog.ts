import type { BuiltInCheck } from '../check.ts'
import { accuracy } from './accuracy.ts'
import { audience } from './audience.ts'
import { clarity } from './clarity.ts'
import { consistency } from './consistency.ts'
import { crossRefs } from './cross-refs.ts'
import { examples } from './examples.ts'
import { sections } from './sections.ts'
import { structure } from './structure.ts'

/** The checks of Markdown documents, in the order of the Documentation criteria. */
export const checks: readonly BuiltInCheck[] = [
  accuracy,
  sections,
  examples,
  clarity,
  structure,
  crossRefs,
  consistency,
  audience,
]
