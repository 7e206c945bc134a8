import type { Rule, RuleEntry } from '../../rules/rule.ts'
import type { Dimension, IntentFix } from './critique.ts'
import type { DesignModel } from './design-model.ts'
import type { Prose } from './prose.ts'
import texts from './rules.json' with { type: 'json' }

export type Seen = { readonly path: string; readonly message: string; readonly fix?: IntentFix }

export type DesignEntry = RuleEntry & { readonly dimension: Dimension }

/** Looks at the whole intent. */
export type IntentRule = DesignEntry & Rule<(model: DesignModel) => readonly Seen[]>

/** Looks at one text at a time, so that each is taken apart only once for all of them. */
export type TextRule = DesignEntry & {
  readonly read: (prose: Prose, model: DesignModel) => readonly Seen[]
}
export type DesignRule = IntentRule | TextRule

type RuleId = keyof typeof texts

export const isRuleId = (id: string): id is RuleId => Object.hasOwn(texts, id)

const dimensions: Readonly<Record<string, Dimension>> = {
  completeness: 'completeness',
  coherence: 'coherence',
  framework: 'frameworkAgnosticism',
  data: 'dataModelIntegrity',
}

function entryOf(id: RuleId): DesignEntry {
  const { severity, about, bad, better } = texts[id]
  return {
    id,
    dimension: dimensions[id.slice(0, id.indexOf('/'))] ?? 'clarity',
    severity: severity === 'error' || severity === 'info' ? severity : 'warning',
    about,
    example: { bad, better },
  }
}

export const intentRule = (id: RuleId, run: IntentRule['run']): IntentRule => ({
  ...entryOf(id),
  run,
})
export const textRule = (id: RuleId, read: TextRule['read']): TextRule => ({
  ...entryOf(id),
  read,
})
