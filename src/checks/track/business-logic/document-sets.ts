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
