import { ruleFamilies, pageRules } from '../../checks/page/rules.ts'
import type { PageRule } from '../../checks/page/page-rule.ts'
import type { ContractItem } from './contract.ts'

const families: Readonly<Record<string, readonly PageRule[]>> = ruleFamilies

/** The rules that one reference of a contract means: an id, a family, or `dimension:<name>`. */
function rulesFor(reference: string): readonly PageRule[] {
  const dimension = /^dimension:(.+)$/.exec(reference)?.[1]
  if (dimension !== undefined) return pageRules.filter((rule) => rule.dimension === dimension)
  const family = reference.replace(/\/$/, '')
  if (Object.hasOwn(families, family)) return families[family] ?? []
  return pageRules.filter(({ id }) => id === reference)
}

/** The ids of the rules that decide an item; what is implicit asks for no more than must pass. */
export function rulesOf({ rules, implicit }: ContractItem): ReadonlySet<string> {
  const named = rules.flatMap((reference) =>
    rulesFor(reference).filter(
      ({ mustPass }) => !implicit || mustPass || reference.startsWith('dimension:'),
    ),
  )
  return new Set(named.map(({ id }) => id))
}

/** References that mean no rule: a contract cannot rest on a check that is not there. */
export const unknownRules = ({ rules }: Pick<ContractItem, 'rules'>): readonly string[] =>
  rules.filter((reference) => rulesFor(reference).length === 0)
