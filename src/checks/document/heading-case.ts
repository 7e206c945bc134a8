import type { Finding } from '../../model/finding.ts'
import { findingAt, replacing } from './document-check.ts'
import type { Heading, MarkdownDocument } from './document.ts'

type Style = 'title' | 'sentence'
const small =
  /^(?:a|an|and|as|at|but|by|for|from|if|in|into|is|it|its|of|on|or|over|the|to|up|via|vs|with|without|your|you|not|no)$/i

/** Headings follow one case style: every main word capitalised, or only the first. */
export function headingCaseFindings(document: MarkdownDocument): readonly Finding[] {
  const capitalised = capitalisedInProse(document)
  const judged = document.headings
    .filter(({ depth }) => depth > 1)
    .flatMap((heading) => {
      const style = styleOf(document, heading, capitalised)
      return style === null ? [] : [{ heading, style }]
    })
  const titles = judged.filter(({ style }) => style === 'title').length
  const kept: Style =
    titles * 2 > judged.length
      ? 'title'
      : titles * 2 < judged.length
        ? 'sentence'
        : (judged[0]?.style ?? 'sentence')
  const odd = judged.length < 3 ? [] : judged.filter(({ style }) => style !== kept)
  return [
    ...odd.map(({ heading }) =>
      findingAt(
        document,
        heading.start,
        `"${heading.text}" is in ${kept === 'title' ? 'sentence' : 'title'} case, other headings in ${kept} case`,
        { fix: recased(document, heading, kept, capitalised) },
      ),
    ),
    ...lowerCaseStarts(document),
  ]
}

// a word that running text also capitalises is a name
function capitalisedInProse(document: MarkdownDocument): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { text } of document.paragraphs)
    for (const match of text.matchAll(/(?<=[a-z,;] )[A-Z][\w-]+/g)) names.add(match[0])
  return names
}

const wordsIn = (document: MarkdownDocument, { start, end }: Heading) => [
  ...document.prose.slice(start, end).matchAll(/[\p{L}][\p{L}\p{N}'’.-]*/gu),
]

function mainWords(
  document: MarkdownDocument,
  heading: Heading,
  names: ReadonlySet<string>,
): readonly RegExpExecArray[] {
  const afterBreak = (match: RegExpExecArray) =>
    /[:–—.(]\s*$/.test(document.prose.slice(heading.start, heading.start + match.index))
  return wordsIn(document, heading)
    .slice(1)
    .filter(
      (match) =>
        !small.test(match[0]) &&
        !afterBreak(match) &&
        !/[A-Z].*[A-Z]|\d|\.\w/.test(match[0]) &&
        !names.has(match[0]) &&
        match[0].length > 1,
    )
}

function styleOf(
  document: MarkdownDocument,
  heading: Heading,
  names: ReadonlySet<string>,
): Style | null {
  const words = mainWords(document, heading, names)
  if (words.length === 0) return null
  const upper = words.filter(([word]) => /^\p{Lu}/u.test(word)).length
  if (upper === words.length) return 'title'
  return upper === 0 ? 'sentence' : null
}

function recased(
  document: MarkdownDocument,
  heading: Heading,
  style: Style,
  names: ReadonlySet<string>,
) {
  const edits = mainWords(document, heading, names).map((match) => {
    const start = heading.start + match.index
    const first = match[0][0]!
    return {
      start,
      end: start + 1,
      text: style === 'title' ? first.toUpperCase() : first.toLowerCase(),
    }
  })
  return { title: `write the heading in ${style} case`, edits }
}

function lowerCaseStarts(document: MarkdownDocument): readonly Finding[] {
  const headings = document.headings
    .filter(({ depth }) => depth > 1)
    .flatMap((heading) => {
      const raw = document.text.slice(heading.start, heading.end).replace(/^#+\s*/, '')
      return /^[\p{L}]/u.test(raw)
        ? [
            {
              heading,
              lower:
                /^\p{Ll}[\p{Ll} ]/u.test(raw) &&
                !/^(?:npm|npx|git|macOS|iOS|node)\b|^[\w$.]+\(/.test(raw) &&
                (heading.depth === 2 || /\s/.test(raw.trim())),
            },
          ]
        : []
    })
  const lower = headings.filter((one) => one.lower)
  if (lower.length === 0 || lower.length * 2 >= headings.length) return []
  return lower.map(({ heading }) => {
    const at =
      heading.start + (/[\p{L}]/u.exec(document.text.slice(heading.start, heading.end))?.index ?? 0)
    return findingAt(
      document,
      heading.start,
      `"${heading.text}" starts in lower case, other headings with a capital`,
      { fix: replacing('start with a capital', at, at + 1, document.text[at]!.toUpperCase()) },
    )
  })
}
