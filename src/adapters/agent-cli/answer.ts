import type { AgentAnswer, AgentFailure, AgentRequest, Usage } from '../../model/agent.ts'
import { badOutput, estimateUsage, readJsonObject } from '../../model/answer-text.ts'
import { costOf, listPrice, type Price } from '../../model/price.ts'
import { ok, type Result } from '../../model/result.ts'
import type { Heard } from './listen.ts'

type Answering = {
  readonly program: string
  /** Its name in loopwright.yaml. */
  readonly name: string
  readonly price?: Price | undefined
  /** The model it was started with, where its events name none. */
  readonly model?: string | undefined
  readonly notes: readonly string[]
}

/** The answer in all that was heard. */
export function answerIn(
  request: AgentRequest,
  heard: Heard,
  { program, name, price, model = '', notes }: Answering,
): Result<AgentAnswer, AgentFailure> {
  const output = outputOf(request, heard)
  if (!output.ok) return output
  const known = { ...heard, model: heard.model || model }
  const usage = usageOf(price, request, known)
  const all = [
    ...notes,
    ...deniedNotes(program, heard),
    ...(usage.unpriced === true ? unpricedNotes(name, known) : []),
  ]
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
  // what tools and thinking took is not in the length of an answer, so a guess has no price
  if (used === null) return { ...estimateUsage(request, heard.text), ...named, unpriced: true }
  const tokens = { input_tokens: used.input, output_tokens: used.output, ...named }
  const cost = moneyFor({ used, model }, price)
  return cost === null ? { ...tokens, cost_usd: 0, unpriced: true } : { ...tokens, cost_usd: cost }
}

/** What was spent so far, told or priced; null where nobody knows. */
export const moneyFor = (
  { used, model }: Pick<Heard, 'used' | 'model'>,
  price: Price | undefined,
): number | null => (used === null ? null : (used.costUsd ?? pricedBy(price, { ...used, model })))

/** By the price that was given, else by the list; null where one of its models is not in it. */
function pricedBy(
  given: Price | undefined,
  used: NonNullable<Heard['used']> & { readonly model: string },
): number | null {
  if (given !== undefined) return costOf(used, given)
  const parts = (used.models ?? []).filter(({ input, output }) => input + output > 0)
  let sum = 0
  for (const part of parts.length === 0 ? [used] : parts) {
    const price = listPrice(part.model)
    if (price === null && part.input + part.output > 0) return null
    if (price !== null) sum += costOf(part, price)
  }
  return sum
}

/** Where tokens were told, a price is all that is missing. */
const unpricedNotes = (name: string, { used, model }: Heard): readonly string[] =>
  used === null
    ? []
    : [
        `nobody knows what ${model === '' ? 'its model' : model} costs, so caps.cost_usd does not count it: give agents.${name} a price${model === '' ? ' or a model' : ''}`,
      ]

const deniedNotes = (program: string, { denied }: Heard): readonly string[] =>
  denied.length === 0
    ? []
    : [`${program} wanted to use what its role may not: ${denied.join(', ')}`.slice(0, 2_000)]
