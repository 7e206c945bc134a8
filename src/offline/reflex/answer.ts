import { z } from 'zod'
import { detectTaskType } from '../../workflows/reflex/setup/detect-task-type.ts'
import type { AgentAnswer, AgentFailure, AgentRequest } from '../../model/agent.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { Project } from '../../ports/project.ts'
import { TaskType } from '../../workflows/reflex/events.ts'
import { checksFor } from '../../workflows/reflex/rule-checks.ts'

const RuleInput = z.object({ id: z.string(), description: z.string(), check: z.string() })
const Missed = z.object({ id: z.string(), message: z.string() })
const PlanInput = z.object({
  active_rules: z.array(RuleInput),
  previous_failures: z.array(Missed).optional(),
})
const ProduceInput = z.object({
  task_prompt: z.string(),
  ideal_result: z.string().default(''),
  task_type: TaskType.optional(),
  previous_artifact: z.string().optional(),
})
const CritiqueInput = z.object({
  evaluation: z.object({ failed: z.array(Missed), warnings: z.array(Missed) }),
  findings: z
    .array(
      z.object({
        rule_id: z.string(),
        message: z.string(),
        line: z.number().optional(),
        fix: z.string().optional(),
      }),
    )
    .default([]),
})
const RefineInput = z.object({ artifact: z.string() })

/**
 * The embedded agent's answers: no model, no network, the same bytes every time. It drafts from what
 * the task says, names the built-in checks, and leaves refining to the fixers that findings carry.
 */
export async function answerOffline(
  request: AgentRequest,
  project: Project,
): AsyncResult<AgentAnswer, AgentFailure> {
  const said = (output: unknown) =>
    ok({ output, usage: { input_tokens: 0, output_tokens: 0, cost_usd: 0, model: 'offline' } })
  switch (request.phase) {
    case 'PLAN':
      return said({ plan: plan(PlanInput.parse(request.input)) })
    case 'PRODUCE':
      return said(await produce(ProduceInput.parse(request.input), project))
    case 'PREPARE':
      return said({ checks: PlanInput.parse(request.input).active_rules.flatMap(checksFor) })
    case 'CRITIQUE':
      return said({ issues: issues(CritiqueInput.parse(request.input)) })
    case 'REFINE':
      return said(RefineInput.parse(request.input).artifact)
    default:
      return err({
        type: 'unavailable',
        retryable: false,
        reason: `the offline agent is not a model and has no answer for ${request.phase}`,
      })
  }
}

function plan({
  active_rules,
  previous_failures = [],
}: z.infer<typeof PlanInput>): readonly string[] {
  const describe = (id: string) => active_rules.find((rule) => rule.id === id)?.description ?? id
  const aims =
    previous_failures.length > 0
      ? previous_failures.map(({ id }) => `Repair ${id}: ${describe(id)}`)
      : active_rules.map(({ id, description }) => `Satisfy ${id}: ${description}`)
  const closing = [
    'Keep every part that already passes',
    'Check the whole artifact against the active rules',
    'Leave nothing in it that no rule asks for',
  ]
  return [...aims.slice(0, 5), ...closing].slice(0, Math.max(3, Math.min(5, aims.length)))
}

async function produce(input: z.infer<typeof ProduceInput>, project: Project): Promise<string> {
  if (input.previous_artifact !== undefined) return input.previous_artifact
  const task = { prompt: input.task_prompt, ideal_result: input.ideal_result }
  const type = input.task_type ?? detectTaskType(task.prompt) ?? 'other'
  switch (type) {
    case 'api-spec':
      return draftApi(task)
    case 'docs':
      return (await import('./draft-readme.ts')).draftReadme(project)
    case 'config':
      return (await import('./draft-configuration.ts')).draftConfiguration(task)
    case 'code':
    case 'other':
      return outline(task)
  }
}

async function draftApi(task: { prompt: string; ideal_result: string }): Promise<string> {
  const { canDraftOpenapi } = await import('./draft-openapi.ts')
  const drafting = await canDraftOpenapi(task)
  return drafting.ok ? drafting.draft : `${outline(task)}\n${drafting.reason}\n`
}

/** For what only a model can write: the task in order, and plainly that it is not done. */
const outline = (task: { prompt: string; ideal_result: string }) =>
  `# ${task.prompt.split(/[.\n]/)[0]?.trim().slice(0, 80) ?? 'Task'}\n\n${task.prompt}\n${task.ideal_result === '' ? '' : `\n## Ideal result\n\n${task.ideal_result}\n`}\nThe embedded agent is not a model and cannot write this. Bind an agent in loopwright.yaml.\n`

function issues({ evaluation, findings }: z.infer<typeof CritiqueInput>) {
  return [...evaluation.failed, ...evaluation.warnings].slice(0, 5).map(({ id, message }) => {
    const own = findings.filter(({ rule_id }) => rule_id === id)
    const first = own.find(({ fix }) => fix !== undefined) ?? own[0]
    const where = first?.line === undefined ? '' : ` (line ${first.line})`
    return {
      rule_id: id,
      problem: `${message}${where}`.slice(0, 500),
      fix_instruction: first?.fix ?? `Make the artifact satisfy the rule: ${message}`.slice(0, 500),
      expected_effect: `${id} passes${own.length > 1 ? ` once all ${own.length} findings are gone` : ''}`,
    }
  })
}
