import type { Finding, Fix } from '../../model/finding.ts'
import { outcomeOf } from '../outcome.ts'
import { documentCheck, findingAt } from './document-check.ts'
import type { Heading, MarkdownDocument, Section } from './document.ts'
import { wordsOf } from './document.ts'
import { readManifest } from './manifest.ts'

/** One title, no skipped levels, no empty or repeated sections, a sensible order, no wall of text. */
export const structure = documentCheck(
  { id: 'document/structure', title: 'Headings form a clear hierarchy', readsProject: true },
  async (document, { project }) => {
    const manifest = await readManifest(project)
    const findings = [
      ...titleFindings(document, manifest?.name),
      ...levelFindings(document),
      ...siblingFindings(document),
      ...emptyFindings(document),
      ...orderFindings(document),
      ...wallFindings(document),
      ...boldHeadings(document),
    ]
    return outcomeOf(
      findings.toSorted((a, b) => (a.place.line ?? 0) - (b.place.line ?? 0)),
      `${document.headings.length} headings form a hierarchy`,
    )
  },
)

function titleFindings(document: MarkdownDocument, name: string | undefined): readonly Finding[] {
  const titles = document.headings.filter(({ depth }) => depth === 1)
  if (titles.length === 0 && !/<h1[\s>]/i.test(document.text)) {
    const fix =
      name === undefined
        ? undefined
        : { title: 'add the title', edits: [{ start: 0, end: 0, text: `# ${name}\n\n` }] }
    return [findingAt(document, 0, 'no level-1 heading', { fix })]
  }
  const [first] = document.blocks.filter(
    ({ kind, start, end }) =>
      kind !== 'html' && !/^(?:\[?!\[|\[\/\/\])/.test(document.text.slice(start, end)),
  )
  const early =
    first !== undefined && titles[0] !== undefined && first.start < titles[0].start
      ? [findingAt(document, first.start, 'text stands before the title')]
      : []
  return [
    ...early,
    ...titles.slice(1).map((heading) =>
      findingAt(document, heading.start, `a second level-1 heading: "${heading.text}"`, {
        fix: shifted(document, heading, 1),
      }),
    ),
  ]
}

/** Moves a heading and all below it by some levels, so that the part keeps its shape. */
function shifted(document: MarkdownDocument, heading: Heading, by: number): Fix | undefined {
  const section = document.sections.find((one) => one.heading === heading)
  const all = [heading, ...(section?.children ?? [])]
  if (all.some(({ setext, depth }) => setext || depth + by > 6 || depth + by < 1)) return undefined
  return {
    title: `move "${heading.text}" to level ${heading.depth + by}`,
    edits: all.map(({ start, depth }) => ({
      start,
      end: start + depth,
      text: '#'.repeat(depth + by),
    })),
  }
}

function levelFindings(document: MarkdownDocument): readonly Finding[] {
  let previous = 0
  return document.headings.flatMap((heading, index) => {
    const skipped = index > 0 && heading.depth > previous + 1
    const from = previous
    previous = heading.depth
    return skipped
      ? [
          findingAt(
            document,
            heading.start,
            `"${heading.text}" is at level ${heading.depth} right below level ${from}`,
            { fix: shifted(document, heading, from + 1 - heading.depth) },
          ),
        ]
      : []
  })
}

function siblingFindings(document: MarkdownDocument): readonly Finding[] {
  const trail: { readonly depth: number; readonly seen: Map<string, Heading> }[] = [
    { depth: 0, seen: new Map() },
  ]
  return document.headings.flatMap((heading) => {
    while (trail.at(-1)!.depth >= heading.depth) trail.pop()
    const { seen } = trail.at(-1)!
    const key = heading.text.trim().toLowerCase()
    const before = seen.get(key)
    seen.set(key, heading)
    trail.push({ depth: heading.depth, seen: new Map() })
    return before
      ? [
          findingAt(
            document,
            heading.start,
            `"${heading.text}" is already a heading on line ${before.line}`,
            { fix: withoutCopy(document, before, heading) },
          ),
        ]
      : []
  })
}

function withoutCopy(document: MarkdownDocument, first: Heading, second: Heading): Fix | undefined {
  const bodyOf = (heading: Heading) =>
    document.sections.find((section) => section.heading === heading)
  const [left, right] = [bodyOf(first), bodyOf(second)]
  if (
    !left ||
    !right ||
    document.text.slice(first.end, left.end).trim() !==
      document.text.slice(second.end, right.end).trim()
  )
    return undefined
  return {
    title: 'drop the repeated section',
    edits: [{ start: right.start, end: right.end, text: '' }],
  }
}

function emptyFindings(document: MarkdownDocument): readonly Finding[] {
  return document.sections.flatMap((section) => {
    const { heading } = section
    if (heading === null || section.children.length > 0 || !isBare(document, section)) return []
    return [findingAt(document, heading.start, `the section "${heading.text}" is empty`)]
  })
}

const isBare = (document: MarkdownDocument, section: Section): boolean =>
  section.own.every(
    ({ kind, start, end }) =>
      kind === 'rule' ||
      kind === 'definition' ||
      (kind === 'html' && /^<!--[\s\S]*-->$/.test(document.text.slice(start, end).trim())),
  )

const usualOrder: readonly (readonly [RegExp, number])[] = [
  [/^(?:overview|introduction|about)\b/i, 0],
  [/^(?:prerequisites?|requirements?)$/i, 1],
  [/^(?:installation|install|installing)$/i, 2],
  [/^(?:usage|examples?|quick ?-?start)$/i, 3],
  [/^(?:licen[cs]e)$/i, 9],
]

function orderFindings(document: MarkdownDocument): readonly Finding[] {
  let highest = -1
  let after = ''
  return document.headings
    .filter(({ depth }) => depth === 2)
    .flatMap((heading) => {
      const known = usualOrder.find(([pattern]) => pattern.test(heading.text.trim()))
      const rank =
        known?.[1] ??
        (highest === 9 &&
        /^(?:api|configuration|features|options|commands|troubleshooting|faq|testing|development|deployment|how it works)/i.test(
          heading.text,
        )
          ? 8
          : -1)
      if (rank === -1) return []
      const quickStart = rank === 2 && /quick/i.test(after)
      if (rank < highest && !quickStart)
        return [findingAt(document, heading.start, `"${heading.text}" comes after "${after}"`)]
      if (rank > highest) {
        highest = rank
        after = heading.text
      }
      return []
    })
}

const longestParagraph = 150
const longestPlainSection = 500

function wallFindings(document: MarkdownDocument): readonly Finding[] {
  const paragraphs = document.paragraphs
    .filter(({ text }) => wordsOf(text).length > longestParagraph)
    .map(({ start, text }) =>
      findingAt(document, start, `a paragraph of ${wordsOf(text).length} words`),
    )
  const walls = document.sections.flatMap((section) => {
    const words = section.own.reduce(
      (sum, { kind, text }) => sum + (kind === 'paragraph' ? wordsOf(text).length : 0),
      0,
    )
    const broken = section.own.some(
      ({ kind }) => kind === 'list' || kind === 'code' || kind === 'table',
    )
    return words > longestPlainSection && !broken
      ? [
          findingAt(
            document,
            section.start,
            `${words} words without a heading, list, table or example`,
          ),
        ]
      : []
  })
  return [...paragraphs, ...walls]
}

function boldHeadings(document: MarkdownDocument): readonly Finding[] {
  const top = new Map(document.blocks.map((block, index) => [block.start, index]))
  return document.paragraphs.flatMap((paragraph) => {
    const index = top.get(paragraph.start)
    const next = index === undefined ? undefined : document.blocks[index + 1]
    const looksLikeHeading =
      paragraph.strongOnly &&
      next !== undefined &&
      next.kind !== 'heading' &&
      wordsOf(paragraph.text).length <= 6 &&
      !/[.:!?,]$/.test(paragraph.text)
    if (!looksLikeHeading) return []
    const above = document.headings.findLast(({ start }) => start < paragraph.start)
    const level = Math.min(6, (above?.depth ?? 0) + 1)
    const fix = {
      title: 'make it a heading',
      edits: [
        {
          start: paragraph.start,
          end: paragraph.end,
          text: `${'#'.repeat(level)} ${paragraph.text}`,
        },
      ],
    }
    return [
      findingAt(document, paragraph.start, `"${paragraph.text}" is bold text used as a heading`, {
        fix,
      }),
    ]
  })
}
