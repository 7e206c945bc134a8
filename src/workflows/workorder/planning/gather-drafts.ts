import { unique, type Draft } from './draft.ts'
import { detailsOf, draftOfSection, readPoint } from './find-drafts.ts'
import { likenessAmong, mostAlike, termsOf } from './likeness.ts'
import type { Block, Point, Section } from './read-outline.ts'
import { asksForWork, isWorkPoint, leadOf, plain, saysDone } from './read-words.ts'
import { isDetail, kindOfTitle, stageOf, type SectionKind } from './section-kinds.ts'
import { listsWork, rowsOf } from './table-rows.ts'

export type Gathered = {
  readonly drafts: readonly Draft[]
  /** What holds for all of the work. */
  readonly constraints: readonly string[]
  readonly excluded: readonly string[]
  /** Points that are ticked off already. */
  readonly done: readonly string[]
}

type Place = {
  readonly group: string
  readonly kind: SectionKind
  /** Whether the group is a section and not the whole document. */
  readonly inner: boolean
  /** Where nothing else says what to do, goals are taken for wishes. */
  readonly lenient: boolean
}

const nothing: Gathered = { drafts: [], constraints: [], excluded: [], done: [] }

const together = (all: readonly Gathered[]): Gathered => ({
  drafts: all.flatMap(({ drafts }) => drafts),
  constraints: unique(all.flatMap(({ constraints }) => constraints)),
  excluded: unique(all.flatMap(({ excluded }) => excluded)),
  done: all.flatMap(({ done }) => done),
})

/** All pieces of work of a document, in the order of the text. */
export function gatherDrafts(root: Section, lenient = false): Gathered {
  const [only] = root.sections
  const single = root.sections.length === 1 && only !== undefined
  const top = single ? { ...only, blocks: [...root.blocks, ...only.blocks] } : root
  return gatherGroup(top, { group: plain(top.title), inner: false, kind: 'work', lenient })
}

const lists = new Set<SectionKind>(['breakdown', 'wishes'])
const rooms = new Set<SectionKind>(['breakdown', 'wishes', 'design'])

function gather(section: Section, place: Place): Gathered {
  const kind = kindOfTitle(section.title)
  if (isDetail(kind) || (kind === 'context' && !place.lenient)) return nothing
  if (saysDone(section.title)) return { ...nothing, done: [plain(section.title)] }
  const own = kind === 'work' ? place.kind : kind
  const children = section.sections.filter((each) => kindOfTitle(each.title) === 'work')
  const grouped =
    children.length > 0 ||
    lists.has(kind) ||
    kind === 'context' ||
    (rooms.has(kind) && section.sections.length > 0) ||
    (stageOf(section.title) !== null && pointsOf(section.blocks).length > 1) ||
    hasLargePoints(section.blocks)
  return grouped
    ? gatherGroup(section, { ...place, kind: own })
    : gatherLeaf(section, { ...place, kind: own })
}

function gatherLeaf(section: Section, place: Place): Gathered {
  const { constraints, excluded } = detailsOf(section)
  const draft = draftOfSection(section, place.group)
  const empty = draft.body === '' && draft.criteria.length === 0 && draft.files.length === 0
  if (empty && !asksForWork(section.title)) return nothing
  const own = unique([...constraints, ...excluded.map((line) => `Not part of it: ${line}`)])
  const said = own.length === 0 ? '' : `\n\n${own.map((line) => `- ${line}`).join('\n')}`
  const done = pointsOf(section.blocks).filter(({ checked }) => checked === true)
  return {
    ...nothing,
    drafts: [{ ...named(draft, place), body: draft.body + said, kind: place.kind }],
    done: done.map(({ text }) => plain(text)),
  }
}

/** `Backend` below `Search` is called `Search: Backend`. The title of the whole is added to single words only. */
function named(draft: Draft, { group, inner }: Place): Draft {
  const words = draft.title.split(' ').length
  const short = words <= (inner ? 2 : 1) && !asksForWork(draft.title)
  const telling = group !== '' && kindOfTitle(group) === 'work'
  return short && telling ? { ...draft, prefix: leadOf(group).title } : draft
}

function gatherGroup(section: Section, place: Place): Gathered {
  const details = detailsOf(section)
  const kind = kindOfTitle(section.title)
  const title = plain(section.title)
  const own = kind === 'work' && section.depth > 1
  const inside: Place = own ? { ...place, group: title, inner: true } : place
  const points = pointsOf(section.blocks)
  const ticked = points.some(({ checked }) => checked !== null)
  const wanted =
    lists.has(place.kind) ||
    ticked ||
    stageOf(title) !== null ||
    place.lenient ||
    hasLargePoints(section.blocks)
  const items = wanted ? draftsOfPoints(section.blocks, { ...inside, group: title }) : nothing
  const below = section.sections.map((each) => staged(gather(each, inside), each, title))
  const found = together([items, ...below])
  const all =
    found.drafts.length > 0 || !lists.has(kind)
      ? found
      : gatherLeaf({ ...section, title: place.group === '' ? title : place.group }, place)
  return {
    ...all,
    drafts: shareOut(all.drafts, details),
    constraints: unique([...details.constraints, ...all.constraints]),
    excluded: unique([...details.excluded, ...all.excluded]),
  }
}

/** Points that are paragraphs of their own, each with a title or with much to say, are orders of their own. */
function hasLargePoints(blocks: readonly Block[]): boolean {
  const points = pointsOf(blocks)
  if (points.length < 3) return false
  const titled = points.filter(
    ({ text }) => /^\*\*[^*\n]{3,90}\*\*/.test(text) && text.length > 120,
  )
  const letters = points.reduce((sum, { text }) => sum + text.length, 0)
  return titled.length >= points.length * 0.6 || letters / points.length > 180
}

const pointsOf = (blocks: readonly Block[]): readonly Point[] =>
  blocks.flatMap((block) => (block.type === 'list' ? block.points : []))

const isDone = ({ text, checked }: Point): boolean => checked ?? saysDone(text)

const isWork = ({ text, points, checked }: Point): boolean =>
  checked === false || isWorkPoint(text, points.length > 0)

function draftsOfPoints(blocks: readonly Block[], place: Place): Gathered {
  const points = pointsOf(blocks)
  const open = points.filter((point) => !isDone(point) && isWork(point))
  const other = points.filter((point) => !isDone(point) && !isWork(point))
  const rows = blocks.flatMap((block) =>
    block.type === 'table' && listsWork(block) ? rowsOf(block) : [],
  )
  const fromRows = rows.map(({ label, title, text, fields }) =>
    readPoint(
      {
        text: label === '' ? title : `${label}: ${title}`,
        checked: null,
        number: null,
        points: [text, ...fields].slice(text === plain(title) ? 1 : 0).map((line) => ({
          text: line,
          checked: null,
          number: null,
          points: [],
        })),
      },
      place.group,
    ),
  )
  return {
    drafts: [...open.map((point) => readPoint(point, place.group)), ...fromRows].map((draft) => ({
      ...draft,
      kind: place.kind,
    })),
    constraints: other.map(({ text }) => plain(text)),
    excluded: [],
    done: points.filter(isDone).map(({ text }) => plain(text)),
  }
}

/** Sections called phase 1, phase 2 and so on come one after the other. */
function staged(gathered: Gathered, { title }: Section, above: string): Gathered {
  const stage = stageOf(title)
  if (stage === null) return gathered
  const added = { sequence: `${above}/${stage.word}`, number: stage.number }
  return {
    ...gathered,
    drafts: gathered.drafts.map((draft) => ({ ...draft, stages: [...draft.stages, added] })),
  }
}

/** Criteria and files told for a whole group go to the piece of work they fit best; else to the last. */
function shareOut(
  drafts: readonly Draft[],
  details: ReturnType<typeof detailsOf>,
): readonly Draft[] {
  if (drafts.length === 0) return drafts
  const terms = drafts.map((draft) => termsOf(textOf(draft)))
  const likeness = likenessAmong(terms)
  const shared = drafts.map(() => ({ criteria: new Array<string>(), files: new Array<string>() }))
  const best = (text: string) => mostAlike(termsOf(text), terms, { likeness, least: 0.2 })
  for (const line of details.criteria) shared.at(best(line))?.criteria.push(line)
  for (const path of details.files) {
    const at = best(`\`${path}\` ${path.replaceAll(/[/._-]/g, ' ')}`)
    if (at >= 0) shared[at]?.files.push(path)
  }
  return drafts.map((draft, at) => ({
    ...draft,
    criteria: unique([...draft.criteria, ...(shared[at]?.criteria ?? [])]),
    files: unique([...draft.files, ...(shared[at]?.files ?? [])]),
    untouched: unique([...draft.untouched, ...details.untouched]),
    needs: [...draft.needs, ...details.needs],
  }))
}

export const textOf = ({ title, body, criteria, files }: Draft): string =>
  [title, body, ...criteria, ...files.map((path) => `\`${path}\``)].join('\n')
