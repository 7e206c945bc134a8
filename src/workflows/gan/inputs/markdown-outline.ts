import { fencedBlocks } from '../../../checks/fenced-blocks.ts'

export type Line = { readonly text: string; readonly line: number }

/** A heading with the lines up to the next heading of any depth. */
export type Outlined = {
  readonly heading: string
  readonly key: string
  readonly depth: number
  /** The line of the heading; 1 for what stands before the first heading. */
  readonly line: number
  /** Keys of the headings around it, outermost first, its own included. */
  readonly path: readonly string[]
  readonly lines: readonly Line[]
}

export type Outline = {
  readonly sections: readonly Outlined[]
  /** The text between the opening `---` lines, or null. */
  readonly frontmatter: string | null
}

const blanked = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

/** Headings and the lines below them. Comments are blanked; fenced blocks hold no headings. */
export function outlineOf(text: string): Outline {
  const plain = text.replaceAll(/\r\n?/g, '\n').replace(/^\uFEFF/, '')
  const front = /^---\n([\s\S]*?)\n---(?=\n|$)/.exec(plain)
  const body = withoutComments(front ? blanked(front[0]) + plain.slice(front[0].length) : plain)
  const fenced = fencedLines(body)
  const sections: Outlined[] = []
  let current = { heading: '', depth: 0, line: 1, path: [] as readonly string[] }
  let lines: Line[] = []
  const close = () => sections.push({ ...current, key: keyOf(current.heading), lines })
  for (const [index, each] of body.split('\n').entries()) {
    const heading = fenced.has(index + 1) ? null : headingAt(each, lines.at(-1))
    if (heading === null) {
      lines.push({ text: each, line: index + 1 })
      continue
    }
    const line = heading.underlined ? index : index + 1
    if (heading.underlined) lines.pop()
    close()
    const around = pathAbove(sections, heading.depth)
    current = { ...heading, line, path: [...around, keyOf(heading.heading)] }
    lines = []
  }
  close()
  return { sections, frontmatter: front?.[1] ?? null }
}

type Heading = { readonly heading: string; readonly depth: number; readonly underlined: boolean }

function headingAt(text: string, before: Line | undefined): Heading | null {
  const hashed = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/.exec(text)
  if (hashed) {
    const heading = (hashed[2] ?? '').replace(/\s#+\s*$/, '').trim()
    return { heading, depth: hashed[1]?.length ?? 1, underlined: false }
  }
  const underline = /^ {0,3}(=+|-{2,})[ \t]*$/.exec(text)
  const above = before?.text.trim() ?? ''
  if (!underline || above === '' || /^[-*+>|#]/.test(above) || above.includes('|')) return null
  return { heading: above, depth: underline[1]?.startsWith('=') ? 1 : 2, underlined: true }
}

/** The path of the nearest heading that is less deep. */
const pathAbove = (sections: readonly Outlined[], depth: number): readonly string[] =>
  sections.findLast((section) => section.depth < depth)?.path ?? []

/** Comments become spaces, so that lines keep their numbers; an unclosed one runs to the end. */
function withoutComments(text: string): string {
  let out = ''
  let at = 0
  for (;;) {
    const open = text.indexOf('<!--', at)
    if (open === -1) return out + text.slice(at)
    const close = text.indexOf('-->', open + 4)
    const end = close === -1 ? text.length : close + 3
    out += text.slice(at, open) + blanked(text.slice(open, end))
    at = end
  }
}

function fencedLines(text: string): ReadonlySet<number> {
  const inside = new Set<number>()
  for (const { line, content } of fencedBlocks(text)) {
    const count = content === '' ? 0 : content.replace(/\n$/, '').split('\n').length
    for (let index = -1; index <= count; index += 1) inside.add(line + index)
  }
  return inside
}

/** A heading or label as a key: lower case, words joined by `_`, without numbering or brackets. */
export const keyOf = (label: string): string =>
  plainText(label)
    .toLowerCase()
    .replaceAll(/\([^)]*\)/g, ' ')
    .replace(/^\s*\d{1,2}[.)]\s+/, '')
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')

/** A value without the marks of emphasis and code. */
export const plainText = (value: string): string =>
  value
    .replaceAll(/\*\*|__|`/g, '')
    .replaceAll(/(?<![\p{L}\p{N}])[*_](?=\S)(?!TBD_)|(?<=\S)(?<!_TBD)[*_](?![\p{L}\p{N}])/gu, '')
    .trim()

/** Words that stand where an answer is still missing. */
export const isPlaceholder = (value: string): boolean =>
  /^\s*(?:_?(?:TBD|TODO|TBC|N\/A)_?|\.{3}|…|-+|\?+|\[[^\]]*\](?!\()|<[^>]*>|\{[^}]*\})?[\s.]*$/i.test(
    value.replaceAll(/[*`>]/g, ''),
  )
