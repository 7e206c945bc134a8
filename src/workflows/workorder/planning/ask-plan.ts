import { jsonSchemaOf } from '../../../asking/ask.ts'
import type { AgentFailure } from '../../../model/agent.ts'
import { err, type Result } from '../../../model/result.ts'
import type { Agent } from '../../../ports/agent.ts'
import { PlanOutput, readPlan } from './plan-output.ts'
import { planPrompt } from './plan-prompt.ts'

type Asked = { readonly spec: string; readonly paths: readonly string[] }

/** Has a specification planned by an agent; an answer that can't be used is asked for again once. */
export async function askForPlan(
  agent: Agent,
  { spec, paths }: Asked,
  signal: AbortSignal,
): Promise<Result<PlanOutput, string>> {
  let wrong: readonly string[] = []
  for (const attempt of [1, 2]) {
    const answered = await agent.ask(
      {
        protocol: 1,
        workflow: 'workorder',
        run_id: 'plan',
        iteration: 1,
        phase: 'DECOMPOSE',
        role: 'decomposer',
        prompt: planPrompt({ spec, paths, wrong }),
        input: { phase: 'DECOMPOSE', specification: spec, paths },
        output_schema: jsonSchemaOf(PlanOutput),
        workspace: null,
        attempt,
      },
      signal,
    )
    const plan = answered.ok ? readPlan(answered.value.output) : err(told(answered.error))
    if (plan.ok) return plan
    wrong = plan.error
  }
  return err(`the planner gave no usable plan: ${wrong.slice(0, 5).join('; ')}`)
}

function told(failure: AgentFailure): readonly string[] {
  if (failure.type === 'bad-output') return failure.issues
  return [failure.type === 'unavailable' ? failure.reason : failure.type]
}
