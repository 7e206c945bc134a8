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
  /** What the spec takes away, and what it leaves open. */
  readonly forbidden?: readonly Edge[]
  readonly optional?: readonly Edge[]
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

export const takesAway =
  /\b(?:remov\w*|no longer|forbid\w*|forbidden|disallow\w*|not (?:be )?allowed|refus\w*|drop\w*|never|cannot)\b(?: allowed\b)?/i

/** The states as the track leaves them: those of the product with what the spec adds and takes away. */
export function statesAfter(
  spec: readonly DocumentLine[],
  product: readonly DocumentLine[],
  known: ReadonlySet<string>,
): (states: ReadonlySet<string>) => readonly DocumentedStates[] {
  const isAway = ({ text, headings }: DocumentLine) =>
    takesAway.test(`${text} ${headings.at(-1) ?? ''}`)
  const asked = documentedStates(
    spec.filter((line) => !isAway(line)),
    known,
  )
  const away = documentedStates(spec.filter(isAway), known).flatMap(({ edges }) => edges)
  const owns = documentedStates(product, known)
  const isNear = (one: DocumentedStates, other: DocumentedStates) =>
    [...other.states].some((state) => one.states.has(state))
  return (states) => {
    const whole = asked.filter(
      (each) =>
        [...states].every((state) => each.states.has(state)) &&
        owns.every((own) => !isNear(own, each) || isReplaced(own, each, states)),
    )
    if (whole.length > 0) return whole
    const changed = owns.map((own) => {
      const changes = asked.filter((each) => isNear(own, each))
      const forbidden = away.filter(({ from, to }) => own.states.has(from) || own.states.has(to))
      return changes.length + forbidden.length === 0 ? own : withChanges(own, changes, forbidden)
    })
    return [...asked.filter((each) => !owns.some((own) => isNear(own, each))), ...changed]
  }
}

/** The spec draws all of it anew: each state that something follows, or states that are gone. */
const isReplaced = (
  own: DocumentedStates,
  asked: DocumentedStates,
  states: ReadonlySet<string>,
): boolean =>
  [...own.states].some((state) => !states.has(state)) ||
  own.edges.every(({ from }) => asked.edges.some((edge) => edge.from === from))

const hasEdge = (edges: readonly Edge[], { from, to }: Pick<Edge, 'from' | 'to'>): boolean =>
  edges.some((edge) => edge.from === from && edge.to === to)

function withChanges(
  own: DocumentedStates,
  changes: readonly DocumentedStates[],
  forbidden: readonly Edge[],
): DocumentedStates {
  const added = changes.flatMap(({ edges }) => edges)
  // who names an edge again lists all that follow the state, or only those that matter
  const isRetold = ({ from }: Edge) =>
    added.some((edge) => edge.from === from && hasEdge(own.edges, edge))
  const remaining = own.edges.filter((edge) => !hasEdge(forbidden, edge) && !hasEdge(added, edge))
  const edges = [...remaining.filter((edge) => !isRetold(edge)), ...added]
  const targets = new Set(edges.map(({ to }) => to))
  const states = new Set([...remaining, ...added].flatMap(({ from, to }) => [from, to]))
  return {
    edges,
    states,
    initial: new Set([...own.initial, ...[...states].filter((state) => !targets.has(state))]),
    forbidden,
    optional: remaining.filter(isRetold),
  }
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
              /[:;.]\s|\s(?:is|are|must)\s|\s(?:when|if|on|after|by|once|via|unless|only)\s|\s[–—-]\s|,\s(?:when|if|on|after)\s/,
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
