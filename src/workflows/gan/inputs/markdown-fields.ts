import { fencedBlocks } from '../../../checks/fenced-blocks.ts'
import { keyOf, type Line, outlineOf, type Outlined, plainText } from './markdown-outline.ts'
import { readYaml } from './yaml-input.ts'

/** One value of a Markdown file and the labels that lead to it, headings first. */
export type Field = {
  readonly path: readonly string[]
  readonly value: string
  readonly line: number
}

/** All values of a file: paragraphs, list items, `key: value` lines, table rows, YAML blocks. */
export async function fieldsOf(text: string): Promise<readonly Field[]> {
  const { sections, frontmatter } = outlineOf(text)
  const front = frontmatter === null ? [] : await yamlFields(frontmatter, [], 1)
  const all = await Promise.all(sections.map(sectionFields))
  return [...front, ...all.flat()]
}

/** The values below one heading. */
export async function sectionFields(section: Outlined): Promise<readonly Field[]> {
  const { lines, path } = section
  const first = lines[0]?.line ?? section.line
  const blocks = fencedBlocks(lines.map(({ text }) => text).join('\n'))
  const fenced = new Set<number>()
  const fromYaml: Field[] = []
  for (const { language, content, line } of blocks) {
    const count = content === '' ? 0 : content.replace(/\n$/, '').split('\n').length
    for (let index = -1; index <= count; index += 1) fenced.add(first + line - 1 + index)
    if (language === 'yaml' || language === 'yml')
      fromYaml.push(...(await yamlFields(content, path, first + line - 2)))
  }
  const plain = lines.filter(({ line }) => !fenced.has(line))
  return [...tableFields(plain, path), ...lineFields(plain, path), ...fromYaml]
}

/** Values whose last label is one of the keys. */
export const valuesAt = (fields: readonly Field[], keys: readonly string[]): readonly Field[] =>
  fields.filter(({ path }) => keys.includes(path.at(-1) ?? ''))

/** Values one label below one of the keys, as `500` below `neutral_scale`. */
export const valuesBelow = (fields: readonly Field[], keys: readonly string[]): readonly Field[] =>
  fields.filter(({ path }) => keys.includes(path.at(-2) ?? ''))

const row = /^\s*\|(.+)\|\s*$/
const rule = /^[\s|:-]+$/

/** Rows of tables: the first cell is the label, the second its value, further cells by their header. */
function tableFields(lines: readonly Line[], path: readonly string[]): readonly Field[] {
  return tablesOf(lines).flatMap(({ header, rows }) =>
    rows.flatMap(({ cells, line }) => {
      const label = keyOf(cells[0] ?? '')
      if (label === '') return []
      return cells.slice(1).map((cell, index) => ({
        path: index === 0 ? [...path, label] : [...path, label, keyOf(header[index + 1] ?? '')],
        value: plainText(cell),
        line,
      }))
    }),
  )
}

export type Table = {
  readonly header: readonly string[]
  readonly rows: readonly { readonly cells: readonly string[]; readonly line: number }[]
}

export function tablesOf(lines: readonly Line[]): readonly Table[] {
  const tables: {
    header: readonly string[]
    rows: { cells: readonly string[]; line: number }[]
  }[] = []
  let before: Line | undefined
  for (const each of lines) {
    const inside = row.exec(each.text)?.[1]
    if (inside === undefined) {
      before = undefined
      continue
    }
    const isRule = rule.test(each.text) && each.text.includes('-')
    if (isRule && before) tables.push({ header: cellsOf(before.text), rows: [] })
    else if (before !== undefined && tables.length > 0 && !isRule && isBelow(tables, before))
      tables.at(-1)?.rows.push({ cells: cellsOf(each.text), line: each.line })
    before = each
  }
  return tables
}

/** Whether the line before belongs to the table that is open: its rule, or a row of it. */
const isBelow = (tables: readonly Table[], before: Line): boolean =>
  rule.test(before.text) || tables.at(-1)?.rows.at(-1)?.line === before.line

const cellsOf = (text: string): readonly string[] =>
  (row.exec(text)?.[1] ?? '').split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim())

const bullet = /^(\s*)(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/
const labelled =
  /^(?:\*\*|__|`)?([\p{L}\p{N}][\p{L}\p{N} /&_.-]{0,40}?)(?:\*\*|__|`)?\s*:\s*(?:\*\*|__)?(?:\s+|$)(.*)$/u

type Open = { readonly indent: number; readonly label: string | null }

function lineFields(lines: readonly Line[], path: readonly string[]): readonly Field[] {
  const fields: Field[] = []
  const open: Open[] = []
  let paragraph: Line[] = []
  const push = (value: string, line: number, labels: readonly string[] = []) => {
    if (value !== '') fields.push({ path: [...path, ...labels], value: plainText(value), line })
  }
  const flush = () => {
    if (paragraph[0]) push(paragraph.map(({ text }) => text.trim()).join(' '), paragraph[0].line)
    paragraph = []
  }
  for (const { text, line } of lines) {
    const item = bullet.exec(text)
    const field = labelled.exec(item ? (item[2] ?? '') : text.trim())
    if (text.trim() === '' || row.test(text)) flush()
    else if (item) {
      flush()
      const indent = item[1]?.length ?? 0
      while ((open.at(-1)?.indent ?? -1) >= indent) open.pop()
      const around = open.flatMap(({ label }) => label ?? [])
      const label = field ? keyOf(field[1] ?? '') : null
      const labels = label ? [...around, label] : around
      push(field ? (field[2] ?? '') : (item[2] ?? ''), line, labels)
      open.push({ indent, label })
    } else if (field && /^\S/.test(text) && !text.startsWith('>')) {
      flush()
      open.length = 0
      push(field[2] ?? '', line, [keyOf(field[1] ?? '')])
    } else if (paragraph.length === 0 && open.length > 0 && /^\s/.test(text)) {
      const last = fields.pop()
      if (last) fields.push({ ...last, value: `${last.value} ${plainText(text)}` })
    } else {
      open.length = 0
      paragraph.push({ text: text.replace(/^\s*>\s?/, ''), line })
    }
  }
  flush()
  return fields
}

const deepest = 8

async function yamlFields(
  text: string,
  path: readonly string[],
  before: number,
): Promise<readonly Field[]> {
  const read = await readYaml(text)
  if (!read.ok) return []
  const { value, lineOf } = read.value
  const walk = (each: unknown, keys: readonly PropertyKey[]): readonly Field[] => {
    if (keys.length > deepest) return []
    if (Array.isArray(each)) return each.flatMap((item, index) => walk(item, [...keys, index]))
    if (typeof each === 'object' && each !== null)
      return Object.entries(each).flatMap(([key, item]) => walk(item, [...keys, key]))
    const labels = keys.filter((key) => typeof key === 'string').map((key) => keyOf(key))
    return [{ path: [...path, ...labels], value: shownScalar(each), line: before + lineOf(keys) }]
  }
  return walk(value, [])
}

const shownScalar = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
      ? `${value}`
      : ''
