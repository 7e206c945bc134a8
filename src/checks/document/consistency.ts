import type { Finding } from '../../model/finding.ts'
import { notApplicable, outcomeOf } from '../outcome.ts'
import { documentCheck, findingAt, replacing } from './document-check.ts'
import type { MarkdownDocument } from './document.ts'

/** One list has one marker, and headings have a space after their marks: both have one right form. */
export const consistency = documentCheck(
  { id: 'document/consistency', title: 'Form is consistent', readsProject: false },
  async (document) => {
    const lists = document.lists.filter(({ ordered, items }) => !ordered && items.length > 1)
    const findings = [...markerFindings(lists, document), ...headingFindings(document)]
    if (findings.length === 0 && lists.length === 0)
      return notApplicable('there is no list to compare')
    return outcomeOf(findings, `${lists.length} lists have one marker each`)
  },
)

const markerFindings = (
  lists: MarkdownDocument['lists'],
  document: MarkdownDocument,
): readonly Finding[] =>
  lists.flatMap(({ items }) => {
    const [first] = items
    return items
      .filter(({ marker }) => marker !== first!.marker)
      .map(({ start, marker }) =>
        findingAt(
          document,
          start,
          `the list changes its marker from ${first!.marker} to ${marker}`,
          {
            fix: replacing(`use ${first!.marker}`, start, start + marker.length, first!.marker),
          },
        ),
      )
  })

// "##Usage" is a paragraph to every reader of Markdown
const headingFindings = (document: MarkdownDocument): readonly Finding[] =>
  document.paragraphs.flatMap(({ start }) => {
    const marks = /^#{2,6}(?=[A-Z])/.exec(document.text.slice(start, start + 8))?.[0]
    return marks === undefined
      ? []
      : [
          findingAt(document, start, 'the heading lacks a space after its marks', {
            fix: replacing('add the space', start + marks.length, start + marks.length, ' '),
          }),
        ]
  })
