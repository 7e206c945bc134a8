import type { CheckOutcome } from '../../model/check.ts'
import type { Finding } from '../../model/finding.ts'
import { above, all, is, type Node, slice } from '../integrity/source.ts'
import { notApplicable, outcomeOf } from '../outcome.ts'
import type { Code } from './code.ts'
import { findingAt, findingOnLine, isTyped } from './code-units.ts'
import { declarationsOf, type Declared } from './declarations.ts'
import type { Parsed } from './syntax.ts'

/** What is public carries types: annotations or hints; and `any` is none. */
export async function types(code: Code): Promise<CheckOutcome> {
  const typed = code.sources.filter(({ unit }) => isTyped(unit))
  const declared = typed.flatMap((parsed) =>
    declarationsOf(parsed)
      .filter((item) => item.exported && !item.isPrivate)
      .map((item) => ({ parsed, item })),
  )
  const python = ((await code.python()) ?? []).filter(({ unit }) => unit.kind === 'source')
  const findings = [
    ...typed.flatMap(loopholes),
    ...declared.flatMap(({ parsed, item }) => missingTypes(parsed, item)),
    ...python.flatMap(({ unit, findings: result }) =>
      (result['types'] ?? []).map(({ line, message }) => findingOnLine(unit, line, message)),
    ),
  ]
  const judged = python.reduce((sum, { functions }) => sum + functions.length, declared.length)
  if (findings.length > 0) return outcomeOf(findings, '')
  return judged === 0
    ? notApplicable('nothing public is declared in a language with types')
    : outcomeOf([], `${judged} public names carry types`)
}

/** `any`, and orders to the compiler to look away. */
const loopholes = (source: Parsed): readonly Finding[] => [
  ...all(source, 'TSAnyKeyword')
    .filter((node) => ![...above(source, node)].some(is('RestElement', 'TSTypeParameter')))
    .map(({ start, end }) => {
      const { unit } = source
      return findingAt(unit, start, 'any switches the types off: name the type, or say unknown', {
        title: 'use unknown',
        edits: [{ start: unit.start + start, end: unit.start + end, text: 'unknown' }],
      })
    }),
  ...source.comments
    .filter(({ value }) => /^\s*@ts-(?:ignore|nocheck|expect-error)/.test(value))
    .map(({ start }) => findingAt(source.unit, start, 'the type checker is told to look away')),
]

const isAnnotated = (node: Node): boolean => 'typeAnnotation' in node && node.typeAnnotation != null

function missingTypes(source: Parsed, { node, name, body }: Declared): readonly Finding[] {
  const isSetter = is('MethodDefinition')(node) && node.kind === 'set'
  const isTypedWhole = is('VariableDeclarator')(node) && isAnnotated(node.id)
  if (body === null || isTypedWhole || isSetter) return []
  const untyped = body.params.filter((param) => {
    const inner = is('TSParameterProperty')(param) ? param.parameter : param
    if (!is('AssignmentPattern')(inner)) return !isAnnotated(inner)
    return !is('Literal')(inner.right) && !isAnnotated(inner.left)
  })
  const saysNothing = name !== 'constructor' && body.returnType == null
  return [
    ...untyped.map((param) => {
      const text = slice(source, param).slice(0, 30)
      return findingAt(source.unit, param.start, `parameter ${text} of ${name} has no type`)
    }),
    ...(saysNothing
      ? [findingAt(source.unit, node.start, `${name} does not say what it returns`)]
      : []),
  ]
}
