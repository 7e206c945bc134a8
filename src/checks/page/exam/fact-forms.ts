import { numberIn } from '../../../kit/number-words.ts'
import type { DemandCheck } from '../../../obligations/demand.ts'
import type { Form, Span } from '../../../obligations/examine.ts'

export const spans = (
  sentence: string,
  pattern: RegExp,
  check: (match: RegExpMatchArray) => DemandCheck | null,
  negated?: boolean,
): readonly Span[] =>
  [...sentence.matchAll(pattern)].flatMap((match) => {
    const made = check(match)
    if (made === null) return []
    const start = match.index
    return [
      {
        start,
        end: start + match[0].length,
        check: made,
        ...(negated === undefined ? {} : { negated }),
      },
    ]
  })

export const quoted = `["“«]([^"”»\\n]{1,80})["”»]`

const number = String.raw`(?:call|(?:tele)?phone(?: number)?|tel|ring|dial|number|hotline)\.?:?\s+(?:us\s+)?(?:(?:at|on|under|is)\s+)?(\+?\d[\d\s/().-]{5,}\d)`
const tapped = String.raw`(?:,? (?:which|that|so that)? ?(?:people|visitors?|guests?|patients|customers|they|you|everybody|one) (?:can|may) (?:tap|press|call|click|dial)(?: it)?(?: (?:on|from|with) (?:their|a|the|your) (?:smart)?(?:phones?|mobiles?))?)?`

/** A number to call, what it is for ("the emergency number"), and whether it comes first. */
export const reach: Form = (sentence) => [
  ...spans(sentence, new RegExp(`\\b${number}${tapped}`, 'gi'), ([, value = '']) => ({
    type: 'value',
    name: 'phone',
    value: value.trim(),
  })),
  ...spans(
    sentence,
    new RegExp(`\\b(?!the\\b|our\\b|a\\b|and\\b|this\\b|or\\b)[a-z]{4,}(?= ${number})`, 'gi'),
    ([name, value = '']) =>
      /^(?:phone|call|telephone)$/i.test(name)
        ? null
        : { type: 'value', name, value: value.trim() },
  ),
  ...spans(
    sentence,
    /\b(?:above everything(?: else)?|(?:right )?at the (?:very )?top(?: of the page)?|first of all)\b/gi,
    () => {
      const value = new RegExp(number, 'i').exec(sentence)?.[1]?.trim()
      return value === undefined ? null : { type: 'value', name: 'top', value }
    },
  ),
  ...spans(
    sentence,
    /(?:\be-?mail(?: address)?(?: is)?:? )?\b([\w.+-]+@[\w-]+\.[\w.-]*\w)/gi,
    ([, value = '']) => ({
      type: 'value',
      name: 'email',
      value,
    }),
  ),
]

/** "a list of at least 3 things", in the section that the sentence names. */
export const lists: Form = (sentence) =>
  spans(
    sentence,
    /\b(?:an? )?(?:bulleted |numbered |short )?list (?:of|with) (?:(at least|at most|exactly) )?(\d+|\p{L}+) (\p{L}+s(?: for \p{L}+)?)\b/giu,
    ([, bound = '', count = '', noun = '']) => {
      const value = numberIn(count)
      const section = new RegExp(`\\bsection\\s+(?:\\w+\\s+)?${quoted}`, 'i').exec(sentence)?.[1]
      return value === null
        ? null
        : {
            type: 'limit',
            name: `items in ${section ?? (/^(?:things|items|entries|points)$/i.test(noun) ? 'it' : noun)}`,
            bound: /least/i.test(bound) ? 'least' : /most/i.test(bound) ? 'most' : 'exactly',
            value: Number(value),
          }
    },
  )
