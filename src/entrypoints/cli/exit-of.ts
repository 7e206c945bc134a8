import type { Resting } from '../../app/drive-frame.ts'
import { exitCodes, type ExitCode } from '../../model/problem.ts'

/** What a run that came to rest means for a script. */
export function exitOf(rest: Resting<unknown>): ExitCode {
  if (rest.type !== 'ended') return exitCodes.parked
  const codes = { accepted: 0, 'not-accepted': 1, 'cap-reached': 4, failed: 5 } as const
  return codes[rest.ending.outcome]
}
