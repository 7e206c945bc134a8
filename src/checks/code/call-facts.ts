import { importsOf } from './layout.ts'
import {
  calleeName,
  child,
  children,
  dottedName,
  flag,
  isFunction,
  walk,
  word,
  type Node,
  type Parsed,
} from './syntax.ts'

/** The nearest function a node lies in. */
export const functionAround = (above: readonly Node[]): Node | null =>
  above.find(isFunction) ?? null

/** Whether an error thrown at this node is caught within the same declared function. */
export function isTried(node: Node, above: readonly Node[]): boolean {
  let inner = node
  for (const outer of above) {
    if (
      outer.type === 'TryStatement' &&
      child(outer, 'block') === inner &&
      child(outer, 'handler') !== null
    )
      return true
    if (outer.type === 'FunctionDeclaration' || outer.type === 'MethodDefinition') return false
    inner = outer
  }
  return false
}

/** Whether a `.catch(…)` or a `.then(…, …)` hangs on the expression. */
export function isCaught(node: Node, above: readonly Node[]): boolean {
  let inner = node
  for (const outer of above) {
    if (outer.type === 'CallExpression' && child(outer, 'callee') === inner) {
      const method = word(child(inner, 'property'), 'name')
      if (method === 'catch' || (method === 'then' && children(outer, 'arguments').length > 1))
        return true
    } else if (
      outer.type !== 'MemberExpression' &&
      outer.type !== 'ChainExpression' &&
      outer.type !== 'AwaitExpression' &&
      outer.type !== 'ParenthesizedExpression'
    )
      return false
    inner = outer
  }
  return false
}

/** The name a function is called by, however it was declared. */
export function nameOfFunction(node: Node, above: readonly Node[]): string {
  const own = word(child(node, 'id'), 'name')
  const [outer] = above
  if (own !== '' || outer === undefined) return own
  return word(child(outer, 'id'), 'name') || word(child(outer, 'key'), 'name')
}

export const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/** Names of functions whose failures somebody in the artifact takes care of, also through other functions. */
export function handledFunctions(units: readonly Parsed[]): ReadonlySet<string> {
  const handled = new Set<string>()
  const callsBy = new Map<string, Set<string>>()
  for (const { program } of units)
    for (const { node, above } of walk(program)) {
      if (node.type !== 'CallExpression') continue
      const name = lastPart(calleeName(node))
      if (isTried(node, above) || isCaught(node, above)) handled.add(name)
      const index = above.findIndex(isFunction)
      const around = above[index]
      const caller = around === undefined ? '' : nameOfFunction(around, above.slice(index + 1))
      callsBy.set(caller, (callsBy.get(caller) ?? new Set()).add(name))
    }
  const queue = [...handled]
  for (let name = queue.pop(); name !== undefined; name = queue.pop())
    for (const called of callsBy.get(name) ?? [])
      if (!handled.has(called)) {
        handled.add(called)
        queue.push(called)
      }
  return handled
}

/** Local names for what comes from some modules: `{ readFile }`, or `fs` with its members. */
export function namesFrom(parsed: Parsed, modules: RegExp): ReadonlySet<string> {
  const all = known.get(parsed) ?? new Map<string, ReadonlySet<string>>()
  const found = all.get(modules.source) ?? findNames(parsed, modules)
  known.set(parsed, all.set(modules.source, found))
  return found
}

const known = new WeakMap<Parsed, Map<string, ReadonlySet<string>>>()

function findNames(parsed: Parsed, modules: RegExp): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { specifier, node } of importsOf(parsed)) {
    if (!modules.test(specifier)) continue
    for (const item of children(node, 'specifiers')) names.add(word(child(item, 'local'), 'name'))
  }
  for (const { node } of walk(parsed.program)) {
    const init = child(node, 'init')
    const isRequired =
      node.type === 'VariableDeclarator' && init !== null && modules.test(requiredModule(init))
    if (!isRequired) continue
    const id = child(node, 'id')
    if (id?.type === 'Identifier') names.add(word(id, 'name'))
    for (const property of children(id, 'properties'))
      names.add(word(child(property, 'value'), 'name'))
  }
  return names
}

function requiredModule(init: Node): string {
  const call = init.type === 'MemberExpression' ? child(init, 'object') : init
  if (call?.type !== 'CallExpression' || calleeName(call) !== 'require') return ''
  const [argument] = children(call, 'arguments')
  const value: unknown =
    argument === undefined ? '' : Object.getOwnPropertyDescriptor(argument, 'value')?.value
  return typeof value === 'string' ? value : ''
}

/** Whether a call goes to one of these names or to a member of one of them. */
export const callsOneOf = (name: string, names: ReadonlySet<string>): boolean =>
  names.has(name) || (name.includes('.') && names.has(name.slice(0, name.indexOf('.'))))

/** Names of all functions declared `async` or said to return a promise. */
export function asyncFunctions(units: readonly Parsed[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { program, unit } of units)
    for (const { node, above } of walk(program)) {
      if (!isFunction(node)) continue
      const type = child(node, 'returnType')
      const promises =
        type !== null && /^:\s*Promise</.test(unit.content.slice(type.start, type.end))
      if (flag(node, 'async') || promises) names.add(nameOfFunction(node, above))
    }
  names.delete('')
  return names
}

const logLevels =
  /^(?:.*\.)?(?:console|log|logger|\w*Logger)\.(log|info|debug|trace|warn|warning|error|fatal|success)$/

/** The level of a call that writes to a log, or null for any other call. */
export function logLevel(call: Node): string | null {
  const name = dottedName(child(call, 'callee'))
  if (name === 'process.stderr.write') return 'error'
  if (name === 'process.stdout.write') return 'log'
  return logLevels.exec(name)?.[1] ?? null
}
