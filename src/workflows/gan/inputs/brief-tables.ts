import type { CallToAction, ContentRequirement, Need } from './brief.ts'
import { type InputError, quoted } from './input-error.ts'
import { tablesOf } from './markdown-fields.ts'
import { keyOf, type Outlined, plainText } from './markdown-outline.ts'

const needs: Readonly<Record<string, Need>> = {
  must: 'must',
  required: 'must',
  yes: 'must',
  should: 'should',
  no: 'should',
  nice: 'nice',
  could: 'nice',
  optional: 'nice',
}

type Requirements = {
  readonly value: readonly ContentRequirement[]
  readonly warnings: readonly InputError[]
}

/** Rows of tables with a column Section, wherever they stand. What else is said of content stays a sentence. */
export function readRequirements(sections: readonly Outlined[], path: string): Requirements {
  const value: ContentRequirement[] = []
  const warnings: InputError[] = []
  for (const { header, rows } of sections.flatMap(({ lines }) => tablesOf(lines))) {
    const at = columnsOf(header)
    const section = at(/^(?:sections?|element|block)$/)
    if (section === -1) continue
    const column = {
      page: at(/^page$/),
      need: at(/^(?:priority|need|must|required)$/),
      detail: at(/^(?:details?|description|notes?|contents?)$/),
    }
    for (const { cells, line } of rows) {
      const cell = (index: number) => plainText(cells[index] ?? '')
      const name = cell(section)
      if (name === '') continue
      const word =
        cell(column.need)
          .toLowerCase()
          .split(/[^a-z]/)[0] ?? ''
      const need = column.need !== -1 && Object.hasOwn(needs, word) ? needs[word] : undefined
      if (need === undefined && column.need !== -1)
        warnings.push({
          code: 'BRIEF_INVALID',
          path,
          line,
          at: name,
          what: `the priority of ${quoted(name)} is ${quoted(cell(column.need))}`,
          expected: 'must, should or nice; it is taken as must',
        })
      // what nobody ranked is taken seriously
      value.push({
        page: cell(column.page),
        section: name,
        need: need ?? 'must',
        detail: cell(column.detail),
        line,
      })
    }
  }
  return { value, warnings }
}

const columnsOf = (header: readonly string[]) => {
  const keys = header.map(keyOf)
  return (pattern: RegExp): number => keys.findIndex((key) => pattern.test(key))
}

/** The tables of calls to action: a label, and where it leads. */
export const readCalls = (sections: readonly Outlined[]): readonly CallToAction[] =>
  sections
    .filter(({ key }) => /cta|calls?_to_action/.test(key))
    .flatMap(({ lines }) =>
      tablesOf(lines).flatMap(({ header, rows }) => {
        const at = columnsOf(header)
        const label = at(/^(?:cta|label|text|button|call_to_action)/)
        const target = at(/^(?:target|destination|href|link|action|goal)/)
        return rows
          .map(({ cells, line }) => ({
            label: plainText(cells[label] ?? ''),
            target: plainText(cells[target] ?? ''),
            line,
          }))
          .filter((call) => call.label !== '')
      }),
    )
