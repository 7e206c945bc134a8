import type { FileTree } from '../../../model/file-tree.ts'
import { lengthOfNumber } from '../../../obligations/sentences.ts'

/** One line of a document of the business, with what stands around it. */
export type DocumentLine = {
  readonly path: string
  readonly line: number
  /** Without marks for lists, tables and emphasis. */
  readonly text: string
  /** The headings around it, the outermost first. */
  readonly headings: readonly string[]
  readonly isItem: boolean
  readonly ordinal: number | null
  /** The items around it, the outermost first. */
  readonly parents: readonly string[]
  /** The cells of a row of a table, with the names of their columns. */
  readonly cells: readonly { readonly name: string; readonly text: string }[] | null
  /** The language of the code block that it stands in; empty where none is given. */
  readonly code: string | null
}

export const plain = (text: string): string =>
  text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*|__|`|~~/g, '')
    .replaceAll(/(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])/g, '')
    .trim()

const cellsOf = (raw: string): readonly string[] =>
  raw
    .trim()
    .replaceAll(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map(plain)

type Around = {
  headings: readonly { readonly depth: number; readonly text: string }[]
  items: readonly { readonly indent: number; readonly text: string }[]
  head: readonly string[] | null
  code: string | null
}

export function documentLines(path: string, text: string): readonly DocumentLine[] {
  const around: Around = { headings: [], items: [], head: null, code: null }
  return text.split(/\r?\n/).flatMap((raw, index) => {
    const read = readLine(raw, around)
    if (read === null) return []
    const headings = around.headings.map((each) => each.text)
    return [
      {
        path,
        line: index + 1,
        headings,
        isItem: false,
        ordinal: null,
        parents: [],
        cells: null,
        code: around.code,
        ...read,
      },
    ]
  })
}

export const productLines = (documents: FileTree): readonly DocumentLine[] =>
  [...documents]
    .filter(([path]) => /(?:^|\/)product\.md$/i.test(path))
    .flatMap(([path, text]) => documentLines(path, text))

type Read = Pick<DocumentLine, 'text'> & Partial<DocumentLine>

/** What a line says; null for one that only opens or closes something. */
function readLine(raw: string, around: Around): Read | null {
  const fence = /^\s*(?:```|~~~)\s*(\w*)/.exec(raw)
  if (fence !== null) {
    around.code = around.code === null ? (fence[1] ?? '').toLowerCase() : null
    return null
  }
  if (around.code !== null) return { text: raw.trim() }
  const [, marks = '', heading = ''] = /^(#{1,6})\s+(.*?)\s*#*$/.exec(raw) ?? []
  if (marks !== '') {
    const text = plain(heading).replace(/^[\d.]+\s+/, '')
    around.headings = [
      ...around.headings.filter(({ depth }) => depth < marks.length),
      { depth: marks.length, text },
    ]
    around.items = []
    around.head = null
    return null
  }
  if (/^\s*\|/.test(raw)) return readRow(cellsOf(raw), around)
  around.head = null
  return readText(raw, around)
}

function readRow(cells: readonly string[], around: Around): Read | null {
  const names = around.head
  if (names === null) around.head = cells
  if (names === null || cells.every((cell) => /^:?-*:?$/.test(cell))) return null
  return {
    text: cells.join(' | '),
    cells: cells.map((cell, column) => ({ name: names[column] ?? '', text: cell })),
  }
}

function readText(raw: string, around: Around): Read | null {
  const [, space = '', mark = '', body = ''] =
    /^(\s*)([-*+•]|\d+[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/.exec(raw) ?? []
  const said = mark === '' ? raw.replace(/^\s*>\s?/, '') : body
  const text = plain(said.slice(lengthOfNumber(said)))
  if (mark === '') {
    if (/^\S/.test(raw)) around.items = []
    return raw.trim() === '' ? null : { text }
  }
  const indent = space.replaceAll('\t', '    ').length
  const parents = around.items.filter((each) => each.indent < indent)
  around.items = [...parents, { indent, text }]
  return {
    text,
    isItem: true,
    ordinal: Number.parseInt(mark, 10) || null,
    parents: parents.map((each) => each.text),
  }
}

/** "Pro" of "Pro: 10 projects", "Pro — 10 projects" and "Pro ($29/month): …"; null where an item has no label. */
export function labelOf(text: string): { readonly label: string; readonly rest: string } | null {
  const [, label = '', rest = ''] =
    /^([^:–—|]{1,60}?)\s*(?::|\s[–—]|\s-\s|\|)\s*(.+)$/.exec(text) ?? []
  return label === '' || /^\d+$/.test(label) ? null : { label, rest }
}
