import type { Fix } from '../../model/finding.ts'
import { callsOneOf, namesFrom } from './call-facts.ts'
import { calleeName, dottedName, textOf, walk, type Node, type Parsed } from './syntax.ts'

/** What makes code a program: it listens, repeats itself, reads its command line, talks to a database. */
export function effectsOf(parsed: Parsed): readonly Node[] {
  const found: Node[] = []
  const shells = namesFrom(parsed, /^(?:node:)?child_process$/)
  for (const { node, above } of walk(parsed.program)) {
    const isTopLevel = !above.some(({ type }) => /Function/.test(type))
    if (node.type === 'MemberExpression' && dottedName(node) === 'process.argv') found.push(node)
    if (node.type !== 'CallExpression') continue
    const name = calleeName(node)
    if (
      /(?:^|\.)(?:listen|createServer|serve|parseArgs)$/.test(name) ||
      (name === 'setInterval' && isTopLevel) ||
      callsOneOf(name, shells) ||
      /(?:^|\.)(?:query|execute)$/.test(name)
    )
      found.push(node)
  }
  return found
}

export const touches = (parsed: Parsed): boolean =>
  namesFrom(parsed, /^(?:node:)?(?:fs|http|https|net|child_process)(?:\/promises)?$/).size > 0 ||
  /\bfetch\s*\(|\bsetInterval\s*\(/.test(parsed.unit.content)

/** Takes out a whole line that holds nothing but this statement. */
export function removal(parsed: Parsed, node: Node): Fix | undefined {
  const { content, start } = parsed.unit
  const from = content.lastIndexOf('\n', node.start) + 1
  const found = content.indexOf('\n', node.end)
  const end = found < 0 ? content.length : found + 1
  const line = content.slice(from, end)
  if (line.trim().replace(/;$/, '') !== textOf(parsed, node).replace(/;$/, '')) return undefined
  return { title: 'remove the line', edits: [{ start: start + from, end: start + end, text: '' }] }
}
