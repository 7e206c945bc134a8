import type { Finding } from '../../model/finding.ts'
import { outcomeOf, undecided } from '../outcome.ts'
import { documentCheck, findingAt } from './document-check.ts'
import type { MarkdownDocument, Section } from './document.ts'
import { wordsOf } from './document.ts'
import { placeholder, placeholderOnly } from './placeholders.ts'
import { isInstruction } from './section-names.ts'
import { bodyOf, isEmpty, isSpecific, sentencesOf } from './substance.ts'

/** Every section says something of its own. Which sections there must be is for the task to say. */
export const sections = documentCheck(
  { id: 'document/sections', title: 'Sections say something', readsProject: false },
  async (document) => {
    const findings = [
      ...placeholderFindings(document),
      ...emptyFindings(document),
      ...fillerFindings(document),
      ...repeatedFindings(document),
    ]
    const words = wordsOf(document.text).length
    // a few words and an address: the text itself is elsewhere
    const leadsOn = document.links.some(({ url }) => /^https?:/.test(url))
    if (findings.length === 0 && words < fewWords && !leadsOn)
      return {
        ...undecided(`${words} words are too few to say that nothing is missing`),
        findings: [findingAt(document, 0, `the whole document has ${words} words`)],
      }
    return outcomeOf(
      findings.toSorted((a, b) => (a.place.line ?? 0) - (b.place.line ?? 0)),
      `${document.headings.length} sections say something of their own`,
    )
  },
)

const fewWords = 25

function placeholderFindings(document: MarkdownDocument): readonly Finding[] {
  const always = [...document.prose.matchAll(placeholder)].map((match) => ({
    at: match.index,
    text: match[0],
  }))
  const alone = document.blocks.flatMap(({ kind, text, start }) =>
    kind === 'paragraph' && placeholderOnly(text) ? [{ at: start, text }] : [],
  )
  return [...always, ...alone].map(({ at, text }) =>
    findingAt(document, at, `placeholder instead of content: ${text.slice(0, 60)}`),
  )
}

// a heading may be all there is to say: a signature, a sentence, a list of such
const announces = (heading: string): boolean =>
  /^[\p{L}][\p{L} &-]*$/u.test(heading) && wordsOf(heading).length <= 4

/** Empty sections: one with a usual name, or many. */
function emptyFindings(document: MarkdownDocument): readonly Finding[] {
  const leaves = document.sections.filter(
    ({ heading, children }) => heading !== null && heading.depth > 1 && children.length === 0,
  )
  const empty = leaves.filter(
    (section) =>
      announces(section.heading!.text) && !leadsOn(document, section) && isEmpty(document, section),
  )
  const most = empty.length >= 2 && empty.length > leaves.length / 4
  return empty
    .filter(
      ({ heading }) =>
        most || /^(?:install\w*|usage|licen[cs]e|api|examples?)$/i.test(heading!.text),
    )
    .map(({ heading, start }) =>
      findingAt(document, start, `the section "${heading!.text}" is empty`),
    )
}

/** A heading that is a link says where it all stands. */
const leadsOn = ({ links }: MarkdownDocument, { heading }: Section): boolean =>
  heading !== null && links.some(({ start }) => start >= heading.start && start < heading.end)

/** Headings over general words: a reader learns nothing that would not be true of any other work. */
function fillerFindings(document: MarkdownDocument): readonly Finding[] {
  const reported = document.sections.filter(
    (section) =>
      section.heading !== null &&
      announces(section.heading.text) &&
      section.children.length === 0 &&
      !isEmpty(document, section),
  )
  const filler = reported.filter((section) => !isSpecific(document, bodyOf(section)))
  // instructions without a name, a number or code instruct nobody; prose may do without
  const instructs = filler.filter(({ heading }) => isInstruction(heading!.text))
  const most = instructs.length >= 2 || (filler.length >= 3 && filler.length === reported.length)
  return most
    ? filler.map(({ heading, start }) =>
        findingAt(document, start, `the section "${heading!.text}" holds general words only`),
      )
    : []
}

/** General sentences that stand there again and again are padding. */
function repeatedFindings(document: MarkdownDocument): readonly Finding[] {
  const all = sentencesOf(document).filter(({ text }) => wordsOf(text).length >= 4)
  const visited = new Map<string, number>()
  const repeated = all.filter((sentence) => {
    const count = visited.get(sentence.text) ?? 0
    visited.set(sentence.text, count + 1)
    return count > 0 && !isSpecific(document, sentence)
  })
  return repeated.length >= 3 && repeated.length > all.length / 3
    ? [findingAt(document, repeated[0]!.start, `${repeated.length} sentences are repetitions`)]
    : []
}
