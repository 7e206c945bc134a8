import type { Entry } from '../../src/model/entry.ts'
import { payloads, type Setup } from '../../src/workflows/reflex/events.ts'

/**
 * What must have ended a run, read from its history alone. Written from the table of stop reasons, not
 * from the machine. Null where the end was not decided by an evaluation.
 */
export function expectedStop(entries: readonly Entry[], setup: Setup): string | null {
  const last = entries.findLastIndex(({ event }) => event === 'evaluation_done')
  const end = entries.at(-1)
  if (last === -1 || end?.event !== 'stopped' || last !== entries.length - 2) return null
  const { code } = payloads.stopped.parse(end.payload)
  // by chance at the same moment: a person's word, or a budget, which the oracle does not add up
  if (code === 'user_stop' || code === 'budget_exceeded') return null

  const entry = entries[last]
  const evaluation = payloads.evaluation_done.parse(entry?.payload)
  const inB = entry?.phase === 'B'
  if (inB && evaluation.passed) return 'threshold_reached'
  if (inB && evaluation.failed.length === 0 && !setup.options.require_threshold)
    return 'no_major_issues'
  if (flatScores(entries.slice(0, last + 1), setup) >= 2) return 'stagnation'
  const before = entries.slice(0, last).findLast(({ event }) => event === 'evaluation_done')
  const isSame =
    before?.phase === entry?.phase &&
    before?.payload['artifact_sha256'] === entry?.payload['artifact_sha256']
  if (isSame && !(entry?.phase === 'A' && evaluation.passed)) return 'stagnation'
  return (entry?.iteration ?? 0) >= setup.max_iterations ? 'iteration_limit' : 'nothing'
}

/** How many evaluations in a row, within the last phase, brought less than 0.02 without a blocker. */
function flatScores(entries: readonly Entry[], setup: Setup): number {
  let before: number | null = null
  let flat = 0
  let phase: string | null = null
  for (const entry of entries) {
    if (entry.event !== 'evaluation_done') continue
    const { score, failed } = payloads.evaluation_done.parse(entry.payload)
    if (entry.phase !== phase) {
      flat = 0
      before = null
    }
    const counts = failed.length === 0 || setup.options.stagnation_includes_blockers
    const progress = before === null || score - before > 0.02 - 1e-9
    if (progress) flat = 0
    else if (counts) flat += 1
    before = score
    phase = entry.phase
  }
  return flat
}
