import type { CheckOutcome } from '../../model/check.ts'
import type { Finding } from '../../model/finding.ts'
import { notApplicable, outcomeOf } from '../outcome.ts'
import type { Code } from './code.ts'
import { findingAt, findingOnLine, isTyped } from './code-units.ts'
import { declarationsOf, type Declared } from './declarations.ts'
import { child, children, flag, textOf, walk, word, type Node, type Parsed } from './syntax.ts'

/** What is public carries types: annotations or hints; and `any` is none. */
export async function types(code: Code): Promise<CheckOutcome> {
  const findings: Finding[] = []
  let judged = 0
  for (const parsed of code.sources.filter(({ unit }) => isTyped(unit))) {
    const publicOnes = declarationsOf(parsed).filter((item) => item.exported && !item.private)
    judged += publicOnes.length
    findings.push(...loopholes(parsed), ...publicOnes.flatMap((item) => missingTypes(parsed, item)))
  }
  const python = (await code.python()) ?? []
  for (const facts of python)
    if (facts.unit.kind === 'source') {
      judged += facts.functions.length
      findings.push(
        ...(facts.findings['types'] ?? []).map(({ line, message }) =>
          findingOnLine(facts.unit, line, message),
        ),
      )
    }
  if (findings.length > 0) return outcomeOf(findings, '')
  return judged === 0
    ? notApplicable('nothing public is declared in a language with types')
    : outcomeOf([], `${judged} public names carry types`)
}

/** `any` in all its forms, and orders to the compiler to look away. */
function loopholes(parsed: Parsed): readonly Finding[] {
  const found: Finding[] = []
  for (const { node, above } of walk(parsed.program)) {
    if (node.type === 'TSAnyKeyword') {
      const isRest = above.some(
        (outer) => outer.type === 'RestElement' || outer.type === 'TSTypeParameter',
      )
      const edit = {
        start: parsed.unit.start + node.start,
        end: parsed.unit.start + node.end,
        text: 'unknown',
      }
      if (!isRest)
        found.push(
          findingAt(
            parsed.unit,
            node.start,
            'any switches the types off: name the type, or say unknown',
            { title: 'use unknown', edits: [edit] },
          ),
        )
    }
    const reference = node.type === 'TSTypeReference' ? word(child(node, 'typeName'), 'name') : ''
    if (reference === 'Function' || reference === 'Object')
      found.push(
        findingAt(
          parsed.unit,
          node.start,
          `${reference} says nothing about what can be done with it`,
        ),
      )
  }
  for (const comment of parsed.comments)
    if (/^\s*@ts-(?:ignore|nocheck|expect-error)/.test(comment.value))
      found.push(findingAt(parsed.unit, comment.start, 'the type checker is told to look away'))
  return found
}

function missingTypes(parsed: Parsed, item: Declared): readonly Finding[] {
  const { body } = item
  const isAnnotated = child(child(item.node, 'id'), 'typeAnnotation') !== null
  if (body === null || isAnnotated || word(item.node, 'kind') === 'set') return []
  const found: Finding[] = []
  for (const param of children(body, 'params')) {
    const target =
      param.type === 'AssignmentPattern'
        ? child(param, 'left')
        : param.type === 'TSParameterProperty'
          ? child(param, 'parameter')
          : param
    const hasDefault =
      param.type === 'AssignmentPattern' && child(param, 'right')?.type === 'Literal'
    const isTypedHere =
      child(target, 'typeAnnotation') !== null ||
      child(param, 'typeAnnotation') !== null ||
      child(child(target, 'left'), 'typeAnnotation') !== null
    if (!isTypedHere && !hasDefault)
      found.push(
        findingAt(
          parsed.unit,
          param.start,
          `parameter ${textOf(parsed, param).slice(0, 30)} of ${item.name} has no type`,
        ),
      )
  }
  const needsReturn = word(item.node, 'kind') !== 'constructor' && item.name !== 'constructor'
  if (needsReturn && child(body, 'returnType') === null)
    found.push(noReturnType(parsed, item, body))
  return found
}

function noReturnType(parsed: Parsed, item: Declared, body: Node): Finding {
  const returnsNothing =
    !flag(body, 'async') &&
    child(body, 'body')?.type === 'BlockStatement' &&
    !/\breturn\b[^;\n]*[^;\s]/.test(textOf(parsed, child(body, 'body') ?? body))
  const close = parsed.unit.content.lastIndexOf(')', child(body, 'body')?.start ?? body.end)
  const edit = {
    start: parsed.unit.start + close + 1,
    end: parsed.unit.start + close + 1,
    text: ': void',
  }
  const fix = returnsNothing && close > 0 ? { title: 'add : void', edits: [edit] } : undefined
  return findingAt(parsed.unit, item.node.start, `${item.name} does not say what it returns`, fix)
}
