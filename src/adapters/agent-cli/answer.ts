import type { AgentAnswer, AgentFailure, AgentRequest, Usage } from '../../model/agent.ts'
import { badOutput, estimateUsage, readJsonObject } from '../../model/answer-text.ts'
import { ok, type Result } from '../../model/result.ts'
import type { Heard } from './listen.ts'

export type Price = { readonly input_per_mtok: number; readonly output_per_mtok: number }

type Answering = {
  readonly program: string
  readonly price: Price | undefined
  readonly notes: readonly string[]
}

/** The answer in all that was heard. */
export function answerIn(
  request: AgentRequest,
  heard: Heard,
  { program, price, notes }: Answering,
): Result<AgentAnswer, AgentFailure> {
  const output = outputOf(request, heard)
  if (!output.ok) return output
  const all = [...notes, ...deniedNotes(program, heard)]
  const usage = usageOf(price, request, heard)
  return ok({ output: output.value, usage, ...(all.length === 0 ? {} : { notes: all }) })
}

/** What cannot be read as JSON is handed on as it is: the contract refuses it, and what it cost is counted. */
function outputOf(request: AgentRequest, heard: Heard): Result<unknown, AgentFailure> {
  const { output_schema: schema, workspace } = request
  if (heard.output !== undefined && heard.output !== null) return ok(heard.output)
  if (heard.text.trim() === '' && workspace === null)
    return badOutput('the agent ended without an answer', heard.denied.join(', '))
  if (schema === null) return ok(heard.text)
  const whole = readJsonObject(heard.text)
  if (whole.ok) return whole
  const fences = [...heard.text.matchAll(/```json\s*\n([\s\S]*?)```/g)]
  const last = readJsonObject(fences.at(-1)?.[1] ?? '')
  return last.ok ? last : ok(heard.text)
}

function usageOf(price: Price | undefined, request: AgentRequest, heard: Heard): Usage {
  const { used, model } = heard
  const named = model === '' ? {} : { model: model.slice(0, 200) }
  if (used === null) return { ...estimateUsage(request, heard.text), ...named }
  const priced =
    price === undefined
      ? 0
      : (used.input * price.input_per_mtok + used.output * price.output_per_mtok) / 1_000_000
  return {
    input_tokens: used.input,
    output_tokens: used.output,
    cost_usd: used.costUsd ?? priced,
    ...named,
  }
}

const deniedNotes = (program: string, { denied }: Heard): readonly string[] =>
  denied.length === 0
    ? []
    : [`${program} wanted to use what its role may not: ${denied.join(', ')}`.slice(0, 2_000)]
