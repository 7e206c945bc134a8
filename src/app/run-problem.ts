import type { Workspace } from '../ports/workspace.ts'
import { type Problem, usageProblem } from '../model/problem.ts'
import type { JournalFailure } from '../ports/journal.ts'
import type { OrderFailure } from './order.ts'

export type TroubledRun = {
  readonly name: string
  readonly journal: string
  /** The command that shows where the run is. */
  readonly look: string
}

/** Why a run can't be read or moved on, in words that say what to do. */
export function runProblem(
  workspace: Workspace,
  { name, journal, look }: TroubledRun,
  failure: OrderFailure | JournalFailure,
): Problem {
  const where = workspace.relative(journal)
  switch (failure.type) {
    case 'busy':
      return usageProblem(
        `${name} is being worked on by process ${failure.holder.pid} on ${failure.holder.host} since ${failure.holder.since}`,
        `wait for it, or end it with: loopwright stop --run ${name}`,
      )
    case 'refused':
      return usageProblem(failure.reason, `see: ${look}`)
    case 'damaged':
      return {
        exit: 5,
        what: `the history of ${name} was damaged: ${failure.detail}`,
        where: `${where}:${failure.line}`,
        todo: 'restore the line from a copy; Loopwright never drops or repairs recorded events by itself',
      }
    case 'conflict':
      return {
        exit: 5,
        what: `another process moved ${name} on (event ${failure.found}, expected ${failure.expected})`,
        todo: `look again with: ${look}`,
      }
    case 'unwritable':
      return {
        exit: 5,
        what: `the history of ${name} can't be written: ${failure.detail}`,
        where,
        todo: `make room or give write permission, then: loopwright resume ${name}`,
      }
  }
}
