import { type IntentRule, type Seen, intentRule } from './rule.ts'
import type { DesignModel } from './design-model.ts'
import { technologyIn } from './framework-rules.ts'
import { certainTerms } from './framework-words.ts'

/** Ids and names of attributes, taken apart at their humps and hyphens. */
function termsInIds({ intent }: DesignModel): readonly Seen[] {
  const seen = (path: string, id: string, beside: string): readonly Seen[] => {
    const found = idTerm(id, beside)
    return found === null ? [] : [{ path, message: technologyIn(found) }]
  }
  return [
    ...intent.components.flatMap(({ id, name, description }, index) =>
      seen(`/components/${index}/id`, id, `${name} ${description}`),
    ),
    ...intent.interactions.flatMap(({ id, trigger, response }, index) =>
      seen(`/interactions/${index}/id`, id, `${trigger} ${response}`),
    ),
    ...intent.userFlows.flatMap(({ id, name, steps }, index) => [
      ...seen(`/userFlows/${index}/id`, id, name),
      ...steps.flatMap(({ id: step, action }, place) =>
        seen(`/userFlows/${index}/steps/${place}/id`, step, action),
      ),
    ]),
    ...intent.dataModel.entities.flatMap(({ id, name, attributes }, index) => [
      ...seen(`/dataModel/entities/${index}/id`, id, name),
      ...attributes.flatMap(({ name: attribute, description }, place) =>
        seen(`/dataModel/entities/${index}/attributes/${place}/name`, attribute, description ?? ''),
      ),
    ]),
  ]
}

/** Product names that an id may hold for another reason, which then shows in what is said beside it. */
const betrayedBeside =
  /^(?:react|vue|angular|svelte|redux|bootstrap|tailwind|flutter|django|mongo)$/

function idTerm(id: string, beside: string): string | null {
  if (certainTerms.has(id.toLowerCase())) return id
  const parts = id.replace(/([a-z0-9])([A-Z])/g, '$1-$2').split(/[^A-Za-z0-9.]+/)
  const text = beside.toLowerCase()
  const found = parts.find((part, index) => {
    const lower = part.toLowerCase()
    if (lower.length > 3 && certainTerms.has(lower)) return true
    if (/^(?:div|css|jsx|tsx|sql|dom|href|aws|mui)$/.test(lower)) return true
    if (!betrayedBeside.test(lower)) return false
    const next = parts[index + 1]?.toLowerCase() ?? ''
    return !/^(?:to|with|on)$/.test(next) && !text.includes(lower.slice(0, 5))
  })
  return found ?? null
}

export const frameworkIdRule: IntentRule = intentRule('framework/term-in-id', termsInIds)
