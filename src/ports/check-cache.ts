import type { CheckOutcome } from '../model/check.ts'

/** Outcomes by the hash of everything they depend on. */
export type CheckCache = {
  get(key: string): Promise<CheckOutcome | null>
  set(key: string, outcome: CheckOutcome): Promise<void>
}
