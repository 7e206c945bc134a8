import { aside } from './dispatch.ts'
import { cellsOf, outsideFences } from './plan.ts'

export type Requirement = {
  /** `FR-1`, `AC-2`; null where it has none. */
  readonly id: string | null
  readonly text: string
  readonly line: number
  /** The heading it stands under. */
  readonly section: string
  /** A criterion says how the whole is judged; a constraint how it must be built. */
  readonly type: 'requirement' | 'criterion' | 'constraint'
  /** What is written below it. */
  readonly details: readonly string[]
}

const types: readonly (readonly [RegExp, Requirement['type']])[] = [
  [
    /\b(?:acceptance|success|done|completion|verification|exit) criteria\b|^acceptance$|definition of done/i,
    'criterion',
  ],
  [
    /\b(?:non[- ]?functional|technical|quality|performance|security|accessibility)\b.*\brequirements?\b|\bconstraints?\b/i,
    'constraint',
  ],
  [
    /\brequirements?\b|\buser stor(?:y|ies)\b|^(?:deliverables|features|scope|in scope|functional scope|scope of work|what to build)$/i,
    'requirement',
  ],
]
const typeOf = (heading: string): Requirement['type'] | null =>
  types.find(([pattern]) => pattern.test(heading))?.[1] ?? null

export const isRequirementHeading = (heading: string): boolean => typeOf(heading) !== null

const idPattern = '(?:FR|NFR|AC|US|REQ|BR|UC|TR|SC|R)[-_ ]?\\d+(?:\\.\\d+)*[a-z]?'
const leading = new RegExp(`^[\\W_]*(${idPattern})\\b[\\s:.)\\]*_–—-]*`)
export const idsOf = (text: string): readonly string[] =>
  (text.match(new RegExp(`\\b${idPattern}\\b`, 'g')) ?? []).map(sameId)
export const sameId = (id: string): string => id.toUpperCase().replaceAll(/[-_ ]/g, '')

const plain = (text: string): string =>
  text
    .replaceAll(/\*\*|__|<!--.*?-->/g, '')
    .replace(/^\[.?\]\s+/u, '')
    .trim()

const nameOfHeading = (title: string): string =>
  plain(title)
    .replace(/^(?:[\d.]+\d\.?|\d+\.|\d+\)|[\p{So}\uFE0F]+)\s+/u, '')
    .replace(/:$/, '')

/** The cells of a row as a sentence; the rule below the head says nothing. */
const rowOf = (raw: string): string =>
  cellsOf(raw)
    .filter((cell) => !/^:?-*:?$/.test(cell))
    .join(' – ')

/** What a spec asks for in a form that can be read: items, rows and headings with an id, in its sections of requirements. */
export function readRequirements(spec: string): readonly Requirement[] {
  const results: (Omit<Requirement, 'details'> & { readonly details: string[] })[] = []
  let headings: readonly { readonly depth: number; readonly text: string }[] = []
  let indent: number | null = null
  let isTable = false
  let isLeftOut = false
  const add = (raw: string, line: number, type: Requirement['type']) => {
    const text = plain(raw)
    const id = leading.exec(text)?.[1] ?? null
    const said = id === null ? text : text.replace(leading, '')
    const around = headings.filter(({ text: name }) => !leading.test(name))
    const section = around.at(-1)?.text ?? ''
    isLeftOut = said === '' || aside.test(said.replace(/:$/, ''))
    if (!isLeftOut) results.push({ id, text: said, line, section, type, details: [] })
  }
  for (const [index, raw] of outsideFences(spec).lines.entries()) {
    const [, marks = '', title = ''] = /^(#{1,6})\s+(.*?)\s*#*$/.exec(raw) ?? []
    const text = nameOfHeading(title)
    if (marks !== '') {
      headings = [
        ...headings.filter(({ depth }) => depth < marks.length),
        { depth: marks.length, text },
      ]
      indent = null
    }
    const isAside = headings.some((each) => aside.test(each.text))
    const type = headings.map((each) => typeOf(each.text)).findLast((each) => each !== null) ?? null
    if (isAside || raw.trim() === '') continue
    if (marks !== '') {
      if (leading.test(text)) add(text, index + 1, type ?? 'requirement')
      continue
    }
    const last = results.at(-1)
    const isBelowId =
      last !== undefined && last.id !== null && leading.test(headings.at(-1)?.text ?? '')
    if (raw.trim().startsWith('|')) {
      if (isTable && type !== null) add(rowOf(raw), index + 1, type)
      isTable = true
      continue
    }
    isTable = false
    const [, space = '', item] = /^(\s*)(?:[-*+•]|\d+[.)])\s+(.*)$/.exec(raw) ?? []
    const depth = space.replaceAll('\t', '    ').length
    if (isBelowId || (last !== undefined && indent !== null && depth > indent)) {
      if (!isLeftOut) last?.details.push(plain(item ?? raw.trim()))
      continue
    }
    const isNamed = leading.test(plain(raw))
    if (item === undefined && !isNamed) {
      if (/^\S/.test(raw)) indent = null
      continue
    }
    if (type === null && !(isNamed && item !== undefined)) continue
    indent = depth
    add(item ?? raw, index + 1, type ?? 'requirement')
  }
  return results
}

const empty = new Set(
  'the and for with that this from into are was were has have had will would can could may might must shall should not but all any each every when where while which who what how why its their them they then than also only own our your his her one two new via per use uses used using add adds added create creates created make makes made implement implements implemented implementation ensure ensures ensured support supports supported provide provides provided include includes including allow allows update updates updated updating existing current currently user users system application app project feature features functionality code work works working properly correctly successfully task tasks requirement requirements such based within without between across after before during same other more most less least there here been being does did done get gets set sets able need needs needed available specific'.split(
    ' ',
  ),
)

/** The words of a text that carry its meaning, without their endings. */
export const contentWords = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/\p{L}[\p{L}\d]{2,}/gu)
      ?.filter((word) => !empty.has(word))
      .map(stem) ?? [],
  )

const stem = (word: string): string =>
  word
    .replace(/(?:ations?|ities|ity|ies|ing|ers?|ed|ions?|es|s|e|y)$/, (ending, at: number) =>
      at < 3 ? ending : '',
    )
    .slice(0, 8)

/** How many of the words are among the others, from 0 to 1. */
export const shareOf = (words: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  words.size === 0 ? 0 : [...words].filter((word) => others.has(word)).length / words.size
