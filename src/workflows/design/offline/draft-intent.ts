import type { DesignIntent } from '../../../checks/design/intent.ts'
import { buildIntent } from './build/build-intent.ts'
import { limits } from './limits.ts'
import { readFacts } from './read/read-facts.ts'

export type Drafted = { readonly intent: DesignIntent; readonly notes: readonly string[] }

/**
 * Turns a requirements document into a design intent without a model. It says what the document says, in its words,
 * and tells in the notes what it could not place. Any text gives an intent that satisfies the schema.
 */
export function draftIntent(requirements: string, featureId: string): Drafted {
  const facts = readFacts(requirements)
  const intent = buildIntent(facts, featureId)
  return { intent, notes: [...new Set(facts.notes)].slice(0, limits.notes) }
}
