import type { ExamItem } from '../../obligations/exam.ts'
import type { Brief } from './inputs/brief.ts'
import { tablesOf } from './inputs/markdown-fields.ts'
import { keyOf, outlineOf, plainText } from './inputs/markdown-outline.ts'

/** One thing that a brief asks, before it has a number. */
export type Made = Pick<ExamItem, 'statement' | 'check'> & {
  readonly text: string
  readonly line?: number
  readonly weight?: ExamItem['weight']
  readonly negated?: boolean
  readonly reason?: string
  readonly open?: string[]
}

/** Tables of the fields of a form: | Field | Type | Required |, wherever they stand. */
export function fieldTables({ text }: Brief): readonly {
  readonly item: Made
  readonly lines: readonly { readonly line: number }[]
}[] {
  return outlineOf(text).sections.flatMap(({ heading, lines }) =>
    tablesOf(lines).flatMap(({ header, rows }) => {
      const keys = header.map(keyOf)
      const at = (pattern: RegExp) => keys.findIndex((key) => pattern.test(key))
      const [name, type, required] = [
        at(/^(?:field|label|input)/),
        at(/^type/),
        at(/^required|^mandatory/),
      ]
      if (name === -1 || (type === -1 && required === -1)) return []
      const fields = rows
        .map(({ cells }) => ({
          name: plainText(cells[name] ?? ''),
          ...(type === -1 ? {} : { type: plainText(cells[type] ?? '').toLowerCase() }),
          ...(/^(?:yes|true|x|✓|required|must)/i.test(plainText(cells[required] ?? ''))
            ? { required: true }
            : {}),
        }))
        .filter((field) => field.name !== '')
      if (fields.length === 0) return []
      const item: Made = {
        statement: `a form has ${fields.map((field) => field.name).join(', ')}`,
        check: { type: 'fields', owner: heading, fields },
        text: rows.map(({ cells }) => cells.join(' | ')).join('; '),
        ...(rows[0] === undefined ? {} : { line: rows[0].line }),
      }
      return [{ item, lines: rows }]
    }),
  )
}
