import { parseMarkdown } from '../../../checks/document/parse-markdown.ts'
import type { List, MarkdownDocument, Section } from '../../../checks/document/document.ts'
import { aliasFor } from '../../../model/ids.ts'
import { type AsyncResult, err, ok } from '../../../model/result.ts'
import { hardStopsIn } from '../complexity/hard-stops.ts'
import { scopeScore, scopeVerdict } from '../complexity/scope-score.ts'
import { inDependencyOrder, reaches } from './order-graph.ts'
import { isSafeScope, type PlannedOrder, type PlanOutput } from './plan-output.ts'

/** A piece of work as it stands in the text. */
type Piece = { readonly title: string; readonly body: string; readonly criteria: readonly string[] }

/** Headings of what belongs to the section above. */
const detail = /^(?:acceptance criteria|criteria|done when|files?|depend(?:s on|encies)|notes?)$/i
/** Headings of lists whose points are orders of their own. */
const listing = /^(?:tasks?|work orders?|to-?do|backlog|requirements|user stories)$/i

const mostOrders = 200
const longest = 1_000_000

/**
 * Takes a specification apart without any agent, by its structure alone: a heading with points or named files below it is an
 * order, its points are criteria. What the text means otherwise is for a model or a person to say.
 */
export async function planSpecification(markdown: string): AsyncResult<PlanOutput, string> {
  if (markdown.trim() === '') return err('the specification is empty')
  const document = markdown.length > longest ? null : await parseMarkdown(markdown)
  if (document === null)
    return err('the specification cannot be read as Markdown; it is too long or too deeply nested')
  const { pieces, notes } = piecesIn(document)
  if (pieces.length === 0)
    return err(
      'the specification says nothing to do; give each piece of work a heading with points or files below it',
    )
  const tops = document.headings.filter(({ depth }) => depth === 1)
  const whole = tops.length === 1 ? (tops[0]?.text ?? '') : ''
  const orders = ordersOf(pieces.slice(0, mostOrders), whole)
  const linked = linkOrders(orders)
  return ok({
    orders: [...inDependencyOrder(linked.orders)],
    notes: [
      ...(pieces.length > mostOrders
        ? [`Only the first ${mostOrders} of ${pieces.length} orders are in the plan.`]
        : []),
      ...linked.notes,
      ...linked.orders.flatMap(remarks),
      ...notes,
    ]
      .slice(0, 200)
      .map((line) => line.slice(0, 2_000)),
  })
}

type Found = { readonly pieces: readonly Piece[]; readonly notes: readonly string[] }

function piecesIn(document: MarkdownDocument): Found {
  const notes: string[] = []
  const pieces = document.sections.flatMap((section): readonly Piece[] => {
    const { heading, children } = section
    if (heading === null || detail.test(heading.text)) return []
    const title = heading.text.replace(/^\d+(?:\.\d+)*[.)]?\s+/, '').trim()
    if (children.some(({ text }) => !detail.test(text)) || title === '') return []
    const body = document.text.slice(heading.end, section.end).trim()
    if (listing.test(title)) return listed(document, section, notes)
    const criteria = pointsIn(document, section).map(({ text }) => text)
    if (criteria.length > 0 || pathsIn(body).length > 0) return [{ title, body, criteria }]
    if (body !== '') notes.push(`"${title}" has no points and names no file; it is no order.`)
    return []
  })
  return { pieces, notes }
}

type Point = { readonly text: string; readonly done: boolean }

/** The points of a section's lists; points below points belong to those. */
function pointsIn({ lists, text }: MarkdownDocument, { start, end }: Section): readonly Point[] {
  const own = lists.filter((list) => list.start >= start && list.end <= end)
  const isOuter = (list: List) =>
    own.every((other) => other === list || other.start > list.start || other.end < list.end)
  return own
    .filter(isOuter)
    .flatMap(({ items }) =>
      items.map((item) => {
        const lines = text
          .slice(item.start, item.end)
          .split('\n')
          .map((line) => line.trim())
        const [, box, said = ''] =
          /^(?:[-*+]|\d+[.)])?\s*(?:\[([ xX])\]\s+)?(.*)$/.exec(lines.join(' ')) ?? []
        return { text: said.trim().slice(0, 2_000), done: box !== undefined && box !== ' ' }
      }),
    )
    .filter(({ text: said }) => said !== '')
}

function listed(document: MarkdownDocument, section: Section, notes: string[]): readonly Piece[] {
  const points = pointsIn(document, section)
  notes.push(
    ...points.filter(({ done }) => done).map(({ text }) => `Done already, so no order: ${text}`),
  )
  return points
    .filter(({ done }) => !done)
    .map(({ text }) => ({
      title: text.replaceAll(/[*`]/g, '').slice(0, 90).trim(),
      body: text,
      criteria: [text],
    }))
}

/** Paths that a text names in back-ticks: with a folder or a suffix, below the root. */
const pathsIn = (text: string): readonly string[] => [
  ...new Set(
    [...text.matchAll(/`([^`\s]+)`/g)]
      .map(([, path = '']) => path.replace(/^\.\//, ''))
      .filter(
        (path) =>
          /^[\w.*{},@/-]+$/.test(path) &&
          /\/[^/]*\.\w+$|^[\w.-]+\.[a-z]{1,5}$|\/\**$/i.test(path) &&
          !path.startsWith('@') &&
          isSafeScope(path),
      ),
  ),
]

function ordersOf(pieces: readonly Piece[], whole: string): readonly PlannedOrder[] {
  const titles = new Set<string>()
  const ids = new Set<string>()
  const apart = (taken: Set<string>, name: string, joint: string): string => {
    let own = name
    for (let count = 2; taken.has(own.toLowerCase()); count += 1) own = `${name}${joint}${count}`
    taken.add(own.toLowerCase())
    return own
  }
  return pieces.map(({ title: written, body, criteria }) => {
    const title = apart(titles, written.slice(0, 180), ' – ')
    const files = pathsIn(body).filter((path) => path.length <= 500)
    const text = `${title}\n${body}`
    const said = /\brisk(?: level)?:?\**\s*(low|medium|high)\b/i.exec(body)?.[1]?.toLowerCase()
    const { security, architecture } = hardStopsIn(text)
    // without criteria an order is held to its description, word by word
    const of = whole === '' || criteria.length === 0 ? '' : `\n\nPart of: ${whole.slice(0, 200)}`
    return {
      id: apart(ids, aliasFor(title), '-'),
      title,
      description: `${(body === '' ? title : body).slice(0, 40_000)}${of}`,
      risk_level:
        said === 'low' || said === 'medium' || said === 'high'
          ? said
          : security.length + architecture.length > 0
            ? 'high'
            : 'low',
      acceptance_criteria: criteria.slice(0, 100),
      files_in_scope: files.slice(0, 200),
      expected_output_type: outputType(files),
      // what the order says, and about 400 tokens for each file that must be read
      context_budget_estimate: Math.max(
        500,
        Math.ceil((400 + text.length / 4 + 400 * files.length) / 100) * 100,
      ),
      depends_on: [],
      contracts: [],
    }
  })
}

function outputType(files: readonly string[]): string {
  const all = (pattern: RegExp) => files.length > 0 && files.every((path) => pattern.test(path))
  if (all(/(?:^|\/)(?:tests?|__tests__|e2e)\/|\.(?:test|spec)\.\w+$/)) return 'test'
  return all(/\.(?:md|mdx|txt)$/i) ? 'docs' : 'code'
}

/** What comes before what: as the text says by title, and one after the other on one file. No ring is closed. */
function linkOrders(orders: readonly PlannedOrder[]): {
  readonly orders: readonly PlannedOrder[]
  readonly notes: readonly string[]
} {
  const linked = orders.map((order) => ({ ...order, depends_on: [...order.depends_on] }))
  const notes: string[] = []
  const link = (from: (typeof linked)[number], to: (typeof linked)[number]): boolean => {
    if (from.depends_on.includes(to.id)) return true
    if (from.depends_on.length >= 50 || reaches(linked, to.id, from.id)) return false
    from.depends_on.push(to.id)
    return true
  }
  for (const order of linked)
    for (const name of neededBy(order.description)) {
      const needed = linked.find(({ title, id }) => [title.toLowerCase(), id].includes(name))
      if (needed === undefined)
        notes.push(`"${order.title}" needs "${name}", which is no order of this plan.`)
      else if (!link(order, needed))
        notes.push(`"${order.title}" and "${needed.title}" need each other in a ring.`)
    }
  for (const [at, order] of linked.entries())
    for (const before of linked.slice(0, at))
      if (order.files_in_scope.some((path) => before.files_in_scope.includes(path)))
        link(order, before)
  return { orders: linked, notes }
}

/** `Depends on Round prices and Show prices.`, in lower case. */
const neededBy = (text: string): readonly string[] =>
  [...text.matchAll(/\bdepends on:?\**\s+([^.;\n)]+)/gi)].flatMap(([, names = '']) =>
    names
      .toLowerCase()
      .split(/\s*(?:,|\band\b|&)\s*/)
      .map((name) => name.replaceAll(/[*`"“”]/g, '').trim())
      .filter((name) => name !== '' && name !== 'none' && name !== 'nothing'),
  )

function remarks(order: PlannedOrder): readonly string[] {
  const { title, acceptance_criteria: criteria } = order
  const score = scopeScore({
    files: order.files_in_scope.length,
    criteria: criteria.length,
    dependencies: order.depends_on.length,
    tokens: order.context_budget_estimate,
    risk: order.risk_level,
  })
  return [
    ...(criteria.length === 0 ? [`There are no acceptance criteria for "${title}".`] : []),
    ...(scopeVerdict(score) === 'likely_oversized'
      ? [`"${title}" is large (scope ${score}); consider taking it apart.`]
      : []),
  ]
}
