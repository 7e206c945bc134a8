import { joined, unique, type Draft } from './draft.ts'
import { textOf } from './gather-drafts.ts'
import { likenessAmong, mostAlike, termsOf } from './likeness.ts'
import { asksForWork } from './read-words.ts'

/** How plainly a section says what to do. */
const rank = ({ kind }: Draft): number =>
  kind === 'breakdown' ? 3 : kind === 'design' ? 1 : kind === 'late' ? 0 : 2

export type Absorbed = { readonly drafts: readonly Draft[]; readonly notes: readonly string[] }

/**
 * A specification often says the same thing twice: as requirements, as a design, as a list of tasks. The
 * plainest list of work gives the orders; what else is said goes into the order it belongs to. What belongs
 * to none stays an order of its own, except for mere description.
 */
export function absorbDrafts(drafts: readonly Draft[]): Absorbed {
  const tasks = drafts.filter((draft) => rank(draft) === 3)
  const main = tasks.length >= 2 ? 3 : drafts.some((draft) => rank(draft) === 2) ? 2 : 1
  const primary = drafts.filter((draft) => rank(draft) >= main)
  const terms = primary.map((draft) => termsOf(textOf(draft)))
  const likeness = likenessAmong(terms)
  const taken = new Map<number, Draft[]>()
  const lone: Draft[] = []
  const notes: string[] = []
  for (const draft of drafts.filter((each) => rank(each) > 0 && rank(each) < main)) {
    const said = termsOf([draft.title, ...draft.criteria.slice(0, 6)].join('\n'))
    const byTitle = mostAlike(termsOf(draft.title), terms, { likeness, least: 0.6 })
    const at = byTitle >= 0 ? byTitle : mostAlike(said, terms, { likeness, least: 0.34 })
    if (at >= 0) taken.set(at, [...(taken.get(at) ?? []), draft])
    else if (rank(draft) === 2 || draft.files.length > 0 || obliges(draft)) lone.push(draft)
    else notes.push(`"${draft.title}" only describes; it is no order.`)
  }
  const kept = new Map(
    primary.map((draft, at) => [draft, (taken.get(at) ?? []).reduce(absorb, draft)]),
  )
  const order = drafts.flatMap((draft) => {
    if (rank(draft) === 0 || lone.includes(draft)) return [draft]
    return kept.get(draft) ?? []
  })
  return { drafts: order, notes }
}

const must = /\b(?:must|shall)\b/
const obliges = ({ title, criteria }: Draft): boolean =>
  asksForWork(title) || criteria.some((line) => must.test(line))

/** The order keeps its title; the other text becomes part of what is asked and how it is checked. */
function absorb(order: Draft, other: Draft): Draft {
  const design = other.kind === 'design'
  // points of a design describe; only what it obliges to can be checked
  const criteria = design ? other.criteria.filter((line) => must.test(line)) : other.criteria
  const both = joined(order, { ...other, criteria })
  const told =
    design || criteria.length > 0 || (other.from === 'heading' && !asksForWork(other.title))
  const wish = told ? [] : [other.title]
  return {
    ...both,
    criteria: unique([...both.criteria, ...wish]),
    body: other.body === '' ? order.body : `${order.body}\n\nOn “${other.title}”:\n\n${other.body}`,
  }
}
