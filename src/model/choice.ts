import type { GateAnswer } from './gate.ts'

/** What a person says at a gate. */
export type Choice = {
  readonly option: string
  readonly by: string
  readonly known?: GateAnswer['known']
  /** The question that is meant, by its id or by the hash of what was shown. */
  readonly gate?: string | undefined
  readonly feedback?: string | undefined
  /** Which of what is asked the answer speaks of; all of it unless told. */
  readonly only?: readonly string[] | undefined
  /** What the workflow's own arguments of an answer say. */
  readonly details?: Readonly<Record<string, unknown>>
}
