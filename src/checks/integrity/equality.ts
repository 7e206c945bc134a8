import { canonical } from './canonical.ts'
import type { Change } from './change.ts'
import type { IntegrityFinding } from './finding.ts'
import { introduced } from './introduced.ts'
import { findingIn, rulesOf, type Family } from './rule.ts'
import { all, above, is, type Node, type Source } from './source.ts'

const rules = rulesOf('completeness', {
  'loose-equality': [
    'warn',
    'Values are compared with == or !=',
    'The comparison converts types, so unlike values may be taken for equal.',
    'Compare with === or !==.',
  ],
  'assignment-in-condition': [
    'warn',
    'A condition assigns instead of comparing',
    'It changes the value and holds whenever the new value is truthy.',
    'Compare with ===.',
  ],
  'compared-with-itself': [
    'fail',
    'A condition compares a value with itself',
    'It always has the same answer.',
    'Compare with what was meant.',
  ],
})

export const equality: Family = { family: 'logic', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  const isCode = (kind: string) => kind === 'source' || kind === 'script'
  const loose = introduced(change, (source, { kind }) =>
    isCode(kind)
      ? all(source, 'BinaryExpression').filter(
          (node) => /^[!=]=$/.test(node.operator) && ![node.left, node.right].some(isAbsent),
        )
      : [],
  )
  const strict = new Set(
    change.files.flatMap(({ before }) =>
      before === null
        ? []
        : all(before, 'BinaryExpression')
            .filter(({ operator }) => /^[!=]==$/.test(operator))
            .map((node) => sides(node)),
    ),
  )
  const assigned = introduced(change, (source, { kind }) =>
    isCode(kind)
      ? all(source, 'AssignmentExpression').filter((node) => isCondition(source, node))
      : [],
  )
  const selfish = introduced(change, (source, { kind }) =>
    isCode(kind)
      ? all(source, 'BinaryExpression').filter(
          (node) =>
            /^(?:[!=]==?|[<>]=?)$/.test(node.operator) &&
            canonical(node.left) === canonical(node.right) &&
            !canMove(node.left),
        )
      : [],
  )
  return [
    ...loose.map(({ source, node }) =>
      findingIn(rules['loose-equality'], source, node.start, {
        message: `values are compared with ${node.operator}`,
        severity: strict.has(sides(node)) ? 'fail' : 'warn',
      }),
    ),
    ...assigned.map(({ source, node }) =>
      findingIn(rules['assignment-in-condition'], source, node.start, {
        message: 'a condition assigns instead of comparing',
      }),
    ),
    ...selfish.map(({ source, node }) =>
      findingIn(rules['compared-with-itself'], source, node.start, {
        message: 'a condition compares a value with itself',
      }),
    ),
  ]
}

const sides = (node: Extract<Node, { type: 'BinaryExpression' }>): string =>
  `${canonical(node.left)} ${canonical(node.right)}`
const isAbsent = (node: Node): boolean =>
  (node.type === 'Literal' && node.value === null) ||
  (node.type === 'Identifier' && node.name === 'undefined') ||
  (node.type === 'UnaryExpression' && node.operator === 'typeof')
const canMove = (node: Node): boolean =>
  is('CallExpression', 'UpdateExpression', 'AwaitExpression')(node)

/** Whether an assignment is the test of a branch; loops that read on are written so on purpose. */
function isCondition(
  source: Source,
  node: Extract<Node, { type: 'AssignmentExpression' }>,
): boolean {
  if (node.operator !== '=') return false
  let inner: Node = node
  for (const up of above(source, node)) {
    if (is('IfStatement', 'ConditionalExpression')(up)) return up.test === inner
    if (!is('LogicalExpression', 'UnaryExpression')(up)) return false
    inner = up
  }
  return false
}
