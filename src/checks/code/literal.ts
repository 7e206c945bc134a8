import { dotted, keyName, plainValue } from '../integrity/names.ts'
import { is, loadParser, type Node } from '../integrity/source.ts'

/** A value as JSON, with what JSON lacks written as `{ "$": "undefined" }`. */
export type Encoded =
  | string
  | number
  | boolean
  | null
  | readonly Encoded[]
  | { readonly [key: string]: Encoded }

/** Parses one expression, or null where the text is none. */
export async function parseExpression(text: string): Promise<Node | null> {
  const parse = await loadParser()
  const source = parse('expression.js', `(${text}\n)`)
  const [statement, ...more] = source === null || source.broken ? [] : source.program.body
  return more.length === 0 && is('ExpressionStatement')(statement) ? statement.expression : null
}

const words: Readonly<Record<string, Encoded>> = {
  undefined: { $: 'undefined' },
  NaN: { $: 'NaN' },
  Infinity: { $: 'Infinity' },
  True: true,
  False: false,
  None: null,
}

/** The value of a literal; undefined where the expression is not one. */
export function encodeLiteral(node: Node | null): Encoded | undefined {
  if (is('ArrayExpression')(node)) {
    const values = node.elements.map((each) => encodeLiteral(each))
    return values.every((value) => value !== undefined) ? values : undefined
  }
  if (is('ObjectExpression')(node)) {
    const entries = node.properties.map((each) =>
      is('Property')(each) ? ([keyName(each.key), encodeLiteral(each.value)] as const) : null,
    )
    const known = entries.filter(
      (each): each is [string, Encoded] => each !== null && each[1] !== undefined,
    )
    return known.length === entries.length ? Object.fromEntries(known) : undefined
  }
  const name = is('Identifier')(node) ? dotted(node) : ''
  return Object.hasOwn(words, name) ? words[name] : plainValue(node)
}
