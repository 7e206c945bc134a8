import type { Finding, Fix } from '../../model/finding.ts'
import type { Project } from '../../ports/project.ts'
import { notApplicable, outcomeOf } from '../outcome.ts'
import { documentCheck, findingAt, replacing } from './document-check.ts'
import type { Link, MarkdownDocument } from './document.ts'
import { nearest } from '../../kit/near.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { slugOf } from './slug.ts'
import { wantedOf } from './wanted-sections.ts'

type Around = {
  readonly document: MarkdownDocument
  readonly project: Project
  readonly files: readonly string[]
}

/** Every link, anchor, image and reference leads somewhere. Addresses on the network are read, never called. */
export const crossRefs = documentCheck(
  { id: 'document/cross-refs', title: 'Links and references resolve', readsProject: true },
  async (document, { project }) => {
    const around: Around = { document, project, files: await project.list() }
    const findings: Finding[] = []
    for (const link of document.links) findings.push(...(await linkFindings(link, around)))
    findings.push(
      ...undefinedReferences(document),
      ...footnoteFindings(document),
      ...mentionFindings(document),
      ...definitionFindings(document),
    )
    const counted = document.links.length + document.footnotes.used.length
    if (findings.length === 0 && counted === 0)
      return notApplicable('the document links to nothing')
    const unseen =
      around.files.length === 0 ? '; files could not be looked up, the project has none' : ''
    return outcomeOf(
      findings.toSorted((a, b) => (a.place.line ?? 0) - (b.place.line ?? 0)),
      `${counted} references resolve (network addresses by their form only${unseen})`,
    )
  },
)

async function linkFindings(link: Link, around: Around): Promise<readonly Finding[]> {
  const { document } = around
  if (link.kind === 'reference' || (link.kind === 'definition' && link.label === '//')) return []
  const url = link.url.trim()
  const report = (message: string, fix?: Fix): readonly Finding[] => [
    findingAt(document, link.start, message, { fix }),
  ]
  if (url === '' || url === '#') return report(`the link "${link.text}" leads nowhere`)
  if (url.startsWith('#')) return anchorFindings(link, url.slice(1), around)
  if (/^[a-z][a-z0-9+.-]*:/i.test(url) || url.startsWith('//')) {
    const problem = addressProblem(url)
    return problem === null ? [] : report(`${url} ${problem}`)
  }
  if (/^(?:www\.|[\w-]+\.(?:com|org|net|io|dev)(?:\/|$))/i.test(url) && !around.files.includes(url))
    return report(
      `${url} lacks https:// and would be taken for a file`,
      edited(link, document, `https://${url}`),
    )
  if (/\s/.test(url) || /^(?:https?|htp|htps)\/\//i.test(url))
    return report(`${url} is not a valid address`)
  return fileFindings(link, url, around)
}

function addressProblem(url: string): string | null {
  if (/^(?:mailto|tel|data|javascript|vscode|file|ssh|git|ftp|irc|urn|doi):/i.test(url)) {
    if (/^javascript:/i.test(url)) return 'runs code instead of leading somewhere'
    return /^mailto:/i.test(url) && !/^mailto:[^@\s]+@[^@\s]+\.[^@\s]+/i.test(url)
      ? 'is not a valid mail address'
      : null
  }
  if (!/^https?:\/\/|^\/\//i.test(url)) return 'has no known scheme'
  try {
    const { hostname } = new URL(url.startsWith('//') ? `https:${url}` : url)
    if (!/^(?:localhost|\[.*\]|[\w-]+(?:\.[\w-]+)+)$/.test(hostname)) return 'names no valid host'
    return /\s|[<>"{}|\\^`]/.test(url) ? 'holds characters that an address may not hold' : null
  } catch {
    return 'is not a valid address'
  }
}

function anchorFindings(link: Link, anchor: string, { document }: Around): readonly Finding[] {
  const wanted = decoded(anchor)
  if (document.anchors.has(wanted) || document.anchors.has(wanted.toLowerCase())) return []
  const near = nearest(wanted, document.anchors) ?? onlyContaining(wanted, document.anchors)
  return [
    findingAt(document, link.start, `no heading answers to #${anchor}`, {
      fix: near === null ? undefined : edited(link, document, `#${near}`),
    }),
  ]
}

function onlyContaining(wanted: string, anchors: ReadonlySet<string>): string | null {
  const fitting = [...anchors].filter(
    (anchor) =>
      wanted.length > 3 &&
      anchor.length > 3 &&
      anchor !== 'top' &&
      (anchor.includes(wanted) || wanted.includes(anchor)),
  )
  return fitting.length === 1 ? fitting[0]! : null
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

async function fileFindings(link: Link, url: string, around: Around): Promise<readonly Finding[]> {
  const { document, files } = around
  if (files.length === 0) return []
  const [path = '', anchor = ''] = url.split('#')
  const clean = normalised(decoded(path.replace(/\?.*$/, '')))
  if (clean === '' || /^(?:dist|build|coverage|node_modules)\//.test(clean)) return []
  const found = exists(clean, files)
  if (found === null) {
    const name = clean.split('/').at(-1)!.toLowerCase()
    const same = files.filter((file) => file.split('/').at(-1)!.toLowerCase() === name)
    const near = same.length === 1 ? same[0]! : nearest(clean, files)
    const fix =
      near === null ? undefined : edited(link, document, near + (anchor === '' ? '' : `#${anchor}`))
    return [findingAt(document, link.start, `${path} is not in the project`, { fix })]
  }
  if (anchor === '' || !found.endsWith('.md')) return []
  const text = await around.project.read(found)
  const other = text === null ? null : await parseMarkdown(text)
  return other === null ||
    other.anchors.has(decoded(anchor).toLowerCase()) ||
    other.anchors.has(decoded(anchor))
    ? []
    : [findingAt(document, link.start, `${found} has no heading that answers to #${anchor}`)]
}

function exists(path: string, files: readonly string[]): string | null {
  for (const candidate of [path, `docs/${path}`]) {
    if (files.includes(candidate)) return candidate
    if (files.some((file) => file.startsWith(`${candidate}/`))) return `${candidate}/`
  }
  return null
}

function normalised(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

function edited(link: Link, document: MarkdownDocument, url: string): Fix | undefined {
  const at = document.text.slice(link.start, link.end).lastIndexOf(link.url)
  return at === -1
    ? undefined
    : replacing(`link to ${url}`, link.start + at, link.start + at + link.url.length, url)
}

// [text][label] without a definition stays plain text, so it is looked for in the prose
function undefinedReferences(document: MarkdownDocument): readonly Finding[] {
  return [...document.prose.matchAll(/\[([^\][\n]{1,100})\]\[([^\][\n]{0,100})\]/g)].map((match) =>
    findingAt(
      document,
      match.index,
      `the reference [${match[2] === '' ? match[1]! : match[2]!}] is not defined`,
    ),
  )
}

function footnoteFindings(document: MarkdownDocument): readonly Finding[] {
  const undefinedNotes = [...document.prose.matchAll(/\[\^([^\]\s]{1,60})\](?!:)/g)].filter(
    (match) => !document.footnotes.defined.has(match[1]!.toLowerCase()),
  )
  return undefinedNotes.map((match) =>
    findingAt(document, match.index, `the footnote ${match[0]} is not defined`),
  )
}

function definitionFindings(document: MarkdownDocument): readonly Finding[] {
  const seen = new Map<string, string>()
  return document.links
    .filter(({ kind }) => kind === 'definition')
    .flatMap((link) => {
      const before = seen.get(link.label)
      seen.set(link.label, before ?? link.url)
      return before !== undefined && before !== link.url
        ? [
            findingAt(
              document,
              link.start,
              `the reference [${link.label}] is defined twice, differently`,
            ),
          ]
        : []
    })
}

// "see the Deployment section" must name a section of this document
function mentionFindings(document: MarkdownDocument): readonly Finding[] {
  const mentions =
    /\b(?:[Ss]ee|[Rr]efer to|described in|explained in|covered in|[Cc]heck|[Rr]ead) (?:the )?["“']?([A-Z][\w-]*(?: [\w-]+){0,3}?)["”']? section(?: (?:below|above))?\b(?! of (?:the )?[A-Z`[])/g
  return [...document.prose.matchAll(mentions)].flatMap((match) => {
    const slug = slugOf(match[1]!)
    const known = document.headings.some(
      ({ text }) => slugOf(text).includes(slug) || wantedOf(match[1]!).heading.test(text),
    )
    return known
      ? []
      : [
          findingAt(
            document,
            match.index,
            `speaks of the section "${match[1]}", which does not exist`,
          ),
        ]
  })
}
