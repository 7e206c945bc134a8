import type { DemandCheck } from '../../obligations/demand.ts'
import type { Form, Span } from '../../obligations/examine.ts'

const all = (
  sentence: string,
  pattern: RegExp,
  check: (match: RegExpExecArray) => DemandCheck | null,
): readonly Span[] =>
  [...sentence.matchAll(pattern)].flatMap((match) => {
    const made = check(match)
    return made === null
      ? []
      : [{ start: match.index, end: match.index + match[0].length, check: made }]
  })

const named = (name: string, role: string): DemandCheck => ({ type: 'name', name, role })

/** \`## Conduct\`, with or without backticks: a heading as it stands in the file. */
export const headings: Form = (sentence) =>
  all(sentence, /`#{1,6} ([^`\n]+)`/g, ([, name = '']) => named(name.trim(), 'section'))

const months =
  'january|february|march|april|may|june|july|august|september|october|november|december'
const date = `\\d{4}-\\d{2}-\\d{2}|\\d{1,2}\\.? (?:${months}) \\d{4}|(?:${months}) \\d{1,2}, \\d{4}`

/** The day of each date in a text, however it is written. */
export const daysIn = (text: string): readonly string[] =>
  [...text.matchAll(new RegExp(`\\b(?:${date})\\b`, 'gi'))].map(([result]) => {
    const [year, month, day] = /^\d{4}-/.test(result)
      ? result.split('-').map(Number)
      : [
          Number(/\d{4}/.exec(result)?.[0]),
          months.split('|').findIndex((name) => result.toLowerCase().includes(name)) + 1,
          Number(/\d{1,2}/.exec(result)?.[0]),
        ]
    return `${year}-${month}-${day}`
  })

/** Addresses, numbers to call, days, codes, and how long it may be. */
export const facts: Form = (sentence) => [
  ...all(
    sentence,
    /(?:\baddress(?: is)?:? |\be-?mail(?: address)?:? )?\b([\w.+-]+@[\w-]+\.[\w.-]*\w)/g,
    ([, text = '']) => ({ type: 'phrase', text }),
  ),
  ...all(
    sentence,
    /\b(?:phone|telephone|tel|fax|call|dial|number)(?: number)?[.:]? (\+?\d[\d /()-]{4,}\d)/gi,
    ([, number = '']) => named(number, 'phone'),
  ),
  ...all(sentence, new RegExp(`\\b(?:dated |date:? |on )?(${date})\\b`, 'gi'), ([, day = '']) =>
    named(day, 'date'),
  ),
  ...codes(sentence),
  ...shownUses(sentence),
  ...all(
    sentence,
    /\b(?:for|of|about) (?:(?:this|our|my) (?:npm |node )?(?:package|library|module|project|tool)\b|the (?:package|library|project)(?=[.,:;]|$))/gi,
    () => named('this package', 'words about'),
  ),
  ...all(
    sentence,
    /\b(?:(?:no longer than|not longer than|at most|on) )?(?:one page|a single page|one-page)\b/gi,
    () => named('one page', 'length'),
  ),
  ...all(sentence, /\bin (?:exactly )?(?:this|that|the following|the given) order\b/gi, () =>
    named('the sections', 'order'),
  ),
  ...all(
    sentence,
    /\ball (?:of )?(?:its|the|these|our) (options|flags|commands|functions|parameters|variables|settings|endpoints)(?=:| \()/gi,
    ([, name = '']) => named(name, 'subject'),
  ),
  ...all(
    sentence,
    /\b(?:(?:one|an?) )?example (?:call|command|request|run)s? (?:with|and|including) (?:its|the|their) (?:output|response|result|answer)s?\b/gi,
    () => named('call with output', 'example'),
  ),
]

/** "`slug` and `unslug` with an example each", "an example of `slug`": code that uses each of them. */
const shownUses: Form = (sentence) =>
  [
    ...sentence.matchAll(
      /(?:`[^`\n]+`[^`]{0,20})+?\b(?:with|each with|and) (?:an?|one) (?:code |short |usage |small )?example (?:each|for each|of each)(?: of them)?\b|(?<=\ban? (?:code |short |usage |small )?)example (?:of|for|with) `[^`\n]+`/gi,
    ),
  ].flatMap(({ 0: text, index }) =>
    [...text.matchAll(/`([\w$.]+)(?:\([^`]*\))?`/g)].map((match, at) => ({
      start: at === 0 ? index : index + text.length,
      end: index + text.length,
      check: named(match[1]!, 'example of'),
    })),
  )

/** "the exit codes 0, 1 and 4", "status 404 or 409": each of them is told. */
const codes: Form = (sentence) =>
  [
    ...sentence.matchAll(
      /\b(?:exit|status|error|response|HTTP)(?: status)?(?: codes?)? (\d+(?:(?:, (?:and |or )?| and | or )\d+)*)\b/gi,
    ),
  ].flatMap((match) => {
    const end = match.index + match[0].length
    return (match[1]!.match(/\d+/g) ?? []).map((code, index) => ({
      start: index === 0 ? match.index : end,
      end,
      check: named(code, 'code'),
    }))
  })
