import type { Brief, CallToAction, ContentRequirement, Need } from './brief.ts'
import type { InputError } from './input-error.ts'
import { quoted } from './input-error.ts'
import { tablesOf, writtenAs } from './markdown-fields.ts'
import { keyOf, type Outlined, plainText } from './markdown-outline.ts'
import type { Part } from './brief-parts.ts'

type Read<Value> = { readonly value: Value; readonly warnings: readonly InputError[] }

/** Rows of tables of sections, wherever they stand; in the part about content also its list items. */
export function readRequirements(
  part: Part | undefined,
  sections: readonly Outlined[],
  path: string,
): Read<readonly ContentRequirement[]> {
  const own = part?.sections ?? []
  const others = sections.filter(({ line }) => own.every((section) => section.line !== line))
  const read = [
    ...own
      .filter((section) => !isAside(section))
      .map((section, index) => sectionRequirements(section, index > 0, path)),
    ...others.map((section) => tabled(section, { path, named: [/^sections?$/] })),
  ]
  return {
    value: read.flatMap(({ value }) => value),
    warnings: read.flatMap(({ warnings }) => warnings),
  }
}

const isAside = ({ key }: Outlined): boolean => /key_messages|cta|calls?_to_action/.test(key)

function sectionRequirements(
  section: Outlined,
  below: boolean,
  path: string,
): Read<readonly ContentRequirement[]> {
  const pageTitle = below ? section.heading.replace(/^page:\s*/i, '') : ''
  const named = [/^(?:section|element|content|block|item|requirement)s?$/, /^page$/]
  const { value, warnings } = tabled(section, { path, named, pageTitle })
  const listed = section.lines.flatMap(({ text, line }) => {
    const item = itemNeed(text) ?? bareItem(text)
    return item === null ? [] : [{ page: pageTitle, ...item, line }]
  })
  return { value: [...value, ...listed], warnings }
}

type Tabled = {
  readonly path: string
  readonly named: readonly RegExp[]
  readonly pageTitle?: string
}

function tabled(
  { lines }: Outlined,
  { path, named, pageTitle = '' }: Tabled,
): Read<readonly ContentRequirement[]> {
  const value: ContentRequirement[] = []
  const warnings: InputError[] = []
  for (const { header, rows } of tablesOf(lines)) {
    const column = columnsOf(header, named)
    if (column.section === -1) continue
    for (const { cells, line } of rows) {
      const need = column.need === -1 ? 'must' : needOf(cells[column.need] ?? '')
      const name = plainText(cells[column.section] ?? '')
      if (name === '') continue
      if (need === null)
        warnings.push(unclearNeed(path, line, { name, found: cells[column.need] ?? '' }))
      value.push({
        page: plainText(cells[column.page] ?? '') || pageTitle,
        section: name,
        // what nobody ranked is taken seriously
        need: need ?? 'must',
        detail: plainText(cells[column.detail] ?? ''),
        line,
      })
    }
  }
  return { value, warnings }
}

const unclearNeed = (
  path: string,
  line: number,
  { name, found }: { readonly name: string; readonly found: string },
): InputError => ({
  code: 'BRIEF_INVALID',
  path,
  line,
  at: name,
  what: `the priority of ${quoted(name)} is ${quoted(found)}`,
  expected: 'must, should or nice; it is taken as must',
})

function columnsOf(header: readonly string[], named: readonly RegExp[]) {
  const keys = header.map(keyOf)
  const at = (pattern: RegExp) => keys.findIndex((key) => pattern.test(key))
  const page = at(/^page$/)
  const section = named.map(at).find((index) => index !== -1) ?? -1
  return {
    page,
    section,
    need: at(/^(?:priority|need|level|must|must_should_nice|required|importance|moscow)$/),
    detail: keys.findIndex(
      (key, index) =>
        index !== section &&
        /^(?:details?|description|notes?|purpose|what|contents?|key_content|text|comments?)$/.test(
          key,
        ),
    ),
  }
}

/** must, should, nice, however a person writes them. */
function needOf(text: string): Need | null {
  const word = plainText(text).toLowerCase()
  if (/^(?:(?:must|required|yes|high|p0|m|x)\b|✓)/.test(word)) return 'must'
  if (/^(?:should|recommended|medium|p1|s|no)\b/.test(word)) return 'should'
  if (/^(?:nice|could|optional|low|p2|n)\b/.test(word)) return 'nice'
  return null
}

type Item = Pick<ContentRequirement, 'need' | 'section' | 'detail'> & { readonly page?: string }

/** `- [must] Hero: …`, `- Hero (must): …`, `- Home: Hero (must): …` and `- Must: Hero`. */
function itemNeed(text: string): Item | null {
  const item = /^\s*[-*+]\s+(?:\[[ xX]\]\s+)?(.*)$/.exec(text)?.[1]
  if (item === undefined) return null
  const plain = plainText(item)
  const word = '(must|should|nice)(?:[- ](?:have|to have))?'
  const front = new RegExp(`^[[(]?${word}[\\])]?\\s*:?\\s+(.+)$`, 'i').exec(plain)
  const back = new RegExp(`^(.+?)\\s*[[(]${word}[\\])]\\s*:?\\s*(.*)$`, 'i').exec(plain)
  const need = needOf(front?.[1] ?? back?.[2] ?? '')
  if (need === null) return null
  const [, page, named] = /^([^:]+):\s+([^:]+)$/.exec(back?.[1] ?? '') ?? []
  if (!front && page !== undefined && named !== undefined)
    return { need, page, section: named, detail: back?.[3] ?? '' }
  const rest = back && !front ? `${back[1] ?? ''}: ${back[3] ?? ''}` : (front?.[2] ?? '')
  const [section = '', ...detail] = rest.split(/\s*(?::|—|–| - )\s+/)
  return { need, section: section.replace(/:\s*$/, '').trim(), detail: detail.join(': ').trim() }
}

/** `- Opening hours`, `- Pricing: three plans`: a section by its name. What nobody ranked is a must. */
function bareItem(text: string): Item | null {
  const item = /^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/.exec(text)?.[1]
  const [, section = '', detail = ''] =
    /^([^:–—(.]{2,40}?)\s*(?:(?::|–|—|\()\s*(.*?)\)?)?$/.exec(plainText(item ?? '')) ?? []
  const isName = section !== '' && section.split(/\s+/).length <= 4
  return isName ? { need: 'must', section, detail } : null
}

/** The table of calls to action: a label, and where it leads. */
export function readCalls(sections: readonly Outlined[]): readonly CallToAction[] {
  return sections.filter(isAside).flatMap(({ lines }) =>
    tablesOf(lines).flatMap(({ header, rows }) => {
      const keys = header.map(keyOf)
      const label = keys.findIndex((key) => /^(?:cta|label|text|button|call_to_action)/.test(key))
      const target = keys.findIndex((key) =>
        /^(?:target|destination|href|link|action|goal)/.test(key),
      )
      return rows
        .map(({ cells, line }) => ({
          label: plainText(cells[label] ?? ''),
          target: plainText(cells[target] ?? ''),
          line,
        }))
        .filter((call) => call.label !== '')
    }),
  )
}

const isKpiLabel = (label: string): boolean => /^(?:kpis?|key_metrics|metrics)$/.test(label)

/** The full template wants two to four figures to measure the goal by. */
export function readKpis(
  goal: Part | undefined,
  form: Brief['form'],
  path: string,
): Read<readonly string[]> {
  const value = (goal?.fields ?? [])
    .filter(({ path: labels }) => labels.some(isKpiLabel))
    .map((field) => (isKpiLabel(field.path.at(-1) ?? '') ? field.value : writtenAs(field)))
  const fits = form === 'minimum' || (value.length >= 2 && value.length <= 4)
  return {
    value,
    warnings: fits
      ? []
      : [
          {
            code: 'BRIEF_INVALID',
            path,
            line: goal?.line ?? 1,
            at: 'Goal',
            what: `the goal has ${value.length} KPIs`,
            expected: '2 to 4',
          },
        ],
  }
}
