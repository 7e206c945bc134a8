import { exitCodes } from '../../model/problem.ts'
import { type Call, flag } from './command.ts'

export type Pause = { readonly pause: AbortSignal; readonly end: () => void }

/** Ctrl-C pauses: the step in progress is given up, everything recorded stays. */
export function pauseOnInterrupt({ terminal, values }: Call): Pause {
  const controller = new AbortController()
  const interrupt = () => {
    // a second Ctrl-C is for impatient people: everything recorded is safe
    if (controller.signal.aborted) process.exit(exitCodes.parked)
    controller.abort()
    if (!flag(values, 'json'))
      terminal.mention('\npausing: the step in progress is given up, the run stays resumable …')
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  return {
    pause: controller.signal,
    end() {
      process.off('SIGINT', interrupt)
      process.off('SIGTERM', interrupt)
    },
  }
}
