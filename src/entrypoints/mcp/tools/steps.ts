import { z } from 'zod'
import type { AnyRun } from '../../../engine/define-workflow.ts'
import { type AgentRequest, Usage } from '../../../model/agent.ts'
import { readJsonObject } from '../../../model/answer-text.ts'
import { type AsyncResult, ok } from '../../../model/result.ts'
import type { HostQuestion } from '../../../ports/host-desk.ts'
import { findRun, type McpContext } from '../context.ts'
import { handleOf } from '../run-handle.ts'
import { hostRunOf, questionsOf, StateName, statusOf } from '../run-state.ts'
import { type Caller, changes, defineTool, reads, type Tool } from '../tool.ts'

const NextStep = z.object({
  run: z.string(),
  state: StateName,
  step: z
    .object({
      workflow: z.string(),
      iteration: z.number(),
      phase: z.string(),
      role: z.string(),
      attempt: z.number(),
      folder: z
        .string()
        .nullable()
        .describe('work in this folder only; null where the answer is all'),
    })
    .nullable(),
  token: z.string().nullable().describe('names this step in submit; another step has another one'),
  instruction: z.string().nullable(),
  output_schema: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('JSON Schema of the output; null where it is plain text'),
  todo: z.string(),
})
type NextStep = z.infer<typeof NextStep>

const run = z.string().min(1).max(300).describe('the handle of the run')

/** Tools by which the host does the work of a role itself. */
export const stepTools = (context: McpContext): readonly Tool[] => [
  defineTool({
    name: 'next_step',
    title: 'See the next step',
    description:
      'The step of a run that waits for you, with its instruction, the schema of the output and the token to submit it with. Asking again gives the same step until it is submitted.',
    annotations: { ...reads, idempotentHint: true },
    input: z.object({ run }),
    output: NextStep,
    async run(given) {
      const result = await findRun(context, given.run)
      return result.ok ? ok(await nextStep(context, result.value)) : result
    },
  }),
  defineTool({
    name: 'submit',
    title: 'Submit a step',
    description:
      'Hands in the output of the step that next_step showed. Loopwright holds it to the contract, runs its own checks, and answers with what comes next. A token that is not of the open step is refused.',
    annotations: changes,
    input: z.object({
      run,
      token: z.string().min(1).max(200),
      output: z
        .unknown()
        .describe('plain text, or a value that satisfies the output_schema of the step'),
    }),
    output: z.object({
      run: z.string(),
      accepted: z
        .boolean()
        .nullable()
        .describe(
          'whether the run goes on with it; null while it is still looked at: run_wait, next_step',
        ),
      reason: z.string().nullable(),
      next: NextStep,
    }),
    run: (given, caller) => submit(context, given, caller),
  }),
]

async function nextStep(context: McpContext, result: AnyRun): Promise<NextStep> {
  const { run: handle, state, todo } = await statusOf(context, result)
  const none = {
    run: handle,
    state,
    step: null,
    token: null,
    instruction: null,
    output_schema: null,
  }
  const [question] = state === 'your_turn' ? (await questionsOf(context, result)).own : []
  if (question === undefined) return { ...none, todo: await todoFor(context, result, todo) }
  const { request, token } = question
  const { workflow, iteration, phase, role, attempt, workspace, output_schema } = request
  return {
    run: handle,
    state,
    step: { workflow, iteration, phase, role, attempt, folder: workspace },
    token,
    instruction: instructionOf(request),
    output_schema,
    todo: 'do the step, then call submit with this token',
  }
}

/** Who else must act, where it is not the caller. */
async function todoFor(context: McpContext, result: AnyRun, todo: string): Promise<string> {
  const { others } = await questionsOf(context, result)
  const names = [...new Set(others.map(({ agent }) => agent))].join(', ')
  if (others.length === 0) return todo
  return context.agent === null && context.agents.length > 1
    ? `say which agent this host is when the server is started: loopwright mcp --as ${context.agents.join('|')}`
    : `it waits for "${names}", which is another agent: connect that one with: loopwright mcp --as ${names}`
}

function instructionOf({ prompt, workspace, output_schema }: AgentRequest): string {
  const place =
    workspace === null
      ? []
      : [
          `Work in the folder ${workspace} and change nothing outside of it: what you change there is what is judged.`,
        ]
  const form =
    output_schema === null
      ? 'Submit the whole text as `output`, a string, without a fence around it.'
      : 'Submit a JSON value that satisfies output_schema as `output`.'
  return [prompt, ...place, form].join('\n\n')
}

type Submission = { readonly run: string; readonly token: string; readonly output?: unknown }

async function submit(context: McpContext, given: Submission, caller: Caller) {
  const result = await findRun(context, given.run)
  if (!result.ok) return result
  const place = hostRunOf(result.value)
  const { hostDesk, config } = context.loopwright.workspace
  const refusal = async (reason: string) =>
    ok({
      run: handleOf(result.value),
      accepted: false,
      reason,
      next: await nextStep(context, result.value),
    })
  if (context.agent === null)
    return refusal(
      await todoFor(context, result.value, 'loopwright.yaml has no agent of the kind host'),
    )
  const most = config.resources.agent.output_mb * 1024 * 1024
  if (JSON.stringify(given.output ?? null).length > most)
    return refusal(
      `the output is longer than ${config.resources.agent.output_mb} MB (resources.agent.output_mb)`,
    )
  const question = (await hostDesk.open(place)).find(({ token }) => token === given.token)
  const answer = {
    answer: {
      output: readable(given.output, question),
      usage: Usage.parse({ model: `${caller.name} by MCP` }),
    },
    agent: context.agent,
    from: context.from,
  }
  const refused = await hostDesk.answer(place, given.token, answer)
  if (refused !== null) return refusal(refused)
  context.carrier.start(result.value)
  await context.carrier.rests(handleOf(result.value), 45, caller.signal)
  return outcomeOf(context, given, question)
}

/** Models like to write JSON as text. */
function readable(output: unknown, question: HostQuestion | undefined): unknown {
  if (typeof output !== 'string' || question?.request.output_schema === null) return output
  const read = readJsonObject(output)
  return read.ok ? read.value : output
}

/** What became of an answer: it was used, or the contract was broken and the step is asked again. */
async function outcomeOf(
  context: McpContext,
  { run: handle, token }: Submission,
  question: HostQuestion | undefined,
): AsyncResult<{ run: string; accepted: boolean | null; reason: string | null; next: NextStep }> {
  const after = await findRun(context, handle)
  if (!after.ok) return after
  const next = await nextStep(context, after.value)
  const result = (accepted: boolean | null, reason: string | null) =>
    ok({ run: handleOf(after.value), accepted, reason, next })
  if (next.state === 'working') return result(null, 'it was taken and is being looked at')
  const { own, others } = await questionsOf(context, after.value)
  const again = [...own, ...others].find(
    ({ request }) =>
      request.phase === question?.request.phase && request.attempt > question.request.attempt,
  )
  if (again !== undefined) return result(false, again.request.error ?? 'the contract was broken')
  const problem = context.carrier.problem(handle)
  if (problem !== null) return result(false, [problem.what, problem.todo].join(' → '))
  const isUsed = await context.loopwright.workspace.hostDesk.isUsed(hostRunOf(after.value), token)
  if (!isUsed) return result(false, 'the run has moved on since; this answer was not used')
  const { status, stop } = after.value.view
  return status === 'failed'
    ? result(false, stop?.reason ?? 'the run has failed')
    : result(true, null)
}
