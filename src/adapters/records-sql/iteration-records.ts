import { IterationRow } from '../../model/records-improvements.ts'
import type { IterationRecords } from '../../ports/records.ts'
import type { Database } from './database.ts'
import { oneOf, rowsOf, save, tableOf, where } from './statements.ts'

const iterations = tableOf('test_iterations', IterationRow)

export const iterationRecords = (database: Database): IterationRecords => ({
  saveIteration: (iteration) => save(database, iterations, [iteration], 'take-new'),
  iteration: (id) => oneOf(database, iterations, id),
  iterations: (project) =>
    rowsOf(
      database,
      iterations,
      where([['project_name = ?', project]]),
      'order by project_name, iteration_number',
    ),
})
