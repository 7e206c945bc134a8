import type { McpPreviewConfig } from '../../model/preview-config.ts'
import type { PreviewRequest } from '../../ports/preview.ts'

type Template = McpPreviewConfig['arguments']

/** The template with its placeholders filled in; the intent goes in as JSON text. */
export function fillArguments(template: Template, request: PreviewRequest): Template {
  const texts: Readonly<Record<string, string>> = {
    prompt: request.prompt,
    title: request.title,
    intent: JSON.stringify(request.intent) ?? 'null',
  }
  // one pass: what a requirement says is never taken for a placeholder
  const fill = (text: string) =>
    text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => texts[name] ?? whole)
  return Object.fromEntries(
    Object.entries(template).map(([name, value]) => [name, fillIn(value, fill)]),
  )
}

type Json = Template[string]

function fillIn(value: Json, fill: (text: string) => string): Json {
  if (typeof value === 'string') return fill(value)
  if (Array.isArray(value)) return value.map((each) => fillIn(each, fill))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, fillIn(inner, fill)]),
  )
}
