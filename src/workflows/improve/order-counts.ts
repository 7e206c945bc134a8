import { z } from 'zod'
import { jsonOf } from '../../kit/parse.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { OrderLive } from '../workorder/state.ts'
import type { OrderLog } from './events.ts'

const count = z.int().nonnegative()
const Counted = z.object({
  counts: z
    .object({
      tests: z.object({ passed: count, failed: count, skipped: count }).nullable().catch(null),
      buildErrors: count.nullable().catch(null),
    })
    .optional(),
})

/** What was counted when the order was measured; null where nobody counted. */
export async function countsOf(
  { blobs }: Pick<Workspace, 'blobs'>,
  { measured, compiled }: OrderLive,
): Promise<Pick<OrderLog, 'compilationErrors' | 'tests'>> {
  const text = measured === null ? null : await blobs.get(measured.report)
  const cached = text === null ? null : Counted.safeParse(jsonOf(text))
  const counts = cached?.success === true ? cached.data.counts : undefined
  return {
    compilationErrors: compiled?.errors.length ?? counts?.buildErrors ?? null,
    tests: counts?.tests ?? null,
  }
}

/** Why an order did not get through, where no attempt says it. */
export function classOf(state: OrderLive): string | null {
  if (state.at === 'ended' && state.outcome === 'completed') return null
  if (state.at === 'ended' && state.outcome === 'cap_reached') return 'budget_exceeded'
  const { measured } = state
  if (measured === null) return 'unknown'
  const { acceptance } = measured
  if (!acceptance.build_passed) return 'compile_error'
  if (!acceptance.tests_passed) return 'test_fail'
  if (acceptance.lint_errors > 0) return 'lint_error'
  return state.at === 'asking' ? 'undecided' : 'unknown'
}
