import esquery from 'esquery'
import { parseSync, visitorKeys } from 'oxc-parser'
import { err, ok, type Result } from '../../model/result.ts'
import { type Found, placesIn } from './found.ts'

/** The nodes of JavaScript or TypeScript that a query of the syntax tree means; an error where the text is neither. */
export function findSyntax(
  query: string,
  path: string,
  text: string,
): Result<readonly Found[], string> {
  const parsed = parseSync(path, text, { sourceType: 'unambiguous', preserveParens: false })
  const [error] = parsed.errors
  if (error !== undefined) return err(error.message)
  const place = placesIn(text)
  // the types of the library know neither the options nor nodes of TypeScript
  const nodes: unknown = Reflect.apply(esquery, undefined, [parsed.program, query, { visitorKeys }])
  const result = Array.isArray(nodes) ? nodes.filter(isNode) : []
  return ok(
    result.map((node) => {
      const written = text.slice(node.start, node.end)
      return { value: valueOf(node, written), text: written, place: place(node.start) }
    }),
  )
}

type Node = { readonly type: string; readonly start: number; readonly end: number }

const isNode = (node: unknown): node is Node =>
  typeof node === 'object' && node !== null && 'type' in node && 'start' in node && 'end' in node

/** What a literal says, what a name is called, or else how a node is written. */
function valueOf(node: Node, written: string): unknown {
  if (node.type === 'Literal') return Reflect.get(node, 'value')
  return node.type === 'Identifier' ? Reflect.get(node, 'name') : written
}
