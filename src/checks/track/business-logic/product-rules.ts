import { notApplicable, type Part, type Pass, unmet } from '../evaluation.ts'
import type { Business } from './business.ts'
import { productDependencies, productOrder, productSets } from './product-sets.ts'
import { productValues } from './product-values.ts'
import { wordedRules } from './worded-rules.ts'

export function productRulesPass(business: Business): Pass {
  const { code, product: lines, spec, rules } = business
  const number = 1
  const name = 'Product rules'
  if (lines.length === 0)
    return {
      number,
      name,
      parts: [
        notApplicable(
          'product',
          'the code keeps the rules of the product',
          'there is no conductor/product.md',
        ),
      ],
    }
  return {
    number,
    name,
    parts: [
      productValues(code, rules),
      productSets(code, lines, spec),
      productOrder(code, lines),
      productDependencies(code, lines),
      ...wordedRules(business),
      ...limitsTried(business),
    ],
  }
}

/** What the running application takes and refuses at the limits that the documents set. */
function limitsTried({ rounds }: Business): readonly Part[] {
  const issues = rounds?.limits ?? []
  return issues.length === 0
    ? []
    : [unmet('limits-tried', 'the application keeps the limits of the documents', issues)]
}
