import { exportedNames, exportsTarget } from '../integrity/exports.ts'
import { dotted, keyName } from '../integrity/names.ts'
import { type FunctionNode, is, isFunction, type Node, type Source } from '../integrity/source.ts'

/** A function, class, method or value that others can name. */
export type Declared = {
  readonly name: string
  readonly kind: 'function' | 'class' | 'method' | 'value'
  /** The class or object a method belongs to. */
  readonly owner: string | null
  readonly exported: boolean
  /** The node to point at, and the function itself where there is one. */
  readonly node: Node
  readonly body: FunctionNode | null
  readonly isPrivate: boolean
}

const known = new WeakMap<Source, readonly Declared[]>()

/** What a unit declares at its top level, with the methods of its classes. */
export function declarationsOf(source: Source): readonly Declared[] {
  const exported = exportedNames(source)
  const result =
    known.get(source) ??
    source.program.body.flatMap((statement) => {
      const isExport = is('ExportNamedDeclaration', 'ExportDefaultDeclaration')(statement)
      const inner = isExport ? statement.declaration : statement
      return inner === null
        ? []
        : declaredBy(inner).map((each) => ({
            ...each,
            exported: exported.has(each.owner ?? each.name),
          }))
    })
  known.set(source, result)
  return result
}

type Bare = Omit<Declared, 'exported'>

function declaredBy(node: Node): readonly Bare[] {
  if (is('VariableDeclaration')(node))
    return node.declarations.flatMap((each) =>
      is('Identifier')(each.id) ? valueDeclared(each.id.name, each, unwrapped(each.init)) : [],
    )
  if (is('ExpressionStatement')(node) && is('AssignmentExpression')(node.expression)) {
    const { left, right } = node.expression
    const [target, whole, name = ''] = exportsTarget.exec(dotted(left)) ?? []
    if (target === undefined) return []
    if (is('ObjectExpression')(right)) return membersOf(right, null)
    const own = isFunction(right) && whole !== undefined ? (right.id?.name ?? '') : name
    return isFunction(right) ? valueDeclared(own, node, right) : []
  }
  const name = is('FunctionDeclaration', 'ClassDeclaration')(node) ? node.id?.name : undefined
  return isFunction(node) || is('ClassDeclaration')(node)
    ? valueDeclared(name ?? 'default', node, node)
    : []
}

const isClass = is('ClassDeclaration', 'ClassExpression')

function valueDeclared(name: string, node: Node, value: Node | null): readonly Bare[] {
  const base = { name, node, owner: null, isPrivate: false, body: null }
  if (isFunction(value)) return [{ ...base, kind: 'function', body: value }]
  const kind = isClass(value) ? 'class' : 'value'
  return [{ ...base, kind }, ...(value === null ? [] : membersOf(value, name))]
}

function unwrapped(node: Node | null): Node | null {
  return is('TSAsExpression', 'TSSatisfiesExpression', 'ParenthesizedExpression')(node)
    ? unwrapped(node.expression)
    : node
}

/** The methods of a class, or the functions that an object holds. */
function membersOf(node: Node, owner: string | null): readonly Bare[] {
  const members = isClass(node)
    ? node.body.body
    : is('ObjectExpression')(node)
      ? node.properties
      : []
  return members.flatMap((member): readonly Bare[] => {
    if (!is('MethodDefinition', 'PropertyDefinition', 'Property')(member)) return []
    const { key, value } = member
    const isDeclared = is('MethodDefinition')(member) && value !== null
    if (!isFunction(value) && !isDeclared) return []
    const access = 'accessibility' in member ? (member.accessibility ?? '') : ''
    return [
      {
        name: keyName(key).replace(/^#/, ''),
        kind: 'method',
        owner,
        isPrivate: is('PrivateIdentifier')(key) || /private|protected/.test(access),
        node: member,
        body: isFunction(value) ? value : null,
      },
    ]
  })
}

/** Parameters of a function as the caller counts them. */
export function arity({ params }: FunctionNode): {
  readonly required: number
  readonly most: number
} {
  const isOptional = (param: Node) =>
    is('AssignmentPattern', 'RestElement')(param) || ('optional' in param && param.optional)
  return {
    required: params.filter((param) => !isOptional(param)).length,
    most: params.some(is('RestElement')) ? Infinity : params.length,
  }
}
