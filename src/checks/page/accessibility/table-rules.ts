import type { PageRule } from '../page-rule.ts'
import { at, shownOnce, worksRule } from './about.ts'

const headers: PageRule = worksRule(
  {
    id: 'table-headers',
    about: 'A table of data names its columns or rows with header cells, and has data beside them.',
    example: { bad: '<td>Price</td>', better: '<th scope="col">Price</th>' },
    mustPass: true,
  },
  (facts) => {
    const missing = shownOnce(facts, ({ tables }) => tables)
      .filter(
        ({ rows, columns, headers: count, role }) =>
          rows >= 2 && columns >= 2 && count === 0 && role !== 'presentation' && role !== 'none',
      )
      .map((each) => ({
        message: `the table of ${each.rows} rows and ${each.columns} columns has no header cells`,
        place: at(each),
      }))
    const only = (facts.markup?.tables ?? [])
      .filter(({ headerCells, dataCells }) => headerCells >= 4 && dataCells === 0)
      .map(({ selector }) => ({
        message: 'every cell of the table is a header, and none holds data',
        place: { selector },
      }))
    return [...missing, ...only]
  },
)

const emptyHeader: PageRule = worksRule(
  {
    id: 'table-header-empty',
    about: 'A header cell says what its row or column holds; an empty corner is a plain cell.',
    example: { bad: '<th></th>', better: '<td></td>' },
  },
  ({ markup }) =>
    (markup?.tables ?? [])
      .filter(({ emptyHeaders }) => emptyHeaders > 0)
      .map(({ selector, emptyHeaders }) => ({
        message: `the table has ${emptyHeaders} empty header cell${emptyHeaders === 1 ? '' : 's'}`,
        place: { selector },
      })),
)

const nested: PageRule = worksRule(
  {
    id: 'table-nested',
    about: 'A table does not stand in the cell of another: nobody can hear where it ends.',
    example: { bad: '<td><table>…', better: 'two tables, each with a caption' },
  },
  ({ markup }) =>
    (markup?.tables ?? [])
      .filter(({ inside }) => inside !== null)
      .map(({ selector, inside }) => ({
        message: `the table stands in a ${inside === 'header' ? 'header cell' : 'cell'} of another`,
        place: { selector },
      })),
)

const uneven: PageRule = worksRule(
  {
    id: 'table-uneven',
    about: 'The rows of a table have the same number of cells, spans counted.',
    example: { bad: 'a row of two cells under three headers', better: 'three cells in each row' },
  },
  ({ markup }) =>
    (markup?.tables ?? [])
      .filter(({ headerCells, widths }) => headerCells > 0 && new Set(widths).size > 1)
      .map(({ selector, widths }) => ({
        message: `the rows of the table have ${Math.min(...widths)} to ${Math.max(...widths)} cells`,
        place: { selector },
      })),
)

export const tableRules: readonly PageRule[] = [headers, emptyHeader, nested, uneven]
