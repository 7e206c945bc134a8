import type { Finding, Fix } from '../../model/finding.ts'
import { outcomeOf } from '../outcome.ts'
import { documentCheck, findingAt } from './document-check.ts'
import type { Heading, MarkdownDocument, Section } from './document.ts'
import { wordsOf } from './document.ts'
import type { Facts } from './facts.ts'
import { gatherFacts } from './facts.ts'
import { kindOf } from './kind.ts'
import { placeholderOnly } from './placeholders.ts'
import { sectionFromFacts } from './project-sections.ts'
import type { Wanted } from './wanted-sections.ts'
import { sectionsAskedFor, sectionsOfKind } from './wanted-sections.ts'

/** The headings the task asks for, or the kind of document must have, are there and say something. */
export const sections = documentCheck(
  { id: 'document/sections', title: 'Required sections are present', readsProject: true },
  async (document, { task, project }) => {
    const kind = kindOf(document, task)
    const asked = sectionsAskedFor(task)
    const wanted =
      asked.length > 0 && kind !== 'readme' ? asked : mergeWanted(asked, sectionsOfKind(kind))
    const facts = await gatherFacts(project)
    const findings: Finding[] = [...titleFindings(document, facts)]
    if (kind === 'readme') findings.push(...introductionFindings(document, facts))
    if (wanted.length === 0) findings.push(...substanceFindings(document, kind))
    for (const one of wanted)
      findings.push(
        ...wantedFindings(
          document,
          { wanted: one, others: wanted.filter((other) => other !== one) },
          facts,
        ),
      )
    return outcomeOf(
      findings,
      wanted.length === 0
        ? 'the document has a title and sections with content'
        : `present with content: ${wanted.map(({ name }) => name).join(', ')}`,
    )
  },
)

function mergeWanted(asked: readonly Wanted[], usual: readonly Wanted[]): readonly Wanted[] {
  const names = new Set(asked.map(({ name }) => name))
  return [...asked, ...usual.filter(({ name }) => !names.has(name))]
}

function titleFindings(document: MarkdownDocument, { manifest }: Facts): readonly Finding[] {
  if (document.headings.some(({ depth }) => depth === 1) || /<h1[\s>]/i.test(document.text))
    return []
  const fix: Fix | undefined =
    manifest?.name === undefined
      ? undefined
      : { title: 'add the title', edits: [{ start: 0, end: 0, text: `# ${manifest.name}\n\n` }] }
  return [findingAt(document, 0, 'the document has no title (a level-1 heading)', { fix })]
}

function introductionFindings(document: MarkdownDocument, { manifest }: Facts): readonly Finding[] {
  const title = document.headings.findIndex(({ depth }) => depth === 1)
  const lead = document.sections.slice(0, title + 2).flatMap(({ own }) => own)
  const says = lead.some(
    ({ kind, text }) =>
      (kind === 'paragraph' || kind === 'quote' || kind === 'list') &&
      wordsOf(text).length >= 2 &&
      !placeholderOnly(text),
  )
  const section = document.sections.find(
    ({ heading }) =>
      heading !== null &&
      /\boverview|\bintro|\babout\b|\bwhat\b|\bdescription|\bwhy\b|\bfeatures\b|\bpurpose/i.test(
        heading.text,
      ),
  )
  if (says || (section && hasContent(document, section))) return []
  const heading = document.headings[title]
  const text = manifest?.description
  const fix =
    heading && text
      ? {
          title: 'say what it is',
          edits: [
            {
              start: heading.end,
              end: heading.end,
              text: `\n\n${/[.!?]$/.test(text) ? text : `${text}.`}`,
            },
          ],
        }
      : undefined
  return [
    findingAt(document, heading?.start ?? 0, 'nothing under the title says what the project is', {
      fix,
    }),
  ]
}

function substanceFindings(document: MarkdownDocument, kind: string): readonly Finding[] {
  const below = document.sections.filter(({ heading }) => heading !== null && heading.depth > 1)
  if (
    kind === 'changelog' &&
    !below.some(({ heading }) => /\d+\.\d+|unreleased|\d{4}-\d{2}/i.test(heading!.text))
  )
    return [findingAt(document, 0, 'the changelog names no version')]
  if (
    document.sections.some((section) => hasContent(document, section)) &&
    (below.length > 0 || wordsOf(document.prose).length >= 30)
  )
    return []
  return [findingAt(document, 0, 'the document has no section with content')]
}

function wantedFindings(
  document: MarkdownDocument,
  { wanted, others }: { wanted: Wanted; others: readonly Wanted[] },
  facts: Facts,
): readonly Finding[] {
  const matches = document.sections.filter(({ heading }) => {
    if (heading === null || (heading.depth === 1 && document.headings.length > 1)) return false
    const claimed =
      !wanted.own.test(heading.text) && others.some(({ own }) => own.test(heading.text))
    return wanted.heading.test(heading.text) && !claimed
  })
  const open = document.codes.some(({ closed }) => !closed)
  const text = open ? null : sectionFromFacts(wanted.name, facts)
  if (matches.length === 0) {
    const at = insertionPoint(document, wanted.name)
    const fix =
      text === null
        ? undefined
        : {
            title: `add the section ${wanted.name}`,
            edits: [{ start: at, end: at, text: padded(document.text, at, text) }],
          }
    return [
      findingAt(
        document,
        document.headings[0]?.start ?? 0,
        `the section "${wanted.name}" is missing`,
        {
          fix,
          evidence: `headings: ${document.headings
            .map((heading) => heading.text)
            .join(', ')
            .slice(0, 200)}`,
        },
      ),
    ]
  }
  if (matches.some((section) => hasContent(document, section))) return []
  const [section] = matches
  const heading = section!.heading!
  const body = text?.slice(text.indexOf('\n\n') + 2)
  const fix =
    body === undefined
      ? undefined
      : {
          title: `fill the section ${wanted.name}`,
          edits: [{ start: heading.end, end: section!.ownEnd, text: `\n\n${body}\n` }],
        }
  return [
    findingAt(document, heading.start, `the section "${heading.text}" has no content`, { fix }),
  ]
}

/** A section says something: words that are no placeholder, code, a table or an image, here or below. */
function hasContent(document: MarkdownDocument, section: Section): boolean {
  const blocks = document.blocks.filter(
    ({ start, kind }) => start >= section.start && start < section.end && kind !== 'heading',
  )
  return blocks.some(({ kind, text, start, end }) => {
    if (kind === 'code') return text.trim() !== ''
    if (kind === 'html') return !/^\s*<!--[\s\S]*-->\s*$/.test(document.text.slice(start, end))
    if (kind === 'rule' || kind === 'definition') return false
    return (
      (wordsOf(text).length > 0 || /!\[/.test(document.text.slice(start, end))) &&
      !placeholderOnly(text)
    )
  })
}

// install and prerequisites belong early, the licence last, the rest before the licence
function insertionPoint(document: MarkdownDocument, name: string): number {
  const find = (pattern: RegExp): Heading | undefined =>
    document.headings.find(({ text, depth }) => depth > 1 && pattern.test(text))
  const endOf = (heading: Heading): number =>
    document.sections.find((section) => section.heading === heading)?.end ?? document.text.length
  const second = document.headings.find(({ depth }) => depth === 2)
  const install = find(/\binstall/i)
  const licence = find(/\blicen[cs]e/i)
  if (name === 'License') return document.text.length
  if (name === 'Prerequisites') return install?.start ?? second?.start ?? document.text.length
  if (name === 'Installation')
    return find(/\bprereq|\brequirement/i)
      ? endOf(find(/\bprereq|\brequirement/i)!)
      : (second?.start ?? document.text.length)
  if (name === 'Usage' && install) return endOf(install)
  return licence?.start ?? document.text.length
}

function padded(text: string, at: number, section: string): string {
  if (at >= text.length)
    return `${text.endsWith('\n\n') ? '' : text.endsWith('\n') ? '\n' : '\n\n'}${section}`
  return `${section}\n`
}
