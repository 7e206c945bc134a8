import { keyName, literalOf } from '../../integrity/names.ts'
import { above, is, lineAt, type Node, type Source, type Typed } from '../../integrity/source.ts'
import { labelKey, wordsOf } from './words.ts'

/** Names that code puts beside each other: a union, an enum, a list, the keys of a table. */
export type CodeSet = {
  readonly source: Source
  readonly node: Node
  readonly line: number
  readonly form: 'union' | 'enum' | 'list' | 'keys' | 'records'
  /** The words by which it is called. */
  readonly name: ReadonlySet<string>
  /** In the order of the code. */
  readonly items: readonly string[]
  /** What each item lists for itself: `{ website: ['logo'] }`, `{ id: 'website', dependsOn: ['logo'] }`. */
  readonly lists: ReadonlyMap<string, readonly string[]>
}

type Found = Pick<CodeSet, 'form' | 'items'> & Partial<Pick<CodeSet, 'lists'>>

export const setsIn = (source: Source): readonly CodeSet[] =>
  source.nodes.flatMap((node) => {
    const result = setAt(node)
    return result === null || result.items.length < 2
      ? []
      : [
          {
            source,
            node,
            line: lineAt(source.text, node.start),
            name: new Set(nameOf(source, node)),
            lists: new Map(),
            ...result,
          },
        ]
  })

function setAt(node: Node): Found | null {
  if (is('TSUnionType')(node)) {
    const texts = node.types.map((each) =>
      is('TSLiteralType')(each) ? literalOf(each.literal) : null,
    )
    return texts.every((text) => text !== null)
      ? { form: 'union', items: texts.map(labelKey) }
      : null
  }
  if (is('TSEnumDeclaration')(node))
    return {
      form: 'enum',
      items: node.body.members.map(({ id, initializer }) =>
        labelKey(literalOf(initializer) ?? keyName(id)),
      ),
    }
  if (is('ArrayExpression')(node)) return listAt(node)
  return is('ObjectExpression')(node) ? tableAt(node) : null
}

function listAt(node: Typed<'ArrayExpression'>): Found | null {
  const texts = textsOf(node)
  if (texts !== null) return { form: 'list', items: texts.map(labelKey) }
  const records = node.elements.map((each) =>
    is('ObjectExpression')(each) ? recordOf(each) : null,
  )
  return records.every((each) => each !== null)
    ? {
        form: 'records',
        items: records.map(({ id }) => id),
        lists: new Map(records.map(({ id, list }) => [id, list])),
      }
    : null
}

function tableAt(node: Typed<'ObjectExpression'>): Found | null {
  const properties = propertiesOf(node)
  if (properties.length !== node.properties.length || properties.some(({ computed }) => computed))
    return null
  const lists = properties.flatMap(({ key, value }) => {
    const texts = textsOf(value) ?? (is('ObjectExpression')(value) ? recordLists(value) : null)
    return texts === null ? [] : [[labelKey(keyName(key)), texts.map(labelKey)] as const]
  })
  return {
    form: 'keys',
    items: properties.map(({ key }) => labelKey(keyName(key))),
    lists: new Map(lists),
  }
}

const propertiesOf = ({ properties }: Typed<'ObjectExpression'>): readonly Typed<'Property'>[] =>
  properties.flatMap((each) => (is('Property')(each) ? [each] : []))

/** The texts of a list of nothing but texts; null for any other value. */
function textsOf(node: Node): readonly string[] | null {
  const bare = is('TSAsExpression', 'TSSatisfiesExpression')(node) ? node.expression : node
  const list = is('NewExpression')(bare)
    ? bare.arguments[0]
    : is('CallExpression')(bare) && bare.arguments.length === 1
      ? bare.arguments[0]
      : bare
  if (!is('ArrayExpression')(list)) return null
  const texts = list.elements.map((each) => literalOf(each))
  return texts.every((text) => text !== null) ? texts : null
}

function recordOf(node: Node): { readonly id: string; readonly list: readonly string[] } | null {
  if (!is('ObjectExpression')(node)) return null
  const values = propertiesOf(node)
  const named = values.find(
    ({ key, value }) =>
      /^(?:id|name|key|slug|type|kind|tier|plan|status)$/.test(keyName(key)) &&
      literalOf(value) !== null,
  )
  const id = named === undefined ? null : literalOf(named.value)
  return id === null ? null : { id: labelKey(id), list: (recordLists(node) ?? []).map(labelKey) }
}

export const depends = /depend|require|need|prereq|after|upstream|input/i

function recordLists(node: Node): readonly string[] | null {
  if (!is('ObjectExpression')(node)) return null
  const list = node.properties.find(
    (each) =>
      is('Property')(each) && depends.test(keyName(each.key)) && textsOf(each.value) !== null,
  )
  return is('Property')(list) ? textsOf(list.value) : null
}

/** The name of what holds a set. */
export function nameOf(source: Source, node: Node): readonly string[] {
  for (const each of [node, ...above(source, node)]) {
    if (is('TSTypeAliasDeclaration', 'TSEnumDeclaration', 'TSInterfaceDeclaration')(each))
      return wordsOf(each.id.name)
    if (is('VariableDeclarator')(each))
      return is('Identifier')(each.id) ? wordsOf(each.id.name) : []
    if (is('Property', 'TSPropertySignature', 'PropertyDefinition')(each))
      return wordsOf(keyName(each.key))
    if (is('Program', 'BlockStatement')(each)) return []
  }
  return []
}
