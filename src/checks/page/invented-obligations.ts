import { numberIn } from '../../kit/number-words.ts'
import type { Obligation } from '../../model/obligation.ts'
import type { PageFacts } from '../../model/page-facts.ts'
import { beyondCopy } from './copy/extra-text.ts'
import type { PageContract } from './page-rule.ts'
import { quote } from './score/define-rule.ts'

const praised =
  /\b(?:rat(?:ed|ings?)|stars?|reviews?|customers?|clients?|users|families|subscribers|downloads|projects|percent|guarantee\w*|since|founded|experience|trusted|subsid\w+|sav(?:es?|ings?)|faster|cheaper)\b|%/i
const honoured = /\b(?:awards?|winner|award-winning|certified|accredited|voted|number one)\b/i

/**
 * What a page says in its own favour and nobody gave: figures beyond the copy, or, where there is no copy,
 * praise with figures and honours that no text of the order has. Somebody must say that it is true.
 */
export function inventedObligations(
  facts: PageFacts,
  { contract, given }: { readonly contract: PageContract; readonly given: string },
  subject: string,
): readonly Obligation[] {
  const result =
    contract.copy === null
      ? given === ''
        ? undefined
        : claimsBeyond(facts, given)
      : beyondCopy(facts, contract).find(({ words }) => /\d/.test(words))?.words
  if (result === undefined) return []
  return [
    {
      id: 'page.claims',
      statement: 'the page claims nothing that nobody gave',
      source: { kind: 'brief', text: quote(result) },
      weight: 'must',
      decided_by: 'judge',
      status: 'undecided',
      reason: `nobody gave ${quote(result)}; a judge or a person must say that it is true`,
      evidence: [],
      subject,
    },
  ]
}

function claimsBeyond({ views }: PageFacts, given: string): string | undefined {
  const known = numbersIn(given)
  const sentences = (views.at(-1)?.blocks ?? [])
    .filter(({ visible }) => visible)
    .flatMap(({ text }) => text.split(/(?<=[.!?])\s+/))
  return sentences.find(
    (text) =>
      (praised.test(text) && [...numbersIn(text)].some((number) => !known.has(number))) ||
      (honoured.test(text) && !honoured.test(given)),
  )
}

const numbersIn = (text: string): ReadonlySet<string> =>
  new Set(
    (text.match(/\p{N}+(?:[.,]\p{N}+)*|\p{L}+/gu) ?? []).flatMap((word) => numberIn(word) ?? []),
  )
