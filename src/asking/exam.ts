import type { Workspace } from '../ports/workspace.ts'
import { explain, jsonSchemaOf } from './ask.ts'
import { type AskRole, compileExam } from './exam-agents.ts'
import { judgeObligations, type Work } from './judge-work.ts'
import type { AgentRequest } from '../model/agent.ts'
import type { Obligation } from '../model/obligation.ts'
import { err, ok } from '../model/result.ts'
import type { Exam } from '../obligations/exam.ts'

type Asking = {
  /** The agents that made the work, by their names in the configuration; absent where nobody knows. */
  readonly producers?: readonly string[]
  readonly workflow: string
  /** The run that it belongs to, where there is one. */
  readonly runId?: string
  readonly signal: AbortSignal
}

/** Lets the judge's agent decide what is undecided, where the configuration binds one. */
export async function judgeWork(
  workspace: Pick<Workspace, 'agentNameFor' | 'config' | 'isOneOf' | 'openAgent'>,
  decided: readonly Obligation[],
  { work, producers = [], ...asking }: Asking & { readonly work: Work },
): Promise<readonly Obligation[]> {
  const judge = workspace.config.roles.judge
  if (judge === undefined) return decided
  return judgeObligations(decided, work, {
    ask: askRole(workspace, asking),
    isProducer: await workspace.isOneOf(judge, producers),
    name: judge,
  })
}

/** Lets the reader's agent compile what no form has read, where the configuration binds one. */
export async function completeExam(
  workspace: Pick<Workspace, 'agentNameFor' | 'config' | 'isOneOf' | 'openAgent'>,
  exam: Exam,
  { producers = [], ...asking }: Asking,
): Promise<{ readonly exam: Exam; readonly problem: string | null }> {
  const reader = workspace.config.roles.reader
  if (reader === undefined) return { exam, problem: null }
  const isProducer = await workspace.isOneOf(reader, producers)
  return compileExam(exam, askRole(workspace, asking), { isProducer })
}

/**
 * Asks outside of a run: one retry with what was wrong, as the protocol has it. Of a second answer that is
 * not right everywhere, what is right counts.
 */
function askRole(
  workspace: Pick<Workspace, 'agentNameFor' | 'openAgent'>,
  { workflow, runId = workflow, signal }: Asking,
): AskRole {
  return async ({ role, phase, prompt, input, schema, verify }) => {
    const opened = await workspace.openAgent(workspace.agentNameFor(role))
    if (!opened.ok) return err(opened.error.what)
    let error: string | undefined
    for (const attempt of [1, 2]) {
      const request: AgentRequest = {
        protocol: 1,
        workflow,
        run_id: runId,
        iteration: 1,
        phase,
        role,
        prompt:
          error === undefined
            ? prompt
            : `${prompt}\n\nYour previous answer was not accepted: ${error}\nCorrect only that and answer again.`,
        input: { ...input },
        output_schema: jsonSchemaOf(schema),
        workspace: null,
        attempt,
        ...(error === undefined ? {} : { error }),
      }
      const answered = await opened.value.ask(request, signal)
      if (!answered.ok && answered.error.type === 'waiting')
        return err(`${answered.error.agent} has not answered yet`)
      if (!answered.ok) {
        error = failureText(answered.error)
        continue
      }
      const parsed = schema.safeParse(answered.value.output)
      const problems = parsed.success ? verify(parsed.data) : [explain(parsed.error)]
      if (parsed.success && (problems.length === 0 || attempt === 2)) return ok(parsed.data)
      error = problems.slice(0, 5).join('; ')
    }
    return err(error ?? 'no answer')
  }
}

const failureText = (failure: { readonly type: string }): string =>
  'reason' in failure && typeof failure.reason === 'string'
    ? failure.reason
    : 'issues' in failure && Array.isArray(failure.issues)
      ? failure.issues.join('; ')
      : failure.type
