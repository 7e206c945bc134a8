import { child, children, flag, isFunction, word, type Node, type Parsed } from './syntax.ts'

/** A function, class or method that others can name. */
export type Declared = {
  readonly name: string
  readonly kind: 'function' | 'class' | 'method' | 'value'
  /** The class a method belongs to. */
  readonly owner: string | null
  readonly exported: boolean
  /** The node to point at, and the function itself where there is one. */
  readonly node: Node
  readonly body: Node | null
  readonly private: boolean
}

/** What a unit declares at its top level, with the methods of its classes. */
export function declarationsOf(parsed: Parsed): readonly Declared[] {
  const declareds = known.get(parsed) ?? findDeclarations(parsed)
  known.set(parsed, declareds)
  return declareds
}

const known = new WeakMap<Parsed, readonly Declared[]>()

function findDeclarations(parsed: Parsed): readonly Declared[] {
  const exportedNames = namesExportedApart(parsed)
  const declareds: Declared[] = []
  for (const statement of children(parsed.program, 'body')) {
    const isExport = /^Export(?:Named|Default)Declaration$/.test(statement.type)
    const declaration = isExport ? child(statement, 'declaration') : statement
    if (declaration === null) continue
    const isDefault = statement.type === 'ExportDefaultDeclaration'
    for (const declared of declaredBy(declaration, isDefault))
      declareds.push({
        ...declared,
        exported: isExport || exportedNames.has(declared.owner ?? declared.name),
      })
    declareds.push(...commonJsFunctions(declaration))
  }
  return declareds
}

type Undecided = Omit<Declared, 'exported'>

function declaredBy(node: Node, isDefault: boolean): readonly Undecided[] {
  const name = word(child(node, 'id'), 'name') || (isDefault ? 'default' : '')
  const base = { owner: null, private: false, node }
  if (isFunction(node)) return [{ ...base, name, kind: 'function', body: node }]
  if (node.type.startsWith('Class'))
    return [{ ...base, name, kind: 'class', body: null }, ...methodsOf(node, name)]
  if (node.type === 'TSDeclareFunction') return []
  if (node.type !== 'VariableDeclaration') return []
  return children(node, 'declarations').flatMap((declarator) => {
    const id = child(declarator, 'id')
    const init = unwrapped(child(declarator, 'init'))
    if (id?.type !== 'Identifier') return []
    const own = { ...base, name: word(id, 'name'), node: declarator }
    if (init !== null && isFunction(init))
      return [{ ...own, kind: 'function' as const, body: init }]
    if (init !== null && init.type.startsWith('Class'))
      return [{ ...own, kind: 'class' as const, body: null }, ...methodsOf(init, own.name)]
    const methods = init?.type === 'ObjectExpression' ? objectMethods(init, own.name) : []
    return [{ ...own, kind: 'value' as const, body: null }, ...methods]
  })
}

function unwrapped(node: Node | null): Node | null {
  const wraps =
    node !== null && /^TS(?:As|Satisfies)Expression$|^ParenthesizedExpression$/.test(node.type)
  return wraps ? unwrapped(child(node, 'expression')) : node
}

function methodsOf(node: Node, owner: string): readonly Undecided[] {
  return children(child(node, 'body'), 'body').flatMap((member) => {
    const key = child(member, 'key')
    const value = child(member, 'value')
    const holdsFunction =
      value !== null && (isFunction(value) || value.type === 'TSEmptyBodyFunctionExpression')
    if (key === null || !holdsFunction) return []
    const hidden =
      key.type === 'PrivateIdentifier' || /private|protected/.test(word(member, 'accessibility'))
    return [
      {
        name: word(key, 'name'),
        kind: 'method',
        owner,
        private: hidden,
        node: member,
        body: value,
      },
    ]
  })
}

function objectMethods(node: Node, owner: string): readonly Undecided[] {
  return children(node, 'properties').flatMap((property) => {
    const value = child(property, 'value')
    if (value === null || !isFunction(value)) return []
    const name = word(child(property, 'key'), 'name')
    return [{ name, kind: 'method', owner, private: false, node: property, body: value }]
  })
}

/** Names exported by `export { a }`, `export default a`, `module.exports = …` and `exports.a = …`. */
function namesExportedApart(parsed: Parsed): ReadonlySet<string> {
  const names = new Set<string>()
  for (const statement of children(parsed.program, 'body')) {
    for (const specifier of children(statement, 'specifiers'))
      if (specifier.type === 'ExportSpecifier') names.add(word(child(specifier, 'local'), 'name'))
    const declaration = child(statement, 'declaration')
    if (statement.type === 'ExportDefaultDeclaration' && declaration?.type === 'Identifier')
      names.add(word(declaration, 'name'))
    for (const name of commonJsNames(statement)) names.add(name)
  }
  return names
}

function commonJsNames(statement: Node): readonly string[] {
  const assignment = child(statement, 'expression')
  if (assignment?.type !== 'AssignmentExpression' || !assignsExports(assignment)) return []
  const right = child(assignment, 'right')
  if (right?.type === 'ObjectExpression')
    return children(right, 'properties').map(
      (property) => word(child(property, 'value'), 'name') || word(child(property, 'key'), 'name'),
    )
  return [word(right, 'name'), word(child(right, 'id'), 'name')].filter((name) => name !== '')
}

function assignsExports(assignment: Node): boolean {
  const left = child(assignment, 'left')
  const names = [left, child(left, 'object'), child(child(left, 'object'), 'object')].map((node) =>
    word(node, 'name'),
  )
  const isModule = names.includes('module') && word(child(left, 'property'), 'name') === 'exports'
  return isModule || names.includes('exports') || names.slice(1).includes('module')
}

function commonJsFunctions(statement: Node): readonly Declared[] {
  const assignment = child(statement, 'expression')
  if (assignment?.type !== 'AssignmentExpression' || !assignsExports(assignment)) return []
  const right = child(assignment, 'right')
  const base = { owner: null, private: false, exported: true, kind: 'function' as const }
  if (right !== null && isFunction(right)) {
    const name = word(child(child(assignment, 'left'), 'property'), 'name')
    return [
      {
        ...base,
        name: name === 'exports' ? word(child(right, 'id'), 'name') : name,
        node: statement,
        body: right,
      },
    ]
  }
  return right?.type === 'ObjectExpression'
    ? objectMethods(right, '').map((method) => ({ ...method, ...base }))
    : []
}

/** Parameters of a function as the caller counts them. */
export function arity(body: Node): { readonly required: number; readonly most: number } {
  const params = children(body, 'params')
  const optional = (param: Node) => param.type === 'AssignmentPattern' || flag(param, 'optional')
  const rest = params.some((param) => param.type === 'RestElement')
  const required = params.filter((param) => !optional(param) && param.type !== 'RestElement').length
  return { required, most: rest ? Infinity : params.length }
}
