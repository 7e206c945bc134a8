import type { BenchCommand, Workbench } from '../../ports/workbench.ts'

export type Ran =
  | { readonly type: 'exited'; readonly code: number; readonly output: string; readonly ms: number }
  | { readonly type: 'stopped'; readonly limit: string; readonly ms: number }
  /** The budget ended the run, not the time that a run of its kind may take. */
  | { readonly type: 'late' }
  | { readonly type: 'refused'; readonly reason: string }

/** Runs commands while the budget lasts, and counts what they take. */
export type Stopwatch = {
  readonly spent: () => number
  readonly affords: (ms: number) => boolean
  /** `usual`: how long such a run takes; it is stopped when it takes far longer. */
  readonly run: (argv: BenchCommand['argv'], usual: number | null) => Promise<Ran>
}

const slack = { times: 4, ms: 3_000 }

export function openStopwatch(
  workbench: Workbench,
  budgetMs: number,
  signal: AbortSignal,
): Stopwatch {
  let spent = 0
  const left = () => budgetMs - spent
  return {
    spent: () => spent,
    affords: (ms) => left() >= ms && left() > 0,
    run: async (argv, usual) => {
      if (left() <= 0) return { type: 'late' }
      const patience = usual === null ? Infinity : usual * slack.times + slack.ms
      const wallMs = Math.ceil(Math.min(patience, left()))
      const env = { CI: '1', NO_COLOR: '1' }
      const ran = await workbench.run({ argv, env, limits: { wallMs } }, signal)
      if (!ran.ok) return { type: 'refused', reason: ran.error.reason }
      const { value } = ran
      spent += value.ms
      if (value.type === 'exited')
        return {
          type: 'exited',
          code: value.code,
          output: `${value.stdout}\n${value.stderr}`,
          ms: value.ms,
        }
      if (value.limit === 'time' && patience > wallMs) return { type: 'late' }
      return { type: 'stopped', limit: value.limit, ms: value.ms }
    },
  }
}
