import type { AgentFailure, AgentRequest } from '../../model/agent.ts'
import { badOutput, readJsonObject } from '../../model/answer-text.ts'
import { ok, type Result } from '../../model/result.ts'
import type { StreamedAnswer } from './stream-answer.ts'

/** The answer's text or object, unless the model did not finish it. */
export function readModelAnswer(
  { text: streamed, finish }: StreamedAnswer,
  { output_schema }: AgentRequest,
): Result<unknown, AgentFailure> {
  const text = withoutThinking(streamed)
  if (finish === 'length')
    return badOutput(
      'the answer was cut at the limit of output tokens; raise `max_output_tokens` or ask for less',
      text,
    )
  if (finish === 'content-filter')
    return badOutput("the provider's content filter stopped the answer, or the model refused", text)
  if (finish === 'tool-calls')
    return badOutput('the model called a tool instead of answering', text)
  if (text.trim() === '') return badOutput('the model answered nothing', '')
  if (output_schema === null) return ok(text)

  const alone = readJsonObject(text)
  if (alone.ok) return alone
  // a model may talk around its JSON
  const within = readJsonObject(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  return within.ok ? within : alone
}

// local models print their thoughts before the answer
function withoutThinking(text: string): string {
  const end = text.indexOf('</think>')
  if (end === -1 || !text.trimStart().startsWith('<think>')) return text
  return text.slice(end + '</think>'.length).trimStart()
}
