import { chainOf, keyName } from '../../integrity/names.ts'
import { all, is, type Node, type Source, type Typed } from '../../integrity/source.ts'

type SchemaField = { readonly node: Node; readonly kind: string; readonly isOptional: boolean }
export type Schema = {
  readonly source: Source
  readonly node: Node
  readonly name: string
  readonly fields: ReadonlyMap<string, SchemaField>
}

/** `const userSchema = z.object({ … })`, and the like of other libraries. */
export const schemasIn = (source: Source): readonly Schema[] =>
  all(source, 'VariableDeclarator').flatMap((node) => {
    const call = is('Identifier')(node.id) ? objectCall(node.init) : null
    const [shape] = call?.arguments ?? []
    if (!is('Identifier')(node.id) || !is('ObjectExpression')(shape)) return []
    const fields = shape.properties.flatMap((each) =>
      is('Property')(each) ? [[keyName(each.key), fieldOf(each.value)] as const] : [],
    )
    const hasRest = shape.properties.some(is('SpreadElement'))
    return hasRest ? [] : [{ source, node, name: node.id.name, fields: new Map(fields) }]
  })

const modifiers =
  /^(?:strict|strip|passthrough|loose|readonly|describe|meta|required|noUnknown|unknown|openapi|brand)$/

function objectCall(node: Node | null): Typed<'CallExpression'> | null {
  let at = node
  while (is('CallExpression')(at) && is('MemberExpression')(at.callee)) {
    const name = chainOf(at.callee).at(-1) ?? ''
    if (/^(?:object|Object|strictObject|looseObject|shape)$/.test(name)) return at
    if (!modifiers.test(name)) return null
    at = at.callee.object
  }
  return null
}

function fieldOf(node: Node): SchemaField {
  const names = chainOf(node)
  const kind =
    names.find((name) => /^(?:string|number|boolean|bool)$/i.test(name))?.toLowerCase() ?? ''
  return {
    node,
    kind:
      kind === 'bool'
        ? 'boolean'
        : names.some((name) => /^(?:transform|pipe|or|array|nullable|nullish)$/.test(name))
          ? ''
          : kind,
    isOptional: names.some((name) => /^(?:optional|nullish|partial|Optional)$/.test(name)),
  }
}
