import type { CheckOutcome } from '../../model/check.ts'
import type { Finding } from '../../model/finding.ts'
import { notApplicable, outcomeOf } from '../outcome.ts'
import type { Code } from './code.ts'
import { findingAt, findingOnLine, isTyped } from './code-units.ts'
import { declarationsOf, type Declared } from './declarations.ts'
import { child, children, textOf, walk, word, type Node, type Parsed } from './syntax.ts'

/** What is public carries types: annotations or hints; and `any` is none. */
export async function types(code: Code): Promise<CheckOutcome> {
  const typed = code.sources.filter(({ unit }) => isTyped(unit))
  const declared = typed.flatMap((parsed) =>
    declarationsOf(parsed)
      .filter((item) => item.exported && !item.private)
      .map((item) => ({ parsed, item })),
  )
  const python = ((await code.python()) ?? []).filter(({ unit }) => unit.kind === 'source')
  const findings = [
    ...typed.flatMap(loopholes),
    ...declared.flatMap(({ parsed, item }) => missingTypes(parsed, item)),
    ...python.flatMap(({ unit, findings: found }) =>
      (found['types'] ?? []).map(({ line, message }) => findingOnLine(unit, line, message)),
    ),
  ]
  const judged = python.reduce((sum, { functions }) => sum + functions.length, declared.length)
  if (findings.length > 0) return outcomeOf(findings, '')
  return judged === 0
    ? notApplicable('nothing public is declared in a language with types')
    : outcomeOf([], `${judged} public names carry types`)
}

/** `any`, and orders to the compiler to look away. */
const loopholes = ({ unit, program, comments }: Parsed): readonly Finding[] => [
  ...[...walk(program)]
    .filter(
      ({ node, above }) =>
        node.type === 'TSAnyKeyword' &&
        !above.some(({ type }) => type === 'RestElement' || type === 'TSTypeParameter'),
    )
    .map(({ node: { start, end } }) =>
      findingAt(unit, start, 'any switches the types off: name the type, or say unknown', {
        title: 'use unknown',
        edits: [{ start: unit.start + start, end: unit.start + end, text: 'unknown' }],
      }),
    ),
  ...comments
    .filter(({ value }) => /^\s*@ts-(?:ignore|nocheck|expect-error)/.test(value))
    .map(({ start }) => findingAt(unit, start, 'the type checker is told to look away')),
]

const isAnnotated = (node: Node | null): boolean => child(node, 'typeAnnotation') !== null

function missingTypes(parsed: Parsed, { node, name, body }: Declared): readonly Finding[] {
  const kind = word(node, 'kind')
  if (body === null || isAnnotated(child(node, 'id')) || kind === 'set') return []
  const untyped = children(body, 'params').filter((param) => {
    const inner = child(param, 'left') ?? child(param, 'parameter') ?? param
    const hasDefault = child(param, 'right')?.type === 'Literal'
    return !hasDefault && ![param, inner, child(inner, 'left')].some(isAnnotated)
  })
  const saysNothing =
    kind !== 'constructor' && name !== 'constructor' && child(body, 'returnType') === null
  return [
    ...untyped.map((param) => {
      const text = textOf(parsed, param).slice(0, 30)
      return findingAt(parsed.unit, param.start, `parameter ${text} of ${name} has no type`)
    }),
    ...(saysNothing
      ? [findingAt(parsed.unit, node.start, `${name} does not say what it returns`)]
      : []),
  ]
}
