import { clausesOf } from './clauses.ts'
import type { Demand } from './demand.ts'
import type { Span, Vocabulary } from './examine.ts'
import { commonForms } from './forms.ts'
import { commonGlue, stem } from './glue.ts'
import { lengthOfNumber, type Sentence, sentencesOf } from './sentences.ts'

/** What became of a sentence: demands, mere context, or words that no form has read. */
export type ReadSentence = Sentence & {
  readonly account: 'demands' | 'context' | 'rest'
  readonly weight: 'must' | 'should'
  /** The words that nobody has read; empty unless the account is `rest`. */
  readonly rest: readonly string[]
  /** The parts of the sentence where these words stand. */
  readonly open: readonly string[]
}

export type Reading = {
  readonly sentences: readonly ReadSentence[]
  readonly demands: readonly Demand[]
}

// "an optional note", "a bonus of 5 points" are no wishes: those begin a part of the sentence, or end it
const optional =
  /(?<=^|[,;:–—]\s|\b(?:and|but|or)\s)(?:ideally|preferably|optionally|optional(?=:)|if possible|(?:as a )?bonus(?=[:,])|(?:it )?would be nice|nice[- ]to[- ]have)\b|\((?:optional|bonus)\)$|\b(?:if possible|preferably|would be nice|nice[- ]to[- ]have)\)?$/gi
const here = /\bin (?:this|the current|my|our) (?:folder|directory|repository|repo)\b/gi
const contextHeading = /^(?:context|background|motivation|introduction|why|about)\b/i
const optionalHeading = /\b(?:nice[- ]to[- ]have|optional|bonus|could|should)\b/i

/** Reads a task by forms. Every sentence is accounted for; what no form has read is handed on. */
export function readDemands(text: string, vocabulary: Vocabulary): Reading {
  const demands: Demand[] = []
  const sentences = sentencesOf(text, vocabulary.row).map((sentence): ReadSentence => {
    const { role } = sentence
    const number = lengthOfNumber(sentence.text)
    const asked = [here, vocabulary.asIs ?? []]
      .flat()
      .reduce(
        (now, aside) => now.replace(aside, (match) => ' '.repeat(match.length)),
        ' '.repeat(number) + sentence.text.slice(number),
      )
    const spans = spansOf({ ...sentence, text: asked }, vocabulary).filter(
      ({ check }) => role === 'text' || inHeadings.has(check.type),
    )
    if (
      role === 'head' ||
      (role === 'heading' && spans.length === 0) ||
      sentence.under.some((title) => isContext(title, vocabulary))
    )
      return { ...sentence, account: 'context', weight: 'must', rest: [], open: [] }
    // an "optional" that a form has read is about a field, not about the sentence
    const weight = isOptional(sentence, blank(asked, spans)) ? 'should' : 'must'
    const masked = blank(asked, [
      ...spans,
      ...[...sentence.text.matchAll(optional)].map(({ index, 0: word }) => ({
        start: index,
        end: index + word.length,
      })),
    ])
    const negators: { start: number; end: number }[] = []
    for (const each of spans) {
      const negation =
        each.negated === undefined ? negatorBefore(masked, { spans, vocabulary }, each) : null
      if (negation !== null) negators.push(negation)
      demands.push({
        sentence: sentence.number,
        quote: sentence.text.slice(each.start, each.end),
        negated: each.negated ?? negation !== null,
        weight,
        check: each.check,
        ...(each.guessed === true ? { guessed: true } : {}),
      })
    }
    const left = blank(masked, negators)
    const unread = (words: string) => wordsOf(words).filter((word) => !isGlue(word, vocabulary))
    const rest = unread(left)
    const open = clausesOf(sentence.text)
      .filter(({ start, end }) => unread(left.slice(start, end)).length > 0)
      .map(({ text: clause }) => clause)
    if (role === 'heading') return { ...sentence, account: 'demands', weight, rest: [], open: [] }
    const account = rest.length > 0 ? 'rest' : spans.length > 0 ? 'demands' : 'context'
    return { ...sentence, account, weight, rest, open }
  })
  return { sentences, demands }
}

/** What is a demand even as the name of what stands below it. */
const inHeadings: ReadonlySet<string> = new Set(['call', 'endpoint', 'value'])

const isContext = (title: string, { context }: Vocabulary): boolean =>
  contextHeading.test(title) || context?.test(title) === true

const isOptional = ({ under }: Sentence, text: string): boolean =>
  new RegExp(optional).test(text) || under.some((title) => optionalHeading.test(title))

const isGlue = (word: string, { glue }: Vocabulary): boolean => {
  const lower = word.toLowerCase()
  const root = lower.replace(/(?:ed|ing)$/, '')
  return [lower, stem(lower), root, `${root}e`].some(
    (each) => commonGlue.has(each) || glue.has(each),
  )
}

/** The spans of all forms; where two overlap, the earlier form wins. */
function spansOf(sentence: Sentence, { forms, glue }: Vocabulary): readonly Span[] {
  const taken: Span[] = []
  const free = (one: Span) => taken.every(({ start, end }) => one.end <= start || one.start >= end)
  for (const form of [...forms, ...commonForms])
    for (const span of form(sentence.text, sentence))
      if (free(span)) taken.push(withMarks(sentence.text, span))
  const topic =
    sentence.number === 1 && sentence.role === 'text' ? topicOf(sentence.text, taken, glue) : null
  if (topic !== null && free(topic)) taken.push(topic)
  return taken.toSorted((a, b) => a.start - b.start)
}

/** A form may read the inside of backticks or quotes; the marks belong to what it read. */
function withMarks(text: string, span: Span): Span {
  const { start, end } = span
  const isMarked = /^["'`]$/.test(text[start - 1] ?? '') && text[start - 1] === text[end]
  return isMarked ? { ...span, start: start - 1, end: end + 1 } : span
}

/** "… for a seed library", "… of the ferry timetable": what the first sentence says the work is about. */
function topicOf(text: string, taken: readonly Span[], glue: ReadonlySet<string>): Span | null {
  const masked = blank(text, taken)
  const match =
    /\b(?:for|of|about|describing)\s+(?:an?\s+|the\s+|our\s+|my\s+|this\s+)?((?:[\p{L}][\p{L}'’-]*)(?:\s+(?:(?:of|in|on)\s+(?:an?\s+|the\s+|our\s+|my\s+)?)?[\p{L}][\p{L}'’-]*){0,5}?)(?=\s*(?:[.,:;()–—]|$|\s(?:with|without|not|no|at|under|that|which|where|who|whose|and|using|having|has|must|should|to|from|by|based)\b))/u.exec(
      masked,
    )
  const phrase = match?.[1]
  if (match === null || phrase === undefined) return null
  const words = wordsOf(phrase).filter((word) => !isGlue(word, { glue, forms: [] }))
  if (words.length === 0 || words.length > 4) return null
  const start = match.index + match[0].length - phrase.length
  return { start, end: start + phrase.length, check: { type: 'topic', words }, negated: false }
}

const negator =
  /(?:\b(?:no|not|never|without|neither|nor|cannot|instead of|rather than|except(?: for)?|free of)|n['’]t)$/i
const connector = /(?:,|\/|&|\b(?:and|or|nor))$/i
const link = /[\p{L}\p{N}'’-]+$/u

/**
 * The "no" in whose reach a span stands: before it, past glue words and past other items of the same
 * list. "without redis, use postgres": the comma after which a verb comes ends its reach.
 */
function negatorBefore(
  masked: string,
  { spans, vocabulary }: { readonly spans: readonly Span[]; readonly vocabulary: Vocabulary },
  { start }: Span,
): { readonly start: number; readonly end: number } | null {
  let end = start
  let hasVerb = false
  for (;;) {
    const before = masked.slice(0, end).trimEnd()
    const match = negator.exec(before)
    if (match !== null) return { start: match.index, end: before.length }
    const previous = spanEndingAt(masked, spans, end)
    const joined = connector.exec(before)
    const word = link.exec(before)?.[0].toLowerCase()
    if (previous !== null) end = previous.start
    else if (joined !== null && !hasVerb) end = joined.index
    else if (
      joined === null &&
      word !== undefined &&
      isGlue(word, vocabulary) &&
      !begins.has(word)
    ) {
      hasVerb ||= !articles.has(word)
      end = before.length - word.length
    } else return null
  }
}

const articles = new Set(['a', 'an', 'the', 'any'])
const begins = new Set(['but', 'with', 'so', 'then', 'also'])

/** The span that ends right before this place, with nothing but space between. */
const spanEndingAt = (masked: string, spans: readonly Span[], end: number): Span | null =>
  spans.find((each) => each.end <= end && masked.slice(each.end, end).trim() === '') ?? null

/** The same text with these stretches blanked out. */
const blank = (
  text: string,
  stretches: readonly { readonly start: number; readonly end: number }[],
): string =>
  stretches.reduce(
    (now, { start, end }) => now.slice(0, start) + ' '.repeat(end - start) + now.slice(end),
    text,
  )

export const wordsOf = (text: string): readonly string[] =>
  text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.+#-]*[\p{L}\p{N}+#]|[\p{L}\p{N}]/gu) ?? []
