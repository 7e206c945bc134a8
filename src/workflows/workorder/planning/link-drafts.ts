import type { Draft } from './draft.ts'
import { likenessAmong, mostAlike, termsOf, type Likeness, type Terms } from './likeness.ts'
import { reaches } from './order-graph.ts'
import { labelForms } from './read-words.ts'

export type Links = {
  /** For each draft the indexes of those that come before it. */
  readonly before: readonly (readonly number[])[]
  readonly notes: readonly string[]
}

type Graph = {
  readonly drafts: readonly Draft[]
  readonly before: readonly Set<number>[]
  readonly notes: string[]
}

/** What comes before what: as the text says, by phases, tests and documents last, and one after the other on one file. */
export function linkDrafts(drafts: readonly Draft[]): Links {
  const graph: Graph = { drafts, before: drafts.map(() => new Set<number>()), notes: [] }
  const terms = drafts.map(({ title }) => termsOf(title))
  const likeness = likenessAmong(terms)
  for (const [at, draft] of drafts.entries()) linkNeeds(graph, { at, draft, terms, likeness })
  linkStages(graph)
  linkLate(graph)
  linkFiles(graph)
  return {
    before: graph.before.map((set) => [...set].toSorted((a, b) => a - b)),
    notes: graph.notes,
  }
}

const nodes = ({ before }: Graph) =>
  before.map((set, at) => ({ id: `${at}`, depends_on: [...set].map(String) }))

/** Adds a link unless it would close a ring; a ring that the text itself asks for is told. */
function link(graph: Graph, from: number, to: number, said: boolean): void {
  if (from === to || graph.before[from]?.has(to)) return
  if (!reaches(nodes(graph), `${to}`, `${from}`)) graph.before[from]?.add(to)
  else if (said) {
    const [one, other] = [graph.drafts[from]?.title ?? '', graph.drafts[to]?.title ?? '']
    graph.notes.push(
      `"${one}" and "${other}" need each other in a ring; that the first needs the second is left out.`,
    )
  }
}

type Searching = {
  readonly at: number
  readonly draft: Draft
  readonly terms: readonly Terms[]
  readonly likeness: Likeness
}

function linkNeeds(graph: Graph, searching: Searching): void {
  const { at, draft } = searching
  for (const { words, sure } of draft.needs) {
    if (
      /^(?:all|everything|all of the|the) (?:of the )?(?:above|previous|earlier|preceding)/i.test(
        words,
      )
    ) {
      for (let to = 0; to < at; to += 1) link(graph, at, to, true)
      continue
    }
    const found = rangeOf(words).flatMap((name) => namedBy(graph, searching, { words: name, sure }))
    for (const to of found) link(graph, at, to, true)
    if (found.length === 0 && sure)
      graph.notes.push(`"${draft.title}" needs "${words}", which is no order of this plan.`)
  }
}

/** `tasks 1-3` are three. */
function rangeOf(words: string): readonly string[] {
  const match = /^(?:[a-z]+\s+)?#?(\d{1,3})\s*(?:-|–|—|to|through)\s*#?(\d{1,3})$/i.exec(words)
  if (!match) return [words]
  const [first, last] = [Number(match[1]), Number(match[2])]
  return last > first && last - first < 50
    ? Array.from({ length: last - first + 1 }, (_, at) => `${first + at}`)
    : [words]
}

/** The drafts that some words name: by label, by title, or, where a dependency is certain, by likeness. */
function namedBy(
  { drafts }: Graph,
  { at, draft, terms, likeness }: Searching,
  { words, sure }: { readonly words: string; readonly sure: boolean },
): readonly number[] {
  const low = words.toLowerCase().replace(/\s+/g, ' ').trim()
  // a bare word such as "login" is no label, a number or FR-2 is
  const forms = new Set(/\d/.test(low) ? [low, ...labelForms(low.replace(/^#/, ''))] : [low])
  const labelled = drafts.flatMap((each, index) =>
    index !== at && each.labels.some((label) => forms.has(label)) ? [index] : [],
  )
  const near = labelled.filter((index) => drafts[index]?.group === draft.group)
  if (labelled.length > 0) return (near.length > 0 ? near : labelled).slice(-1)
  const titled = drafts.findLastIndex(({ title }, index) => index !== at && holds(title, low, sure))
  if (titled >= 0) return [titled]
  if (!sure) return []
  const others = terms.map((each, index) => (index === at ? new Map<string, number>() : each))
  const alike = mostAlike(termsOf(words), others, { likeness, least: 0.6 })
  return alike >= 0 ? [alike] : []
}

function holds(title: string, words: string, sure: boolean): boolean {
  const low = title.toLowerCase()
  if (low === words) return true
  return words.length >= 6 && (words.includes(low) || (sure && low.includes(words)))
}

/** All of a phase waits for the ends of the phase before. */
function linkStages(graph: Graph): void {
  const { drafts, before } = graph
  const sequences = new Set(drafts.flatMap(({ stages }) => stages.map(({ sequence }) => sequence)))
  for (const sequence of sequences) {
    const numberOf = (draft: Draft) =>
      draft.stages.find((each) => each.sequence === sequence)?.number
    for (const [at, draft] of drafts.entries()) {
      const own = numberOf(draft)
      if (own === undefined) continue
      const earlier = drafts
        .flatMap((each) => numberOf(each) ?? [])
        .filter((number) => number < own)
      const previous = earlier.length === 0 ? null : Math.max(...earlier)
      const members = drafts.flatMap((each, index) => (numberOf(each) === previous ? [index] : []))
      const ends = members.filter((index) => !members.some((other) => before[other]?.has(index)))
      for (const to of ends) link(graph, at, to, false)
    }
  }
}

/** Tests and documents wait for all that nobody else waits for: of their phase, or of the whole. */
function linkLate(graph: Graph): void {
  const { drafts, before } = graph
  for (const [at, { kind, stages }] of drafts.entries()) {
    if (kind !== 'late') continue
    const phase = JSON.stringify(stages)
    const ends = drafts.flatMap((each, index) => {
      const near = stages.length === 0 || JSON.stringify(each.stages) === phase
      const awaited = before.some((set, other) => set.has(index) && drafts[other]?.kind !== 'late')
      return near && each.kind !== 'late' && (stages.length > 0 || !awaited) ? [index] : []
    })
    for (const to of ends) link(graph, at, to, false)
  }
}

/** Two orders on one file would be in each other's way: the later waits for the earlier. */
function linkFiles(graph: Graph): void {
  const { drafts } = graph
  for (const [at, { files }] of drafts.entries())
    for (const path of files.filter((each) => !each.includes('*') && !each.endsWith('/'))) {
      const earlier = drafts.findLastIndex((each, index) => index < at && each.files.includes(path))
      if (earlier >= 0 && !reaches(nodes(graph), `${at}`, `${earlier}`))
        link(graph, at, earlier, false)
    }
}
