import type { Block } from './read-outline.ts'
import { plain } from './read-words.ts'

type Row = {
  readonly label: string
  readonly title: string
  readonly text: string
  readonly fields: readonly string[]
}

const columns = {
  label: /^(?:id|#|no\.?|nr\.?|ref|key|number|req(?:uirement)? id)$/i,
  title:
    /^(?:title|name|task|feature|requirement|story|item|what|description|work|change|endpoint|component)$/i,
  files: /^(?:files?|paths?|location|module)$/i,
  needs: /^(?:depends(?: on)?|dependenc(?:y|ies)|blocked by|after)$/i,
  risk: /^risk(?: level)?$/i,
  other:
    /^(?:priority|prio|estimate|effort|points|owner|assignee|status|due|size|labels?|type|phase|sprint)$/i,
  criteria: /^(?:acceptance(?: criteria)?|done when|criteria|verification|expected(?: result)?)$/i,
} as const

/** The rows of a table as what they say of a piece of work. */
export function rowsOf({ header, rows }: Extract<Block, { type: 'table' }>): readonly Row[] {
  const titles = header.map(plain)
  const at = (pattern: RegExp) => titles.findIndex((name) => pattern.test(name))
  const [label, title] = [at(columns.label), at(columns.title)]
  const fields = [columns.files, columns.needs, columns.risk, columns.criteria, columns.other]
  const known = new Set(
    titles.flatMap((name, index) => (fields.some((each) => each.test(name)) ? [index] : [])),
  )
  return rows.map((row) => {
    const cell = (index: number) => (index < 0 ? '' : (row[index] ?? '').trim())
    const field = (name: string, index: number) =>
      cell(index) === '' ? [] : [`${name}: ${cell(index)}`]
    const main = title >= 0 ? cell(title) : (row.find((_, index) => index !== label) ?? '')
    return {
      label: cell(label),
      title: main,
      text: row
        .filter((each, index) => index !== label && !known.has(index) && each.trim() !== '')
        .map(plain)
        .join(': '),
      fields: [
        ...field('Files', at(columns.files)),
        ...field('Depends on', at(columns.needs)),
        ...field('Risk', at(columns.risk)),
        ...field('Acceptance', at(columns.criteria)),
      ],
    }
  })
}

/** Whether a table lists work: it names a task, feature or requirement in each row. */
export const listsWork = ({ header }: Extract<Block, { type: 'table' }>): boolean =>
  header.some((name) =>
    /^(?:task|feature|requirement|story|item|change|work|title)s?$/i.test(plain(name)),
  ) ||
  (header.some((name) => columns.label.test(plain(name))) &&
    header.some((name) => columns.title.test(plain(name))))
