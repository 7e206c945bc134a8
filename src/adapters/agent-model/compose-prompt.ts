import type { AgentRequest } from '../../model/agent.ts'

/** Everything a model must know in one text; it cannot look at the request's other fields. */
export function composePrompt(
  request: AgentRequest,
  { quoteSchema }: { readonly quoteSchema: boolean },
): string {
  const parts = [request.prompt, ...unquotedInputs(request)]
  if (request.error !== undefined && !request.prompt.includes(request.error))
    parts.push(
      `Your previous answer was refused: ${request.error}\nAnswer again without this fault.`,
    )
  if (request.output_schema !== null && quoteSchema)
    parts.push(
      'Answer with one JSON object that satisfies this JSON Schema, and with nothing else:\n' +
        JSON.stringify(request.output_schema),
    )
  return parts.join('\n\n')
}

// what the prompt quotes already would only cost twice
function unquotedInputs({ prompt, input }: AgentRequest): readonly string[] {
  return Object.entries(input).flatMap(([name, value]) => {
    if (value === null || value === undefined || value === '') return []
    const ways =
      typeof value === 'string' ? [value] : [JSON.stringify(value), JSON.stringify(value, null, 2)]
    const [text] = ways
    if (text === undefined || ways.some((way) => prompt.includes(way.trim()))) return []
    return [`<${name}>\n${text}\n</${name}>`]
  })
}
