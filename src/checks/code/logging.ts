import type { CheckOutcome } from '../../model/check.ts'
import type { Finding } from '../../model/finding.ts'
import { outcomeOf, undecided } from '../outcome.ts'
import type { Code } from './code.ts'
import { findingAt, findingOnLine } from './code-units.ts'
import {
  calleeName,
  child,
  children,
  dottedName,
  walk,
  word,
  type Node,
  type Parsed,
} from './syntax.ts'

/** Nobody writes secrets to a log; whether the rest of it suits takes a judge. */
export async function logging(code: Code): Promise<CheckOutcome> {
  const findings: Finding[] = code.sources.flatMap(secretFindings)
  for (const facts of (await code.python()) ?? [])
    if (facts.unit.kind === 'source')
      findings.push(
        ...(facts.findings['logging'] ?? []).map(({ line, message }) =>
          findingOnLine(facts.unit, line, message),
        ),
      )
  return findings.length > 0
    ? outcomeOf(findings, '')
    : undecided('whether the right things are logged takes a judge')
}

const logCall =
  /^(?:.*\.)?(?:console|log|logger|\w*Logger)\.(?:log|info|debug|trace|warn|warning|error|fatal|success)$|^process\.std(?:out|err)\.write$/

const secretName =
  /passw(?:or)?d|passphrase|secret|api_?key|private_?key|(?:access|auth|refresh|session|bearer|api)_?token|^token$|credential|credit_?card|card_?number|^cvv$|^ssn$|^authorization$/i

const secretFindings = (parsed: Parsed): readonly Finding[] =>
  [...walk(parsed.program)].flatMap(({ node }) => {
    const isLog = node.type === 'CallExpression' && logCall.test(dottedName(child(node, 'callee')))
    const name = isLog ? secretIn(node) : undefined
    return name === undefined
      ? []
      : [
          findingAt(
            parsed.unit,
            node.start,
            `writes ${name} to the log, where secrets do not belong`,
          ),
        ]
  })

function secretIn(call: Node): string | undefined {
  for (const argument of children(call, 'arguments'))
    for (const { node, above } of walk(argument)) {
      const isChecked = above.some(
        (outer) =>
          outer.type === 'UnaryExpression' ||
          /^(?:mask|redact|hash|Boolean)/.test(
            outer.type === 'CallExpression' ? calleeName(outer) : '',
          ),
      )
      const name = node.type === 'Identifier' ? word(node, 'name') : ''
      if (secretName.test(name) && !isChecked) return name
    }
  return undefined
}
