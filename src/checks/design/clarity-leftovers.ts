import { isName, isStatement, type Prose } from './prose.ts'
import { type DesignRule, isRuleId, type Seen, textRule } from './rule.ts'
import leftovers from './leftovers.json' with { type: 'json' }

const quotes = /"[^"]{0,120}"|“[^”]{0,120}”|‘[^’]{0,120}’|„[^“”]{0,120}[“”]/g

const places: Readonly<Record<string, (prose: Prose) => boolean>> = {
  anywhere: (prose) => isStatement(prose) || isName(prose),
  statements: isStatement,
  goals: ({ kind }) => kind === 'goal',
}

/** What stands outside quotes, where labels and titles may be anything, and belongs into no design. */
export const clarityLeftoverRules: readonly DesignRule[] = leftovers.flatMap(
  ({ rule, in: place, pattern, flags, says }) => {
    const found = new RegExp(pattern, flags)
    const read = (prose: Prose): readonly Seen[] => {
      if (places[place]?.(prose) !== true) return []
      const match = found.exec(prose.text.replace(quotes, ''))?.[0].trim().slice(0, 40)
      return match === undefined ? [] : [{ path: prose.path, message: `"${match}" ${says}` }]
    }
    return isRuleId(rule) ? [textRule(rule, read)] : []
  },
)
