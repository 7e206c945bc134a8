import type { GanRun } from '../state.ts'
import type { GanBench } from './bench.ts'

/** What every errand is told of the project: its inputs as they were written. */
export const sourcesOf = (
  { texts }: Pick<GanBench, 'texts'>,
  { setup }: Pick<GanRun, 'setup'>,
) => ({
  projectId: setup.projectId,
  ...texts,
})
