import type { CheckOutcome } from '../../model/check.ts'
import type { Finding } from '../../model/finding.ts'
import { notApplicable, outcomeOf, undecided } from '../outcome.ts'
import type { Code } from './code.ts'
import { findingAt, findingOnLine } from './code-units.ts'
import { importsOf } from './layout.ts'
import {
  calleeName,
  child,
  children,
  textOf,
  walk,
  word,
  type Node,
  type Parsed,
} from './syntax.ts'

const outside =
  /\bprocess\.argv\b|\bsys\.argv\b|\binput\(|\b(?:req|request|ctx|event)\.(?:request\.)?(?:body|query|params|headers|json|form|args)\b/

/** Text from outside never becomes code, a command, a query or a page; whether it is refused where it is wrong takes a judge. */
export async function inputValidation(code: Code): Promise<CheckOutcome> {
  const findings: Finding[] = code.sources.flatMap((parsed) =>
    [...walk(parsed.program)].flatMap(({ node, above }) => {
      const message = sinkProblem(node, above, parsed)
      return message === null ? [] : [findingAt(parsed.unit, node.start, message)]
    }),
  )
  for (const facts of (await code.python()) ?? [])
    if (facts.unit.kind === 'source')
      findings.push(
        ...(facts.findings['input-validation'] ?? []).map(({ line, message }) =>
          findingOnLine(facts.unit, line, message),
        ),
      )
  if (findings.length > 0) return outcomeOf(findings, '')
  return code.units.some(({ kind, content }) => kind === 'source' && outside.test(content))
    ? undecided('whether what comes from outside is refused where it is wrong takes a judge')
    : notApplicable('nothing comes from outside')
}

function sinkProblem(node: Node, above: readonly Node[], parsed: Parsed): string | null {
  if (node.type === 'TemplateLiteral' || node.type === 'BinaryExpression')
    return isBuiltSql(node, above, parsed) ? 'SQL is built from parts: use parameters' : null
  if (node.type === 'AssignmentExpression') {
    const target = word(child(child(node, 'left'), 'property'), 'name')
    return /^(?:innerHTML|outerHTML)$/.test(target) &&
      !isConstant(child(node, 'right')) &&
      !/escape|sanitize|purify/i.test(textOf(parsed, node))
      ? `${target} takes text as a page: escape it, or use textContent`
      : null
  }
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return null
  const name = calleeName(node)
  const [first, ...others] = children(node, 'arguments')
  if (isConstant(first ?? null)) return null
  if (name === 'eval' || name === 'Function')
    return holdsOnlyData(first) ? null : `${name} runs text as code`
  const last = name.slice(name.lastIndexOf('.') + 1)
  const usesShell =
    /^exec(?:Sync)?$/.test(last) ||
    others.some((argument) => /\bshell\s*:\s*true/.test(textOf(parsed, argument)))
  return usesShell && shellNames(parsed).has(name.split('.')[0] ?? '')
    ? `${name} hands text to a shell: pass the arguments apart (execFile)`
    : null
}

/** A value that `JSON.stringify` wrote is data in code, too. */
const holdsOnlyData = (node: Node | undefined): boolean =>
  node?.type === 'TemplateLiteral' &&
  children(node, 'expressions').every((each) => calleeName(each) === 'JSON.stringify')

const isConstant = (node: Node | null): boolean =>
  node === null ||
  node.type === 'Literal' ||
  (node.type === 'TemplateLiteral' && children(node, 'expressions').length === 0) ||
  (node.type === 'Identifier' && /^[A-Z][A-Z0-9_]*$/.test(word(node, 'name')))

/** Local names for what comes from the module that starts processes. */
const shellNames = (parsed: Parsed): ReadonlySet<string> =>
  new Set(
    importsOf(parsed)
      .filter(({ specifier }) => /^(?:node:)?child_process$/.test(specifier))
      .flatMap(({ node }) => children(node, 'specifiers'))
      .map((item) => word(child(item, 'local'), 'name')),
  )

const sqlWords =
  /\b(?:select\b[\s\S]+\bfrom|insert\s+into|update\b[\s\S]+\bset|delete\s+from|drop\s+table)\b/i

function isBuiltSql(node: Node, above: readonly Node[], parsed: Parsed): boolean {
  const [outer] = above
  if (outer?.type === 'TaggedTemplateExpression' || outer?.type === 'BinaryExpression') return false
  const parts =
    node.type === 'TemplateLiteral'
      ? children(node, 'expressions')
      : word(node, 'operator') === '+'
        ? [child(node, 'left'), child(node, 'right')].flatMap((part) => part ?? [])
        : []
  return (
    parts.some(
      (part) =>
        !isConstant(part) && !/placeholders|columns|\.join\(|\.map\(/i.test(textOf(parsed, part)),
    ) && sqlWords.test(textOf(parsed, node))
  )
}
