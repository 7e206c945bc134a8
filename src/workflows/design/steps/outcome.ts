import type { Cost } from '../../../asking/meter.ts'
import type { IntentProblem } from '../../../checks/design/intent-problems.ts'
import type { DesignCommand } from '../state.ts'

/** A step's result before its cost is known; null where it was cancelled and nothing is to be told. */
export type Outcome = (cost: Cost) => DesignCommand | null

type Code = Extract<DesignCommand, { type: 'record-failure' }>['code']

/** The step failed, and with it the run. */
export const why =
  (code: Code, detail: string): Outcome =>
  (cost) => ({ type: 'record-failure', code, detail: detail.slice(0, 2_000), cost })

/** Problems with an intent in one line: where, and what was expected. */
export const sayWhy = (problems: readonly IntentProblem[]): string =>
  problems
    .slice(0, 5)
    .map(({ path, message }) => `${path === '' ? 'the intent' : path}: ${message}`)
    .join('; ')
