import type { z } from 'zod'
import type { NoAnswer } from '../../../asking/ask.ts'
import { askerOf, askRole } from '../../../asking/ask-role.ts'
import { type AsyncResult, err } from '../../../model/result.ts'
import { leakIn } from '../leak.ts'
import { type Errand, promptFor } from '../prompts.ts'
import type { GanRun } from '../state.ts'
import type { GanRole, StepBench } from './bench.ts'

type GanQuestion<Value> = {
  readonly role: GanRole
  readonly errand: Errand
  /** What the agent works from. An evaluator's holds nothing of an earlier judgement. */
  readonly input: Readonly<Record<string, unknown>>
  /** The work itself, which may say anything: it is not searched for leaks. */
  readonly artifact?: Readonly<Record<string, unknown>>
  readonly schema: z.ZodType<Value>
  readonly verify?: (value: Value) => readonly string[]
  readonly attempt: number
  readonly error?: string | undefined
  /** Where in the iteration the question stands. */
  readonly place: string
  readonly keptBy?: string
}

const errands: Readonly<Record<Errand, string>> = {
  PROPOSE: 'for a contract',
  REVIEW: 'to review the contract',
  RESOLVE: 'to settle the contract',
  BUILD: 'to build',
  JUDGE: 'to judge',
  JUDGE_AGAIN: 'for a second opinion',
}

/** The phase by which an agent is asked; a second opinion is asked for like the first. */
const phaseOf = (errand: Errand) => (errand === 'JUDGE_AGAIN' ? 'JUDGE' : errand)

/** Asks a role. An evaluator whose prompt would carry an earlier judgement is not asked at all. */
export async function askAgent<Value>(
  bench: StepBench,
  run: GanRun,
  question: GanQuestion<Value>,
): AsyncResult<Value, NoAnswer> {
  const { role, errand, attempt, error, schema, verify, keptBy } = question
  const phase = phaseOf(errand)
  // what was wrong with its own answer a moment ago is no earlier judgement
  const searched = promptFor({ errand, input: question.input, error: undefined })
  const leak = role === 'evaluator' ? leakIn(searched) : null
  if (leak !== null)
    return err({
      type: 'failed',
      why: 'contract',
      error: `the prompt for the evaluator holds ${leak}; it must judge with fresh eyes`,
      final: true,
    })
  const errandText = errands[errand]
  const asker = askerOf(bench, {
    agent: bench.agentFor(role),
    name: role,
    asking: `asking the ${role} ${errandText}${attempt > 1 ? ' again' : ''}`,
    answered: `the ${role} answered`,
  })
  return askRole(asker, {
    workflow: 'gan',
    run_id: run.runId,
    iteration: run.iteration,
    phase,
    role,
    prompt: promptFor({ errand, input: { ...question.input, ...question.artifact }, error }),
    input: { phase, ...question.input, ...question.artifact },
    attempt,
    error,
    schema,
    verify,
    place: placeOf(run, question),
    keptBy,
  })
}

/**
 * What is kept by its own key holds in every iteration. An agent that was given another chance is
 * asked anew, not told by what it said before.
 */
const placeOf = (
  { iteration, retried }: GanRun,
  { place, keptBy }: Pick<GanQuestion<unknown>, 'place' | 'keptBy'>,
): string =>
  [
    ...(keptBy === undefined ? [iteration] : []),
    place,
    ...(retried === 0 ? [] : [`chance-${retried}`]),
  ].join(':')
