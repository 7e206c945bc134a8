import { type DocumentLine, labelOf } from './lines.ts'
import { labelKey, wordsOf } from './words.ts'

/** Names that a document lists beside each other. */
export type DocumentSet = {
  readonly path: string
  readonly line: number
  /** What they are: the heading, the column. */
  readonly name: ReadonlySet<string>
  readonly items: ReadonlyMap<string, string>
}

const short = (text: string): string => text.replaceAll(/\([^)]*\)|[.;,]$/g, '').trim()
const isShort = (text: string): boolean => /^\p{L}/u.test(text) && text.split(/\s+/).length <= 3

/** Lists and tables of short names; those of states are read as transitions. */
export function documentSets(lines: readonly DocumentLine[]): readonly DocumentSet[] {
  const groups = new Map<string, { readonly first: DocumentLine; readonly labels: string[] }>()
  for (const line of lines) {
    if (line.code !== null || line.parents.length > 0 || (!line.isItem && line.cells === null))
      continue
    const label =
      line.cells === null ? (labelOf(line.text)?.label ?? line.text) : (line.cells[0]?.text ?? '')
    const key = `${line.cells === null ? 'list' : `table ${line.cells[0]?.name ?? ''}`} ${line.headings.join('/')}`
    const group = groups.get(key) ?? { first: line, labels: [] }
    group.labels.push(short(label))
    groups.set(key, group)
  }
  return [...groups.values()].flatMap(({ first, labels }) => {
    const name = new Set([
      ...wordsOf(first.headings.at(-1) ?? ''),
      ...wordsOf(first.cells?.[0]?.name ?? ''),
    ])
    const isStates = [...name].some((word) => /^(?:state|statu|status|transition|from)$/.test(word))
    return labels.length >= 2 && labels.every(isShort) && !isStates
      ? [
          {
            path: first.path,
            line: first.line,
            name,
            items: new Map(labels.map((label) => [labelKey(label), label])),
          },
        ]
      : []
  })
}

export const arrow = /\s*(?:→|⟶|➔|➜|⇒|-{1,2}>|=>)\s*/

export type Sequence = {
  readonly path: string
  readonly line: number
  readonly text: string
  readonly items: readonly string[]
}

/** `logo → palette → website`, and numbered lists under a heading that speaks of an order. */
export function sequencesIn(lines: readonly DocumentLine[]): readonly Sequence[] {
  const arrows = lines.flatMap(({ path, line, text, code, headings }): readonly Sequence[] => {
    const parts = (labelOf(text)?.rest ?? text).split(arrow).map(short)
    const isState = /stat(?:e|us)|transition|lifecycle/i.test(`${headings.at(-1) ?? ''} ${text}`)
    return code !== null || parts.length < 3 || isState || !parts.every(isShort)
      ? []
      : [{ path, line, text, items: parts.map(labelKey) }]
  })
  const numbered = Map.groupBy(
    lines.filter(
      ({ ordinal, parents, headings }) =>
        ordinal !== null &&
        parents.length === 0 &&
        /\b(?:order|pipeline|sequence|stages?|generation|process)\b/i.test(headings.at(-1) ?? ''),
    ),
    ({ headings }) => headings.join('/'),
  )
  return [
    ...arrows,
    ...[...numbered.values()].flatMap((list): readonly Sequence[] => {
      const [first] = list
      const labels = list.map(({ text }) => short(labelOf(text)?.label ?? text))
      return first === undefined || labels.length < 3 || !labels.every(isShort)
        ? []
        : [
            {
              path: first.path,
              line: first.line,
              text: labels.join(', '),
              items: labels.map(labelKey),
            },
          ]
    }),
  ]
}

export type Dependency = {
  readonly path: string
  readonly line: number
  readonly text: string
  readonly item: string
  readonly needs: readonly string[]
}

const verb =
  /\s+(?:depends? on|requires?|needs?|(?:is|are) based on|must follow|comes? after|waits? for|builds? on)\s+/i

/** "Website depends on Logo and Palette", and columns that say the same. */
export function dependenciesIn(
  lines: readonly DocumentLine[],
  labels: ReadonlySet<string>,
): readonly Dependency[] {
  return lines.flatMap(({ path, line, text, cells }): readonly Dependency[] => {
    const column = cells?.find(({ name }) => /depend|require|need|prereq/i.test(name))
    const [before = '', after] =
      column === undefined
        ? text.replace(/[:–—]\s*(?=(?:depends|requires|needs)\b)/i, ' ').split(verb)
        : [cells?.[0]?.text ?? '', column.text]
    const item = labelKey(short(before.replace(/^the\s+/i, '')))
    if (after === undefined || !labels.has(item)) return []
    const isNone = /^(?:none|nothing|[-–—]|n\/a)?$/i.test(after.trim())
    const parts = isNone
      ? []
      : after
          .replace(/\.$/, '')
          .split(/,|;|\band\b|\+|&/)
          .map((part) => labelKey(short(part.replace(/^\s*(?:the|a|an)\s+/i, ''))))
          .filter((part) => part !== '')
    return parts.every((part) => labels.has(part)) ? [{ path, line, text, item, needs: parts }] : []
  })
}
