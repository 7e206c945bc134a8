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
    return shownOnce(facts, ({ tables }) => tables)
      .filter(
        ({ rows, columns, headers: count, role }) =>
          rows >= 2 && columns >= 2 && count === 0 && role !== 'presentation' && role !== 'none',
      )
      .map((each) => ({
        message: `the table of ${each.rows} rows and ${each.columns} columns has no header cells`,
        place: at(each),
      }))
  },
)

export const tableRules: readonly PageRule[] = [headers]
