import type { z } from 'zod'
import {
  ImprovementImpact,
  IterationLogRow,
  IterationProgress,
  IterationRow,
} from '../../model/records-improvements.ts'
import type { IterationRecords } from '../../ports/records.ts'
import type { Database } from './database.ts'
import { isId, oneOf, rowsOf, save, type Table, tableOf, where } from './statements.ts'

const iterations = tableOf('test_iterations', IterationRow)
const logs = tableOf('iteration_work_order_logs', IterationLogRow)
const progress = tableOf('iteration_progress', IterationProgress)
const impact = tableOf('improvement_impact_report', ImprovementImpact)

const ofProject = <Schema extends z.ZodType>(
  database: Database,
  table: Table<Schema>,
  project: string | undefined,
) =>
  rowsOf(
    database,
    table,
    where([['project_name = ?', project]]),
    'order by project_name, iteration_number',
  )

export const iterationRecords = (database: Database): IterationRecords => ({
  saveIteration: (iteration) => save(database, iterations, [iteration], 'take-new'),
  iteration: (id) => oneOf(database, iterations, id),
  iterations: (project) => ofProject(database, iterations, project),
  logIterationOrder: (log) => save(database, logs, [log], 'take-new'),
  iterationLogs: async (iterationId) =>
    isId(iterationId)
      ? rowsOf(
          database,
          logs,
          where([['iteration_id = ?', iterationId.toLowerCase()]]),
          'order by execution_order, id',
        )
      : [],
  iterationProgress: (project) => ofProject(database, progress, project),
  improvementImpact: () => rowsOf(database, impact, undefined, 'order by proposed_at, id'),
})
