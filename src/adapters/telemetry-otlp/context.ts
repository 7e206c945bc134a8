import { createHash, randomBytes } from 'node:crypto'
import type { Entry } from '../../model/entry.ts'
import type { Exporter } from './exporter.ts'
import type { Settings } from './settings.ts'

/** A run while a process writes it: the step that is under way gets its span when it is recorded. */
export type Sitting = {
  readonly workflow: string
  readonly runId: string
  readonly traceId: string
  readonly spanId: string
  readonly beganMs: number
  step: { readonly spanId: string; readonly beganMs: number }
  last: Entry | null
}

export type Context = {
  readonly settings: Settings
  readonly exporter: Exporter
  /** The run that was begun last is the one at work; what it drives comes after it. */
  readonly sittings: Sitting[]
}

export const spanId = (): string => randomBytes(8).toString('hex')
export const now = (): number => performance.timeOrigin + performance.now()

/** The trace that was handed to us; without one, all processes that go on with a run share one. */
export const traceOf = ({ parent }: Settings, runId: string): string =>
  parent?.traceId ?? createHash('sha256').update(`loopwright ${runId}`).digest('hex').slice(0, 32)
