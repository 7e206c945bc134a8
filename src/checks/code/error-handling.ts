import type { CheckOutcome } from '../../model/check.ts'
import type { Finding } from '../../model/finding.ts'
import { outcomeOf, undecided } from '../outcome.ts'
import type { Code } from './code.ts'
import { findingAt, findingOnLine } from './code-units.ts'
import {
  calleeName,
  child,
  children,
  flag,
  isFunction,
  textOf,
  walk,
  type Node,
  type Parsed,
} from './syntax.ts'

/** No failure is swallowed or lost; whether the rest is handled well takes a judge. */
export async function errorHandling(code: Code): Promise<CheckOutcome> {
  const findings: Finding[] = code.sources.flatMap((parsed) =>
    [...walk(parsed.program)].flatMap(({ node }) => {
      const message = problemOf(node, parsed)
      return message === null ? [] : [findingAt(parsed.unit, node.start, message)]
    }),
  )
  for (const facts of (await code.python()) ?? [])
    if (facts.unit.kind === 'source')
      findings.push(
        ...(facts.findings['error-handling'] ?? []).map(({ line, message }) =>
          findingOnLine(facts.unit, line, message),
        ),
      )
  return findings.length > 0
    ? outcomeOf(findings, '')
    : undecided('no error is swallowed; whether failures are handled well takes a judge')
}

function problemOf(node: Node, parsed: Parsed): string | null {
  const args = children(node, 'arguments')
  const [first] = args
  switch (node.type) {
    case 'CatchClause':
      return isEmpty(child(node, 'body'), parsed)
        ? 'the error is swallowed: the catch block is empty'
        : null
    case 'TryStatement':
      return children(child(node, 'finalizer'), 'body').some(
        ({ type }) => type === 'ReturnStatement',
      )
        ? 'a return in finally hides every error'
        : null
    case 'NewExpression':
      return calleeName(node) === 'Promise' && first !== undefined && flag(first, 'async')
        ? 'errors of an async function inside new Promise are lost'
        : null
    case 'CallExpression': {
      const name = calleeName(node)
      if (name.endsWith('.forEach') && first !== undefined && flag(first, 'async'))
        return 'forEach does not wait for an async function: its errors are lost'
      const isLost =
        name.endsWith('.catch') &&
        first !== undefined &&
        isFunction(first) &&
        isEmpty(child(first, 'body'), parsed)
      return isLost ? 'the error is swallowed: catch does nothing' : null
    }
    default:
      return null
  }
}

/** A block without a statement and without a comment that says why. */
const isEmpty = (block: Node | null, parsed: Parsed): boolean =>
  block?.type === 'BlockStatement' && /^\{\s*\}$/.test(textOf(parsed, block))
