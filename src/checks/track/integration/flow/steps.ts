import { type SpecLine, specLines } from '../read-spec.ts'

/** One step of a flow that the spec tells. */
export type Step = { readonly text: string; readonly line: number }

const flowHeading =
  /\b(?:flows?|journeys?|scenarios?|walk-?through|end[- ]to[- ]end|e2e|happy path|steps|user stor(?:y|ies)|use cases?)\b/i
const testHeading = /\btests?\b|\btesting\b/i

/** Steps in lists below a heading about flows, in numbered lists that tell one, and in sentences with "then" or arrows. */
export function stepsIn(spec: string): readonly Step[] {
  const lines = specLines(spec)
  const listed = lines.filter((line) => line.isItem && isInFlow(line))
  const introduced = lines.filter(
    (line, index) => line.ordinal !== null && isIntroduced(lines, index),
  )
  const chained = lines
    .filter((line) => !listed.includes(line) && !introduced.includes(line))
    .flatMap(chainedSteps)
  const results = [...listed, ...introduced].map(({ text, line }) => ({ text, line }))
  const all = [...results, ...chained]
  return all.filter(
    (one, index) =>
      all.findIndex(({ text, line }) => text === one.text && line === one.line) === index,
  )
}

const isInFlow = ({ headings }: SpecLine): boolean => {
  const nearest = headings.at(-1) ?? ''
  return flowHeading.test(nearest) && !testHeading.test(nearest)
}

/** The list stands below "The flow is as follows:". */
function isIntroduced(lines: readonly SpecLine[], index: number): boolean {
  for (let at = index; at >= 0; at--) {
    const line = lines[at]
    if (line === undefined || line.headings.join() !== lines[index]?.headings.join()) return false
    if (line.ordinal === null) return line.text.endsWith(':') && flowHeading.test(line.text)
  }
  return false
}

/** "A user signs in, then adds a book, and then sees it"; "sign in → add a book → see it". */
function chainedSteps({ text, line }: SpecLine): readonly Step[] {
  const arrows = text.split(/\s*(?:→|->|=>|➜)\s*/)
  // states and types have arrows, too; a flow has words between them
  if (arrows.length >= 3 && arrows.every((part) => /\w+ \w+/.test(part.replace(/^.*?:\s*/, ''))))
    return arrows.map((part) => ({ text: part, line }))
  const clauses = text
    .split(/,?\s*(?:\band\b )?\b(?:then|afterwards|finally|after that)\b,?\s*/i)
    .filter((part) => /\w+ \w+/.test(part))
  return clauses.length >= 3 ? clauses.map((part) => ({ text: part, line })) : []
}
