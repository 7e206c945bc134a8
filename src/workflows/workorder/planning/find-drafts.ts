import type { Contract } from '../order.ts'
import { emptyDraft, joined, unique, type Draft, type Need } from './draft.ts'
import { codeNames, findPaths, firstPath, pathOfCode } from './find-paths.ts'
import type { Block, Point, Section } from './read-outline.ts'
import {
  fieldOf,
  labelForms,
  leadOf,
  namesIn,
  needsIn,
  plain,
  riskIn,
  withoutNeeds,
} from './read-words.ts'
import { isDetail, kindOfTitle, type SectionKind } from './section-kinds.ts'
import { rowsOf } from './table-rows.ts'

/** Details that a section tells of itself or of all below it. */
export type Details = Pick<Draft, 'criteria' | 'files' | 'untouched' | 'needs' | 'contracts'> & {
  readonly constraints: readonly string[]
  readonly excluded: readonly string[]
}

export function detailsOf(section: Section): Details {
  const of = (kind: SectionKind) =>
    section.sections.filter((each) => kindOfTitle(each.title) === kind)
  const lines = (kind: SectionKind) => of(kind).flatMap(linesOf)
  const paths = findPaths(of('files').map(textOf).join('\n'))
  return {
    criteria: lines('criteria'),
    files: paths.files,
    untouched: paths.untouched,
    needs: lines('dependencies').flatMap((line): readonly Need[] =>
      namesIn(line).map((words) => ({ words, sure: true })),
    ),
    contracts: lines('contracts').flatMap(contractsIn),
    constraints: lines('constraints'),
    excluded: lines('excluded'),
  }
}

const textOf = (section: Section): string =>
  [...section.blocks.map(({ source }) => source), ...section.sections.map(textOf)].join('\n\n')

/** What must stay: a name of code together with the file it is in. */
export function contractsIn(text: string): readonly Contract[] {
  const path = firstPath(text)
  if (path === null) return []
  const signature = /`([^`\n]+\([^`\n]*\)[^`\n]*)`/.exec(text)?.[1]
  return codeNames(text).map((name) => ({
    path,
    name,
    ...(signature?.startsWith(name) === true ? { signature } : {}),
  }))
}

const staysAsItIs =
  /\b(?:must not change|(?:stays?|remains?|keeps?|kept)\b[^.]*\b(?:the same|unchanged|stable|compatible|signature)|backwards?[- ]compatib\w+)/i

const stable = (text: string): readonly Contract[] =>
  text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((line) => line.slice(0, 2_000))
    .flatMap((line) => (staysAsItIs.test(line) ? contractsIn(line) : []))

/** One order for a whole section. */
export function draftOfSection(section: Section, group: string): Draft {
  const kind = kindOfTitle(section.title)
  const details = detailsOf(section)
  const { labels, title } = leadOf(section.title)
  const read = section.blocks.map(readBlock)
  const below = section.sections
    .filter((each) => !isDetail(kindOfTitle(each.title)))
    .map((each) => draftOfSection(each, section.title))
  const own = read.reduce(joined, {
    ...emptyDraft,
    title: title === '' ? section.title : title,
    labels: unique([...labels, ...numberOf(section.title)]),
    body: [...read.map(({ body }) => body), ...section.sections.filter(isWork).map(headed)]
      .filter((part) => part !== '')
      .join('\n\n'),
    kind,
    from: 'heading',
    group,
  })
  return below.reduce(joined, {
    ...own,
    criteria: unique([...details.criteria, ...own.criteria]),
    files: unique([...own.files, ...details.files]),
    untouched: unique([...own.untouched, ...details.untouched]),
    needs: [...own.needs, ...details.needs],
    contracts: [...own.contracts, ...details.contracts],
  })
}

const isWork = (section: Section): boolean => !isDetail(kindOfTitle(section.title))
const headed = (section: Section): string => `**${section.title}**\n\n${textOf(section)}`

/** `2.1 Storage` is called `2.1`, and `section 2.1`. */
const numberOf = (title: string): readonly string[] => {
  const number = /^(\d+(?:\.\d+)*)[.)]?\s/.exec(title)?.[1]
  return number === undefined ? [] : labelForms(`section ${number}`)
}

function readBlock(block: Block): Draft {
  switch (block.type) {
    case 'text':
      return readText(block.source)
    case 'code': {
      const path = pathOfCode(block.value)
      return { ...emptyDraft, body: block.source, files: path === null ? [] : [path] }
    }
    case 'table':
      return {
        ...readText(block.source),
        body: block.source,
        criteria: rowsOf(block).map(({ text }) => text),
      }
    case 'list': {
      const points = block.points.map((point) => readPoint(point))
      const all = points.reduce(joined, emptyDraft)
      const told = block.points.filter(({ text }) => fieldOf(text) === null)
      return {
        ...all,
        body: block.source,
        criteria: unique([...linesOfPoints(told).filter(canBeFoundTrue), ...all.criteria]),
        labels: [],
      }
    }
  }
}

function readText(source: string): Draft {
  const lines = source.split('\n')
  const fields = lines.map(fieldOf)
  const rest = lines.filter((_, at) => fields[at] === null).join('\n')
  const paths = findPaths(withoutNeeds(rest))
  return fields.reduce(withField, {
    ...emptyDraft,
    body: rest.trim(),
    files: paths.files,
    untouched: paths.untouched,
    needs: needsIn(rest),
    risk: riskIn(rest),
    contracts: stable(rest),
    criteria: obligations(rest),
  })
}

/** Sentences of running text that oblige. */
const obligations = (text: string): readonly string[] =>
  plain(text)
    .split(/(?<=[.!?])\s+(?=[\p{Lu}`"])/u)
    .filter((sentence) => /\b(?:must|shall)\b/.test(sentence) && sentence.length <= 400)

function withField(draft: Draft, field: ReturnType<typeof fieldOf>): Draft {
  if (field === null) return draft
  const { name, value } = field
  switch (name) {
    case 'files': {
      const { files, untouched } = findPaths(value)
      return {
        ...draft,
        files: unique([...draft.files, ...files]),
        untouched: [...draft.untouched, ...untouched],
      }
    }
    case 'needs':
      return {
        ...draft,
        needs: [...draft.needs, ...namesIn(value).map((words) => ({ words, sure: true }))],
      }
    case 'risk':
      return { ...draft, risk: riskIn(`risk: ${value}`) ?? draft.risk }
    case 'criteria':
      return { ...draft, criteria: unique([...draft.criteria, plain(value)]) }
    case 'contract':
      return { ...draft, contracts: [...draft.contracts, ...contractsIn(value)] }
    case 'other':
      return draft
  }
}

/** One order for a point of a list; what stands below it says when it is done. */
export function readPoint(point: Point, group = ''): Draft {
  const { labels, title } = leadOf(point.text)
  const fields = point.points.map(({ text }) => fieldOf(text))
  const points = point.points.filter((_, at) => fields[at] === null)
  const own = readText(point.text)
  const below = points.map((each) => readText(each.text))
  const all = fields.reduce(withField, below.reduce(joined, own))
  return {
    ...all,
    title,
    labels: unique([...labels, ...(point.number === null ? [] : [`${point.number}`])]),
    body: [own.body, ...points.map(({ text }) => `- ${text}`)].join('\n'),
    criteria: unique([...all.criteria, ...linesOfPoints(points).filter(canBeFoundTrue)]),
    from: 'point',
    group,
  }
}

/** The points of a section, or its sentences where it has none. */
function linesOf(section: Section): readonly string[] {
  const own = section.blocks.flatMap((block): readonly string[] => {
    if (block.type === 'list') return linesOfPoints(block.points)
    if (block.type === 'table')
      return block.rows.map((row) => row.filter((cell) => cell !== '').join(': '))
    return block.type === 'text' ? [plain(block.source)] : []
  })
  const listed = section.blocks.some(({ type }) => type === 'list' || type === 'table')
  const kept = listed ? own.filter((line) => !line.endsWith(':')) : own
  return [...kept, ...section.sections.flatMap(linesOf)].filter((line) => line !== '')
}

/** Points as lines. What ends with a colon takes in what stands below it. */
function withBelow(point: Point): readonly string[] {
  const text = plain(point.text)
  if (point.points.length === 0) return [text]
  const below = linesOfPoints(point.points)
  return text.endsWith(':') || below.every((line) => scenario.test(line))
    ? [`${text} ${below.join('; ')}`]
    : [text, ...below]
}

const scenario = /^(?:given|when|then|and|but)\b/i

/** Given, when and then are one line, also where they are three points. */
function linesOfPoints(points: readonly Point[]): readonly string[] {
  const lines: string[] = []
  for (const line of points.flatMap(withBelow)) {
    const last = lines.at(-1)
    const goesOn =
      last !== undefined &&
      scenario.test(last) &&
      /^(?:when|then|and|but)\b/i.test(line) &&
      !(/^when\b/i.test(line) && /\bthen\b/i.test(last))
    if (goesOn)
      lines[lines.length - 1] =
        `${last.replace(/[,;.]$/, '')}, ${line.slice(0, 1).toLowerCase()}${line.slice(1)}`
    else lines.push(line)
  }
  return lines
}

/** A name alone, or a question, is nothing that could be checked. */
const canBeFoundTrue = (line: string): boolean =>
  fieldOf(line) === null &&
  !line.endsWith('?') &&
  line.split(' ').length >= 2 &&
  !/^(?:requires|depends? on|blocked by|needs|builds on|after)\s+(?:[A-Z]{1,6}-?\d|(?:task|story|step|phase|section)s?\b|#?\d)/i.test(
    line,
  )
