import { arrow } from './document-sets.ts'
import type { DocumentLine } from './lines.ts'
import { labelKey } from './words.ts'

export type Edge = {
  readonly from: string
  readonly to: string
  readonly path: string
  readonly line: number
}

/** The states of one thing as a document draws them. */
export type DocumentedStates = {
  readonly edges: readonly Edge[]
  readonly states: ReadonlySet<string>
  /** Where it begins: nothing leads there. */
  readonly initial: ReadonlySet<string>
}

const stateWords = /\bstat(?:e|es|us|uses)\b|\btransitions?\b|\blife ?-?cycle\b|\bworkflow\b/i
const label = (text: string): string =>
  labelKey(text.replaceAll(/\([^)]*\)|\[[^\]]*\]|["'“”]/g, ' ').trim())
/** Arrows may also stand for an order of work. */
const otherWords = /\b(?:order|depend\w*|pipeline|sequence|imports?|flow of data|data flow)\b/i
const isLabel = (text: string): boolean => text !== '' && text.split(' ').length <= 3

/** Arrows, tables of "from" and "to", and state diagrams; `known` are the states that the code has. */
export function documentedStates(
  lines: readonly DocumentLine[],
  known: ReadonlySet<string>,
): readonly DocumentedStates[] {
  const edges = lines.flatMap((line) =>
    edgesOf(line, known).map((edge) => ({
      ...edge,
      group: `${line.path} ${line.headings.join('/')}`,
    })),
  )
  return [...Map.groupBy(edges, ({ group }) => group).values()].map((own) => {
    const begins = own.filter(({ from }) => from === '*').map(({ to }) => to)
    const real = own.filter(({ from, to }) => from !== '*' && to !== '*')
    const targets = new Set(real.map(({ to }) => to))
    const states = new Set(real.flatMap(({ from, to }) => [from, to]))
    return {
      edges: real,
      states,
      initial: new Set([...begins, ...[...states].filter((state) => !targets.has(state))]),
    }
  })
}

function edgesOf(line: DocumentLine, known: ReadonlySet<string>): readonly Edge[] {
  const at = { path: line.path, line: line.line }
  if (line.code === 'mermaid') {
    const [, from = '', to = ''] = /^([\w*[\]-]+?)\s*--?>\s*([\w*[\]-]+)/.exec(line.text) ?? []
    return from === '' ? [] : [{ from: diagramLabel(from), to: diagramLabel(to), ...at }]
  }
  if (line.cells !== null) return rowEdges(line).map((edge) => ({ ...edge, ...at }))
  const parts = segmentsOf(line.text)
  if (parts.length < 2) return []
  const names = parts.flat()
  const isStates =
    stateWords.test([...line.headings, ...line.parents].join(' ')) ||
    names.filter((name) => known.has(name)).length * 2 > names.length
  const isOther =
    otherWords.test(line.headings.at(-1) ?? '') && !stateWords.test(line.headings.at(-1) ?? '')
  if (!isStates || isOther || !names.every(isLabel)) return []
  return parts
    .slice(1)
    .flatMap((targets, index) =>
      (parts[index] ?? []).flatMap((from) => targets.map((to) => ({ from, to, ...at }))),
    )
}

const diagramLabel = (text: string): string => (text === '[*]' ? '*' : labelKey(text))

/** `ready → locked | processing`, `draft -> sent: on submit`, "Order status: draft → sent". */
function segmentsOf(text: string): readonly (readonly string[])[] {
  const both = text.replaceAll(/\s*(?:↔|<-{1,2}>|⇄)\s*/g, ' ↔ ')
  if (both.includes('↔')) {
    const [one = '', other = ''] = both.split('↔')
    return [alternatives(one), alternatives(other), alternatives(one)]
  }
  const chain = text.split(arrow)
  if (chain.length < 2) return []
  return chain.map((part, index) =>
    alternatives(
      index === 0
        ? (part.split(/[:;]\s/).at(-1) ?? '')
        : (
            part.split(
              /[:;.]\s|\s(?:when|if|on|after|by|once|via|unless|only)\s|\s[–—-]\s|,\s(?:when|if|on|after)\s/,
            )[0] ?? ''
          ).replace(/[.;:]$/, ''),
    ),
  )
}

const alternatives = (text: string): readonly string[] =>
  text
    .split(/\||,|\/|\bor\b|\band\b/)
    .map(label)
    .filter((each) => each !== '')

/** A row with the columns "from" and "to", or "state" and "next". */
function rowEdges({ cells }: DocumentLine): readonly Pick<Edge, 'from' | 'to'>[] {
  const column = (pattern: RegExp) => cells?.find(({ name }) => pattern.test(name))?.text
  const from = column(/^(?:from|current|state|status)\b/i)
  const to = column(/^(?:to|next|target|new|allowed|can (?:go|move|become)|transitions?)\b/i)
  if (from === undefined || to === undefined) return []
  const names = [...alternatives(from), ...alternatives(to)]
  if (/^(?:none|terminal|final|end|[-–—])$/i.test(to.trim()) || !names.every(isLabel)) return []
  return alternatives(from).flatMap((one) =>
    alternatives(to).map((other) => ({ from: one, to: other })),
  )
}
