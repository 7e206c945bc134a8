import { squeeze } from '../../../kit/lines.ts'
import type { CompilerError, Strategy } from './records.ts'

const goals: Readonly<Record<Strategy, readonly string[]>> = {
  syntax_imports: [
    'Make the code readable for the compiler first: complete every bracket, quote and statement.',
    'Then see that each name is imported or declared before it is used, and that each import leads to something that exists and exports that name.',
    'Use plain ASCII quotes and dashes in code. Change nothing else.',
  ],
  type_safety: [
    'The code can be read; now make the types agree.',
    'Give values the type that their use asks for, handle null and undefined where they can occur, and correct wrong names of members and wrong numbers of arguments.',
    'Do not silence the compiler: no any, no casts that hide the problem, no suppression comments.',
  ],
  aggressive_fixes: [
    'Smaller corrections have not been enough. Rewrite what carries these errors, as much of it as it takes.',
    'Prefer simple code that certainly compiles to clever code. Keep what the change does, and every exported name and signature that others use.',
    'Do not delete functions, tests or checks to make an error go away, and do not silence the compiler.',
  ],
}

const mostGroups = 20
const mostPlaces = 8
const longestMessage = 300

/** What a refinement asks for: the goal of its strategy and the errors, grouped by code. */
export function refinementPrompt(strategy: Strategy, errors: readonly CompilerError[]): string {
  const groups = Map.groupBy(errors, ({ code }) => code)
  const sorted = [...groups].toSorted(
    ([oneCode, one], [otherCode, other]) =>
      other.length - one.length || (oneCode < otherCode ? -1 : 1),
  )
  const hidden = sorted.slice(mostGroups).reduce((sum, [, group]) => sum + group.length, 0)
  return [
    ...goals[strategy],
    '',
    `The compiler reports ${errors.length} ${errors.length === 1 ? 'error' : 'errors'}:`,
    ...sorted.slice(0, mostGroups).flatMap(([code, group]) => describeGroup(code, group)),
    ...(hidden > 0 ? [`and ${hidden} more of other kinds`] : []),
  ].join('\n')
}

function describeGroup(code: string, group: readonly CompilerError[]): readonly string[] {
  const places = group.slice(0, mostPlaces).map((error) => `  - ${placeOf(error)}${short(error)}`)
  const more = group.length - places.length
  return [`- ${code} (${group.length})`, ...places, ...(more > 0 ? [`  - and ${more} more`] : [])]
}

function placeOf({ path, line, column }: CompilerError): string {
  if (path === null) return ''
  return line === null ? `${path}: ` : `${path}:${line}:${column ?? 1}: `
}

// a message may quote whole types; one line of it is enough to know the problem
const short = ({ message }: CompilerError): string => {
  const line = squeeze(message)
  return line.length > longestMessage ? `${line.slice(0, longestMessage)}…` : line
}
