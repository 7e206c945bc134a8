import { err, ok, type Result } from '../../../model/result.ts'
import { absorbDrafts } from './absorb-drafts.ts'
import { unique, type Draft } from './draft.ts'
import { draftOfSection } from './find-drafts.ts'
import { finishOrder, idsFor, titledApart } from './finish-orders.ts'
import { gatherDrafts, type Gathered } from './gather-drafts.ts'
import { linkDrafts } from './link-drafts.ts'
import { inDependencyOrder } from './order-graph.ts'
import type { PlanOutput } from './plan-output.ts'
import { readOutline, type Section } from './read-outline.ts'
import { asksForWork, cut, isWish, plain, sentencesOf, titleOf } from './read-words.ts'
import { resizeDrafts, sizeOf } from './resize-drafts.ts'

/** Takes a specification apart without any agent. The same text gives the same plan. */
export async function planSpecification(markdown: string): Promise<Result<PlanOutput, string>> {
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
