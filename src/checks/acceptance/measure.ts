import type { Result } from '../../model/result.ts'
import type { SandboxRefusal } from '../../ports/sandbox.ts'
import type { Workbench } from '../../ports/workbench.ts'
import type { Measurement } from './measurement.ts'

export type MeasureOptions = {
  /** Commands of the user's own; they go before what the project offers. */
  readonly commands?: { readonly build?: string; readonly test?: string; readonly lint?: string }
  /** Seconds for the first attempt; a time-out is tried again with at least 120 and then 300. */
  readonly seconds?: { readonly build?: number; readonly test?: number; readonly lint?: number }
  /** The least seconds of the second and the third attempt after a time-out. */
  readonly retrySeconds?: readonly number[]
  readonly elapsedMs: () => number
  readonly onProgress?: (what: string) => void
}

/** Measures a project with its own commands and a parser. */
export async function measure(
  _bench: Workbench,
  _options: MeasureOptions,
  _signal: AbortSignal,
): Promise<Result<Measurement, SandboxRefusal>> {
  throw new Error('not measured yet')
}
