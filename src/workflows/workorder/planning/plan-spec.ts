import { type AsyncResult, err, ok } from '../../../model/result.ts'
import { unique, type Draft, joined } from './draft.ts'
import { draftOfSection } from './find-drafts.ts'
import { finishOrder, idsFor, titledApart } from './finish-orders.ts'
import { gatherDrafts, type Gathered, textOf } from './gather-drafts.ts'
import { linkDrafts } from './link-drafts.ts'
import { inDependencyOrder } from './order-graph.ts'
import type { PlanOutput } from './plan-output.ts'
import { readOutline, type Section } from './read-outline.ts'
import { asksForWork, cut, isWish, plain, sentencesOf, titleOf } from './read-words.ts'
import { resizeDrafts, sizeOf } from './resize-drafts.ts'
import { likenessAmong, mostAlike, termsOf } from './likeness.ts'

/** Takes a specification apart without any agent. The same text gives the same plan. */
export async function planSpecification(markdown: string): AsyncResult<PlanOutput, string> {
  if (markdown.trim() === '') return err('the specification is empty')
  const outline = await readOutline(markdown)
  if (outline === null)
    return err('the specification cannot be read as Markdown; it is too long or too deeply nested')
  const gathered = foundIn(outline)
  if (gathered.drafts.length === 0)
    return err(
      'the specification says nothing to do; name tasks, requirements or sections with what they ask for',
    )
  const { drafts, notes } = absorbDrafts(gathered.drafts)
  return ok(
    planOf(titledApart(resizeDrafts(drafts.map(inItsOwnWords))), gathered, {
      title: titleOfDocument(outline),
      notes,
    }),
  )
}

/** Where nobody listed criteria, the sentences that ask for something are the criteria. */
function inItsOwnWords(draft: Draft): Draft {
  const title = draft.prefix === '' ? draft.title : `${draft.prefix}: ${draft.title}`
  const said = sentencesOf(draft.body.split(/\n- |\n\nOn “/)[0] ?? '').filter(
    (sentence) =>
      (titleOf(sentence) !== draft.title || sentence.length > draft.title.length + 60) &&
      sentence.length <= 800,
  )
  const wishes = draft.from === 'point' ? said : said.filter(isWish)
  const added = draft.kind === 'wishes' || draft.criteria.length === 0 ? wishes.slice(0, 5) : []
  return { ...draft, title, prefix: '', criteria: unique([...added, ...draft.criteria]) }
}

const mostOrders = 200

type Told = { readonly title: string; readonly notes: readonly string[] }

function planOf(all: readonly Draft[], gathered: Gathered, { title, notes }: Told): PlanOutput {
  const drafts = all.slice(0, mostOrders)
  const ids = idsFor(drafts.map((draft) => draft.title))
  const links = linkDrafts(drafts)
  const frame = { title, constraints: gathered.constraints, excluded: gathered.excluded }
  const orders = drafts.map((draft, at) => ({
    ...finishOrder(draft, ids[at] ?? '', frame),
    depends_on: (links.before[at] ?? []).flatMap((index) => ids[index] ?? []).slice(0, 50),
  }))
  const tooMany =
    all.length > mostOrders
      ? [`Only the first ${mostOrders} of ${all.length} orders are in the plan.`]
      : []
  return {
    orders: [...inDependencyOrder(orders)],
    notes: [
      ...tooMany,
      ...links.notes,
      ...withoutCriteria(drafts),
      ...drafts.flatMap((draft, at) => remarks(draft, links.before[at]?.length ?? 0)),
      ...notes,
      ...gathered.done.map((line) => `Done already, so no order: ${line}`),
    ]
      .slice(0, 200)
      .map((line) => cut(line, 2_000)),
  }
}

function withoutCriteria(drafts: readonly Draft[]): readonly string[] {
  const none = drafts
    .filter(({ criteria }) => criteria.length === 0)
    .map(({ title }) => `"${title}"`)
  return none.length === 0
    ? []
    : [`No acceptance criteria are told for ${none.join(', ')}; the code alone will be judged.`]
}

function remarks(draft: Draft, dependencies: number): readonly string[] {
  const { score, verdict } = sizeOf(draft, dependencies)
  return verdict === 'likely_oversized'
    ? [
        `"${draft.title}" is still large (scope ${score}, ${dependencies} dependencies); consider taking it apart.`,
      ]
    : []
}

/** Sections that say what to do; else goals; else the text as a whole. */
function foundIn(outline: Section): Gathered {
  const strict = gatherDrafts(outline)
  if (strict.drafts.length > 0) return strict
  const lenient = gatherDrafts(outline, true)
  if (lenient.drafts.length > 0) return lenient
  const whole = draftOfSection({ ...outline, title: titleOfDocument(outline) }, '')
  const first = outline.blocks.find(({ type }) => type === 'text')?.source ?? ''
  const wanted = whole.files.length > 0 || whole.criteria.length > 0 || asksForWork(first)
  const title = whole.title === '' ? titleOf(first) : whole.title
  return wanted && title !== '' ? { ...lenient, drafts: [{ ...whole, title }] } : lenient
}

const titleOfDocument = ({ sections }: Section): string =>
  sections.length === 1 ? plain(sections[0]?.title ?? '') : ''

/** How plainly a section says what to do. */
const rank = ({ kind }: Draft): number =>
  kind === 'breakdown' ? 3 : kind === 'design' ? 1 : kind === 'late' ? 0 : 2

type Absorbed = { readonly drafts: readonly Draft[]; readonly notes: readonly string[] }

/**
 * A specification often says the same thing twice: as requirements, as a design, as a list of tasks. The
 * plainest list of work gives the orders; what else is said goes into the order it belongs to. What belongs
 * to none stays an order of its own, except for mere description.
 */
function absorbDrafts(drafts: readonly Draft[]): Absorbed {
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
