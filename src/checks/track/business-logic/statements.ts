import { type Amount, amountsIn, cellValue, type Kind } from './amounts.ts'
import { type DocumentLine, labelOf } from './lines.ts'
import { rootOf } from '../../../obligations/sentence-words.ts'
import { wordsOf } from './words.ts'

/** Something that a document states and code can decide: of what, and which value. */
export type Statement = {
  readonly path: string
  readonly line: number
  readonly text: string
  readonly kind: Kind
  readonly value: number | boolean
  readonly period: Amount['period']
  /** Words that code must name to speak of the same thing. */
  readonly words: ReadonlySet<string>
  /** The words of the heading, one of which it must name where nothing else tells whose value it is. */
  readonly someOf: ReadonlySet<string>
  /** The roots of all words of a sentence without a label: code that names some of them, and nothing else, speaks of it. */
  readonly said: ReadonlySet<string>
  /** Those of them that stand right beside the figure. */
  readonly beside: ReadonlySet<string>
  /** A sentence without a label up to its figure, from the figure before it on; empty elsewhere. */
  readonly clause: string
  /** The headings around it. */
  readonly section: string
  /** Where it stands in a table; absent elsewhere. */
  readonly cell?: { readonly row: string; readonly column: string }
}

const none: ReadonlySet<string> = new Set()

/** Words that say that there is a rule, and nothing about what. */
export const generic: ReadonlySet<string> = new Set(
  `tier plan package subscription pricing price priced cost limit limited max maximum min minimum monthly month year yearly annual per up to
  feature rule product business number of count total include included includes allowed allow each the a an and or with for in on at is are get
  have has can value amount fee overview quota cap most least only may must be as by their its from
  unlimited usd eur gbp dollar euro`.split(/\s+/),
)

export const measuring =
  /^(?:times?|character|char|letter|word|item|entry|time|line|byte|digit|unit|piece)$/

const telling = (text: string): readonly string[] =>
  wordsOf(text.replaceAll(/\([^)]*\)/g, ' ')).filter(
    (word) => !generic.has(word) && !/^\d/.test(word),
  )

/** Reads lists, tables and figures with their units. What is only prose is not read. */
export function statementsIn(lines: readonly DocumentLine[]): readonly Statement[] {
  const subjects = subjectsOf(lines)
  return lines.flatMap((line) => {
    if (line.code !== null) return []
    return line.cells === null ? ofText(line, subjects) : ofRow(line)
  })
}

/** Labels that stand beside others of their kind: the rows or columns of a table, the items of a list, headings. */
function subjectsOf(lines: readonly DocumentLine[]): ReadonlySet<string> {
  const result = new Map<string, Set<string>>()
  const add = (group: string, label: string) => {
    const key = telling(label).join(' ')
    if (key !== '' && key.split(' ').length <= 3)
      result.set(group, (result.get(group) ?? new Set()).add(key))
  }
  for (const { headings, cells, isItem, text, parents } of lines) {
    const under = headings.join(' / ')
    if (cells !== null) add(`row ${under}`, cells[0]?.text ?? '')
    else if (isItem && parents.length === 0) add(`item ${under}`, labelOf(text)?.label ?? '')
    if (headings.length > 1)
      add(`heading ${headings.slice(0, -1).join(' / ')}`, headings.at(-1) ?? '')
  }
  return new Set([...result.values()].flatMap((labels) => (labels.size > 1 ? [...labels] : [])))
}

function ofRow({ path, line, text, cells, headings }: DocumentLine): readonly Statement[] {
  const [first, ...others] = cells ?? []
  if (first === undefined) return []
  return others.flatMap(({ name, text: cell }): readonly Statement[] => {
    const value = cellValue(cell)
    const isMoney = /\b(?:price|cost|fee)s?\b|[$€£]/i.test(`${name} ${first.text}`)
    const plain: Amount | null =
      value === null
        ? null
        : {
            kind: typeof value === 'boolean' ? 'flag' : isMoney ? 'money' : 'count',
            value,
            noun: '',
            period: periodIn(name),
            start: 0,
            end: cell.length,
          }
    const amounts = plain === null ? amountsIn(cell) : [plain]
    return amounts.map((amount) => ({
      path,
      line,
      text,
      kind: amount.kind,
      value: amount.value,
      period: amount.period ?? periodIn(name),
      words: new Set([
        ...telling(first.text),
        // "boxes per order" are boxes
        ...ofColumn(amount.kind === 'count' ? name.replace(/\s+per\s+\w+/i, '') : name, amount),
        ...telling(amount.noun),
      ]),
      someOf: new Set(telling(headings.at(-1) ?? '')),
      said: none,
      beside: none,
      clause: '',
      section: `${path} ${headings.join(' / ')}`,
      cell: { row: first.text, column: name },
    }))
  })
}

/** Code calls a "Grow guide" that is included or not a guide. */
const ofColumn = (name: string, { kind }: Amount): readonly string[] =>
  kind === 'flag' ? telling(name).slice(-1) : telling(name)

const periodIn = (text: string): Amount['period'] =>
  /year|annual/i.test(text) ? 'year' : /month/i.test(text) ? 'month' : null

/** The figures of a line; behind a label a bare number is one. */
function amountsOf(text: string, labelled: ReturnType<typeof labelOf>): readonly Amount[] {
  const bare = labelled === null ? null : cellValue(labelled.rest.replace(/[.;]$/, ''))
  const isMoney = /\b(?:price|cost|fee)s?\b/i.test(labelled?.label ?? '')
  return typeof bare === 'number'
    ? [
        {
          kind: isMoney ? 'money' : 'count',
          value: bare,
          noun: '',
          period: null,
          start: 0,
          end: 0,
        },
      ]
    : amountsIn(text).filter((amount, index, all) => !isFormer(text, amount, all[index + 1]))
}

const former =
  /(?:\b(?:instead of|rather than|was|were|previously|formerly|used to (?:be|cost)|(?:up|down) from|no longer|not|currently|today)|~~)\s+(?:only\s+|just\s+)?$/i
const becoming =
  /\b(?:rais|increas|chang|go|goes|ris|low|reduc|drop|cut|mov|bump)\w*\b.*\bfrom\s+(?:~~)?$/i

/** "from $19 to $29", "$19 → $29", "instead of $19": a figure that no longer holds. */
function isFormer(text: string, { kind, start, end }: Amount, next: Amount | undefined): boolean {
  const before = text.slice(0, start)
  const between = next?.kind === kind ? text.slice(end, next.start).trim() : ''
  return (
    former.test(before) ||
    /^(?:→|->|=>)$/.test(between) ||
    (between === 'to' && becoming.test(before))
  )
}

function ofText(
  { path, line, text, headings, parents, isItem }: DocumentLine,
  subjects: ReadonlySet<string>,
): readonly Statement[] {
  const labelled = labelOf(text)
  const heading = headings.at(-1) ?? ''
  const around = [
    ...parents.map((each) => labelOf(each)?.label ?? each),
    ...(isSubject(heading, subjects) ? [heading] : []),
  ].flatMap(telling)
  const known = [...subjects].filter(
    (subject) => !isItem && subject.split(' ').every((word) => wordsOf(text).includes(word)),
  )
  const [only = '', another] = known
  const label =
    labelled === null
      ? another === undefined && only !== ''
        ? only.split(' ')
        : []
      : telling(labelled.label)
  const amounts = amountsOf(text, labelled)
  return amounts.flatMap((amount): readonly Statement[] => {
    // "save 20 % with the yearly plan" says whose figure it is by the words around it
    const words = new Set([
      ...label,
      ...around,
      // "Titles: 80 characters" is about titles
      ...telling(amount.noun).filter((word) => label.length === 0 || !measuring.test(word)),
      ...(amount.kind === 'percent' && amount.noun === '' && labelled === null
        ? telling(clauseAround(text, amount))
        : []),
    ])
    const said = labelled === null ? rootsOf(sentenceAround(text, amount)) : none
    const isProse = labelled === null && !isItem && label.length === 0
    return words.size + said.size === 0
      ? []
      : [
          {
            path,
            line,
            text,
            kind: amount.kind,
            value: amount.value,
            period: amount.period,
            words: isProse ? none : words,
            someOf: new Set(isSubject(heading, subjects) ? [] : telling(heading)),
            said,
            beside: labelled === null ? rootsOf(wordsBeside(text, amount)) : none,
            clause: labelled === null ? clauseOf(text, amount, amounts) : '',
            section: `${path} ${headings.join(' / ')}`,
          },
        ]
  })
}

const isSubject = (heading: string, subjects: ReadonlySet<string>): boolean =>
  subjects.has(telling(heading).join(' '))

const rootsOf = (text: string): ReadonlySet<string> =>
  new Set(wordsOf(text).map((word) => rootOf(word)))

const nearWords = 3

const wordsBeside = (text: string, { start, end }: Amount): string =>
  [
    ...text
      .slice(0, start)
      .split(/\s+/)
      .filter((word) => word !== '')
      .slice(-nearWords),
    ...text.slice(start, end).split(/\s+/),
    ...text
      .slice(end)
      .split(/\s+/)
      .filter((word) => word !== '')
      .slice(0, nearWords),
  ].join(' ')

/** The sentence that a figure stands in. */
const sentenceAround = (text: string, { start }: Amount): string => {
  const ends = [...text.matchAll(/[.!?](?=\s+\p{Lu})/gu)].map(({ index }) => index + 1)
  return text.slice(
    ends.findLast((end) => end <= start) ?? 0,
    ends.find((end) => end > start),
  )
}

function clauseOf(text: string, amount: Amount, all: readonly Amount[]): string {
  const sentence = sentenceAround(text, amount)
  const from = Math.max(
    text.indexOf(sentence),
    ...all.filter(({ end }) => end <= amount.start).map(({ end }) => end),
  )
  const rest = text.slice(amount.end, text.indexOf(sentence) + sentence.length)
  const next = all.find(({ start }) => start > amount.end)
  const tail = next === undefined ? rest : (rest.split(/[,;]|\b(?:and|but)\b/)[0] ?? '')
  return `${text.slice(from, amount.end)}${tail}`.trim()
}

const clauseAround = (text: string, { start, end }: Amount): string =>
  `${
    text
      .slice(0, start)
      .split(/[,;:.]/)
      .at(-1) ?? ''
  } ${text.slice(end).split(/[,;:.]/)[0] ?? ''}`
