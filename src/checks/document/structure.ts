import type { Finding, Fix } from '../../model/finding.ts'
import { notApplicable, outcomeOf } from '../outcome.ts'
import { documentCheck, findingAt } from './document-check.ts'
import type { MarkdownDocument, Section } from './document.ts'

/** No section stands there twice, and long texts have headings. */
export const structure = documentCheck(
  { id: 'document/structure', title: 'Headings form a hierarchy', readsProject: false },
  async (document) => {
    if (document.headings.length < 2 && document.lines.count < 150)
      return notApplicable('the text is too short to need headings')
    const findings = [...copiedFindings(document), ...wallFindings(document)]
    return outcomeOf(findings, `${document.headings.length} headings, none of them twice`)
  },
)

/** The same heading over the same text, twice below one heading. */
function copiedFindings(document: MarkdownDocument): readonly Finding[] {
  const visited = new Map<string, Section>()
  return document.sections.flatMap((section) => {
    if (section.heading === null || section.children.length > 0) return []
    const body = document.text.slice(section.heading.end, section.end).trim()
    const above = document.headings.findLast(
      ({ depth, start }) => start < section.start && depth < section.heading!.depth,
    )
    const key = `${above?.start ?? 0}\n${section.heading.text}\n${body}`
    const before = visited.get(key)
    visited.set(key, section)
    if (before === undefined || body.length < 80) return []
    const fix: Fix = {
      title: 'drop the repeated section',
      edits: [{ start: section.start, end: section.end, text: '' }],
    }
    const message = `"${section.heading.text}" repeats the section on line ${before.heading!.line}`
    return [findingAt(document, section.start, message, { fix })]
  })
}

const wallFindings = (document: MarkdownDocument): readonly Finding[] =>
  document.headings.length === 0
    ? [findingAt(document, 0, `${document.lines.count} lines without a heading`)]
    : []
