import { err, ok } from '../../../model/result.ts'
import { PlanOutput } from '../contracts.ts'
import { activeRules } from '../scoring.ts'
import type { Begun } from '../state.ts'
import { ask, type Outcome } from './ask.ts'
import type { StepBench } from './bench.ts'

/** PLAN: a short plan for this iteration, aimed at what failed before. */
export async function plan(bench: StepBench, run: Begun): Promise<Outcome> {
  const { evaluation } = run
  const answer = await ask(bench, run, {
    phase: 'PLAN',
    role: 'planner',
    schema: PlanOutput,
    input: {
      task_prompt: run.setup.task.prompt,
      ideal_result: run.setup.task.ideal_result,
      phase_level: run.phase,
      active_rules: activeRules(run.setup.criteria, run.phase),
      last_events: run.recent,
      ...(evaluation && !evaluation.passed
        ? { previous_failures: [...evaluation.failed, ...evaluation.warnings] }
        : {}),
    },
  })
  if (!answer.ok) return err([answer.error])
  return ok((cost) => ({ type: 'record-plan', plan: answer.value.plan, cost }))
}
