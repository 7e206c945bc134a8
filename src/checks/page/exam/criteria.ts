import { numberIn } from '../../../kit/number-words.ts'
import type { DemandCheck } from '../../../obligations/demand.ts'
import type { Form, Span } from '../../../obligations/examine.ts'

const fitsAt = (width: number): DemandCheck => ({ type: 'value', name: 'width', value: width })
const rule = (name: string): DemandCheck => ({ type: 'name', name })
const none = (name: string): DemandCheck => ({ type: 'limit', name, bound: 'most', value: 0 })

/** What pages are usually asked, in the words that people use for it. "No" and "every" are read with it. */
const forms: readonly (readonly [RegExp, (figure: number) => DemandCheck])[] = [
  [
    /\b(?:no|without) (?:horizontal|sideways) (?:scroll(?:ing|bar)?|overflow)(?: (?:at|on) (?:375 ?px|phones?|mobile))?/gi,
    () => fitsAt(375),
  ],
  [
    /\b(?:lighthouse )?accessibility(?: score)?(?: is| of)?(?: at least|\s*(?:>=|≥))\s*(\d{2,3})\b/gi,
    (value) => ({ type: 'limit', name: 'accessibility', bound: 'least', value }),
  ],
  [
    /\b(?:no|without|zero) (?:third[- ]party|external) (?:requests?|resources?|scripts?|fonts?)/gi,
    () => none('third-party requests'),
  ],
  [/\b(?:no|without) (?:javascript|scripts?|js)\b(?! except)/gi, () => none('scripts')],
  [
    /\b(?:no (?:broken|dead) (?:elements?|links?|images?|pictures?)|(?:every|each|all) (?:calls? to action|ctas?|links?|buttons?) works?)\b/gi,
    () => rule('nothing broken'),
  ],
  [/\b(?:no|without(?: any)?) prices?\b(?: anywhere| at all)?/gi, () => none('prices')],
  [/\b(?:no|without(?: any)?) emojis?\b(?: anywhere| at all)?/gi, () => none('emojis')],
  [
    /\b(?:no|without(?: any)?) (?:images?|pictures?|photos?)\b(?: anywhere| at all)?/gi,
    () => none('images'),
  ],
  [/\b(?:no|without(?: an?)?) cookies?(?:[- ]banner)?\b/gi, () => none('cookie banners')],
  [
    /\bnothing (?:may |is |must be |gets )?load(?:s|ed)? from (?:other|third[- ]party|external|foreign) (?:servers?|sites?|hosts?|domains?)/gi,
    () => none('third-party requests'),
  ],
  [/\bWCAG(?: 2(?:\.\d)?)?(?: level)? AA\b/gi, () => rule('WCAG AA')],
  [/\bno (?:lorem ipsum|placeholder)(?: text| copy)?\b/gi, () => rule('no placeholder text')],
]

/** "Responsive at 375, 768 and 1280 px": each width is one demand; alone it means a phone. */
function widths(sentence: string): readonly Span[] {
  const listed = [
    ...sentence.matchAll(
      /\bresponsive\b[^.;]*?\bat\s+(\d{3,4}(?:(?:\s*px)?(?:,\s*|\s+and\s+)\d{3,4})*)(?:\s*px)?/gi,
    ),
  ]
  const spans = listed.flatMap((match) => {
    const end = match.index + match[0].length
    const all = (match[1] ?? '').match(/\d{3,4}/g) ?? []
    // one span covers the words, the others stand at its end, so that none overlaps
    return all.map((width, at) => ({
      start: at === 0 ? match.index : end,
      end,
      check: fitsAt(Number(width)),
      negated: false,
    }))
  })
  if (spans.length > 0) return spans
  return [...sentence.matchAll(/\bresponsive\b/gi)].map(({ index, 0: word }) => ({
    start: index,
    end: index + word.length,
    check: fitsAt(375),
    negated: false,
  }))
}

/** "with three questions": at least as many are asked. */
const questions: Form = (sentence) =>
  [...sentence.matchAll(/\bwith (?:at least )?(\w+) questions\b/gi)].flatMap((match) => {
    const value = numberIn(match[1] ?? '')
    const check = {
      type: 'limit',
      name: 'questions',
      bound: 'least',
      value: Number(value),
    } as const
    const end = match.index + match[0].length
    return value === null ? [] : [{ start: match.index, end, check, negated: false }]
  })

export const criteria: Form = (sentence) => [
  ...questions(sentence),
  ...widths(sentence),
  ...forms.flatMap(([pattern, check]) =>
    [...sentence.matchAll(pattern)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      check: check(Number(match[1])),
      negated: false,
    })),
  ),
]
