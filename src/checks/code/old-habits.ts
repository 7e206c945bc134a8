import type { Finding, Fix } from '../../model/finding.ts'
import { findingAt } from './code-units.ts'
import { child, children, valueOf, walk, word, type Node, type Parsed } from './syntax.ts'

const mostOfAKind = 10

/** `var` and `==`, which nobody writes on purpose any more. */
export function oldHabits(parsed: Parsed): readonly Finding[] {
  const found: Finding[] = []
  const { content, start } = parsed.unit
  for (const { node } of walk(parsed.program)) {
    if (node.type === 'VariableDeclaration' && word(node, 'kind') === 'var') {
      const names = children(node, 'declarations').map((declarator) =>
        word(child(declarator, 'id'), 'name'),
      )
      const changes = names.some((name) =>
        new RegExp(
          `\\b${name.replaceAll('$', '\\$')}\\s*(?:[-+*/%|&^?]{0,3}=(?!=)|\\+\\+|--)`,
        ).test(content.slice(0, node.start) + content.slice(node.end)),
      )
      const fix = {
        title: 'use const or let',
        edits: [
          {
            start: start + node.start,
            end: start + node.start + 3,
            text: changes ? 'let' : 'const',
          },
        ],
      }
      found.push(
        findingAt(parsed.unit, node.start, 'var leaks out of its block: use const or let', fix),
      )
    }
    const operator = node.type === 'BinaryExpression' ? word(node, 'operator') : ''
    if (operator !== '==' && operator !== '!=') continue
    const sides = [child(node, 'left'), child(node, 'right')]
    const withNull = sides.some((side) => side?.type === 'Literal' && valueOf(side) === null)
    if (!withNull)
      found.push(
        findingAt(
          parsed.unit,
          node.start,
          `${operator} compares after converting: use ${operator}=`,
          strictFix(parsed, node, operator),
        ),
      )
  }
  return found.slice(0, mostOfAKind)
}

function strictFix(parsed: Parsed, node: Node, operator: string): Fix | undefined {
  const from = child(node, 'left')?.end ?? node.start
  const at = parsed.unit.content.indexOf(operator, from)
  if (at < 0) return undefined
  const offset = parsed.unit.start + at
  return {
    title: `use ${operator}=`,
    edits: [{ start: offset, end: offset + operator.length, text: `${operator}=` }],
  }
}
