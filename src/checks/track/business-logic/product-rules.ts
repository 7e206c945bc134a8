import { notApplicable, type Part, type Pass, undecided } from '../evaluation.ts'
import type { Business } from './business.ts'
import { arrow } from './document-sets.ts'
import type { DocumentLine } from './lines.ts'
import { productSets } from './product-sets.ts'
import { productValues } from './product-values.ts'
import { shorten } from './words.ts'
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
      ...order(lines),
      ...wordedRules(business),
    ],
  }
}

const dependsOn = /\b(?:depends? on|must follow)\b/i

/** What comes before what, and needs what, is for a judge to compare. */
const order = (lines: readonly DocumentLine[]): readonly Part[] =>
  lines
    .filter(
      ({ text, headings, code }) =>
        code === null &&
        !/stat(?:e|us)|transition|lifecycle/i.test(`${headings.at(-1) ?? ''} ${text}`) &&
        (text.split(arrow).length > 2 || dependsOn.test(text)),
    )
    .slice(0, 5)
    .map(({ text, path, line }) =>
      undecided(
        `order-${line}`,
        `order and dependencies: ${shorten(text)}`,
        `whether the code keeps "${shorten(text)}" (${path}:${line})`,
      ),
    )
