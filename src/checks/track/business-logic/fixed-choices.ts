import { functionsOf, type Named } from '../../integrity/functions.ts'
import { literalOf } from '../../integrity/names.ts'
import { below, is } from '../../integrity/source.ts'
import { type Issue, type Part, unmet } from '../evaluation.ts'
import { issueAt } from '../track-code.ts'
import type { Business } from './business.ts'
import { documentSets } from './document-sets.ts'
import { labelKey } from './words.ts'

/** `priceOf(minutes, 'single')`: what goes by the plan of the product, and is always asked for the same one. */
export function fixedChoices(business: Business): readonly Part[] {
  const sets = documentSets(business.product)
  const issues = business.project.touched.flatMap(functionsOf).flatMap((named) =>
    named.node.params.flatMap((param, index): readonly Issue[] => {
      if (!is('Identifier')(param) || !decides(named, param.name)) return []
      const asked = business.project
        .usesOf(named)
        .filter(({ isCall }) => isCall)
        .map((use) => ({
          ...use,
          value: is('CallExpression')(use.node) ? literalOf(use.node.arguments[index]) : null,
        }))
      const [first] = asked
      const value = first?.value ?? null
      if (first === undefined || value === null || asked.some((each) => each.value !== value))
        return []
      const set = sets.find(({ items }) => items.size > 1 && items.has(labelKey(value)))
      return set === undefined
        ? []
        : [
            issueAt(
              first.source,
              first.node,
              `${named.short} is only ever asked for "${value}"; ${set.path}:${set.line} has ${[...set.items.values()].join(', ')}`,
              `ask for the one that applies, not for "${value}" each time`,
            ),
          ]
    }),
  )
  return issues.length === 0
    ? []
    : [unmet('choices', 'what differs by a list of the product is asked for by it', issues)]
}

/** Whether a function looks something up by a parameter, or tells cases apart by it. */
const decides = ({ node }: Named, name: string): boolean =>
  node.body !== null &&
  [...below(node.body)].some((each) => {
    const by =
      is('MemberExpression')(each) && each.computed
        ? each.property
        : is('SwitchStatement')(each)
          ? each.discriminant
          : null
    return is('Identifier')(by) && by.name === name
  })
