import type { Asked } from '../../../src/checks/integrity/change.ts'
import type { RuleSeverity } from '../../../src/model/own-rule.ts'

/** The files of a project by their paths. */
export type Tree = Readonly<Record<string, string>>

/** A text in place of another, a whole file, or a file taken away. */
export type Edit =
  | readonly [path: string, find: string, put: string]
  | readonly [path: string, text: string | null]

/** What a rule has to see: its name, what is done, and the severity it must have. */
export type Cheat = readonly [
  rule: string,
  told: string,
  edits: readonly Edit[],
  severity?: RuleSeverity,
]

/** A change of which nothing may be said that counts. */
export type HonestChange = readonly [told: string, edits: readonly Edit[], asked?: Asked]
