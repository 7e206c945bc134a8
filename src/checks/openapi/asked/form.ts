import type { DemandCheck } from '../../../obligations/demand.ts'
import type { Span } from '../../../obligations/examine.ts'

export const method = 'GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS'
export const path = String.raw`\/[\w\-./{}:*<>]*[\w\-/{}*>]|\/`

export const span = (start: number, end: number, check: DemandCheck): Span => ({
  start,
  end,
  check,
  negated: false,
})

export const all = (pattern: string | RegExp, sentence: string) => [
  ...sentence.matchAll(typeof pattern === 'string' ? new RegExp(pattern, 'gi') : pattern),
]

/** The last \`GET /books\` before a place. */
export const endpointBefore = (sentence: string, end: number): string | null => {
  const match = all(new RegExp(`\\b(${method})\\s+(${path})`, 'g'), sentence.slice(0, end)).at(-1)
  return match === undefined ? null : `${match[1] ?? ''} ${match[2] ?? ''}`
}
