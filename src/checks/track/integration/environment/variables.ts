import { chainOf, dotted, keyName, literalOf, memberName } from '../../../integrity/names.ts'
import { above, all, below, is, type Node, type Source } from '../../../integrity/source.ts'
import type { Project } from '../project.ts'

/** One place that reads a variable of the environment. */
export type VariableUse = {
  readonly source: Source
  readonly node: Node
  readonly name: string
  /** Read through a schema or a function that says what is missing. */
  readonly isValidated: boolean
  readonly isBuildTime: boolean
}

const roots = /^(?:process\.env|import\.meta\.env|Bun\.env|globalThis\.process\.env)$/
const shouted = /^[A-Z][A-Z0-9_]+$/

export function variablesIn(project: Project, source: Source): readonly VariableUse[] {
  const isRoot = (node: Node | null | undefined): boolean => {
    const name = dotted(node)
    if (roots.test(name)) return true
    const imported = /^\w+$/.test(name) ? project.importOf(source, name) : null
    return (
      imported !== null && /^(?:node:)?process$/.test(imported.module) && imported.name === 'env'
    )
  }
  const made = (node: Node, name: string, isValidated = false): readonly VariableUse[] =>
    name === ''
      ? []
      : [
          {
            source,
            node,
            name,
            isValidated,
            isBuildTime: dotted(is('MemberExpression')(node) ? node.object : node).startsWith(
              'import.meta',
            ),
          },
        ]
  const whole = all(source, 'MemberExpression').some(
    (node) =>
      isRoot(node) && is('CallExpression', 'Property', 'SpreadElement')(source.parentOf.get(node)),
  )
  return source.nodes.flatMap((node): readonly VariableUse[] => {
    if (is('MemberExpression')(node) && isRoot(node.object)) {
      const up = source.parentOf.get(node)
      const isSet =
        (is('AssignmentExpression')(up) && up.left === node) ||
        (is('UnaryExpression')(up) && up.operator === 'delete')
      return isSet ? [] : made(node, memberName(node))
    }
    if (is('VariableDeclarator')(node) && node.id.type === 'ObjectPattern' && isRoot(node.init))
      return node.id.properties.flatMap((each) =>
        is('Property')(each)
          ? made(each, keyName(each.key), is('AssignmentPattern')(each.value))
          : [],
      )
    if (is('CallExpression')(node))
      return asked(project, source, node).flatMap((name) => made(node, name, true))
    // a schema that the whole environment is held against
    if (
      whole &&
      is('Property')(node) &&
      shouted.test(keyName(node.key)) &&
      is('CallExpression', 'ObjectExpression')(node.value) &&
      !isRootValue(node.value, isRoot)
    )
      return made(node, keyName(node.key), true)
    return []
  })
}

const isRootValue = (node: Node, isRoot: (node: Node) => boolean): boolean =>
  [...below(node)].some((each) => is('MemberExpression')(each) && isRoot(each.object))

/** `required('API_KEY')`, where the function reads the environment by that name. */
function asked(project: Project, source: Source, call: Node): readonly string[] {
  if (!is('CallExpression')(call)) return []
  const name = literalOf(call.arguments[0]) ?? ''
  if (!shouted.test(name)) return []
  if (chainOf(call.callee).join('.') === 'Deno.env.get') return [name]
  const reads = project
    .functionsAt(source, call.callee)
    .some(({ node }) =>
      [...below(node)].some(
        (each) => is('MemberExpression')(each) && each.computed && roots.test(dotted(each.object)),
      ),
    )
  return reads ? [name] : []
}

export type Care = 'checked' | 'unchecked' | 'open'

/** Whether a missing variable is noticed where it is read. */
export function careOf(
  project: Project,
  { source, node, isValidated, isBuildTime }: VariableUse,
): Care {
  if (isValidated) return 'checked'
  const target = is('Property')(node) ? node.value : node
  const known = careAt(project, source, target, 0)
  return known === 'unchecked' && isBuildTime ? 'open' : known
}

function careAt(project: Project, source: Source, node: Node, depth: number): Care {
  const up = source.parentOf.get(node)
  if (is('Property')(up) && is('ObjectPattern')(source.parentOf.get(up)) && is('Identifier')(node))
    return ofName(project, source, node, depth)
  if (isTest(up, node)) return 'checked'
  if (is('TSNonNullExpression', 'TSAsExpression')(up)) {
    const outer = careAt(project, source, up, depth)
    return outer === 'checked' ? outer : 'unchecked'
  }
  if (is('TemplateLiteral', 'BinaryExpression')(up)) return 'unchecked'
  if (is('VariableDeclarator')(up) && is('Identifier')(up.id))
    return ofName(project, source, up.id, depth)
  if (is('CallExpression', 'NewExpression')(up)) {
    const name = chainOf(up.callee).at(-1) ?? ''
    if (/^(?:assert|invariant|ok|Boolean|required?|ensure)\w*$/i.test(name)) return 'checked'
    const targets = project.functionsAt(source, up.callee)
    if (targets.length > 0)
      return targets.some((named) =>
        [...below(named.node)].some(is('ThrowStatement', 'IfStatement', 'LogicalExpression')),
      )
        ? 'checked'
        : 'open'
    return /^(?:log|info|warn|error|debug)$/.test(name) ? 'open' : 'unchecked'
  }
  if (is('Property')(up) && up.value === node) return ofProperty(project, source, up)
  return 'open'
}

/** A fallback, a condition, a comparison: the code thought of a missing value. */
function isTest(up: Node | undefined, node: Node): boolean {
  if (is('LogicalExpression')(up)) return up.left === node || up.operator !== '??'
  if (is('UnaryExpression')(up)) return up.operator === '!' || up.operator === 'typeof'
  if (is('IfStatement', 'ConditionalExpression')(up)) return up.test === node
  if (is('BinaryExpression')(up)) return /^(?:[!=]={1,2}|in)$/.test(up.operator)
  if (is('AssignmentPattern')(up)) return up.left === node
  return (is('MemberExpression')(up) && up.optional) || is('SwitchStatement')(up)
}

function ofName(project: Project, source: Source, id: Node, depth: number): Care {
  if (!is('Identifier')(id) || depth > 2) return 'open'
  const uses = all(source, 'Identifier').filter((each) => each.name === id.name && each !== id)
  const known = uses.map((each) => careAt(project, source, each, depth + 1))
  if (known.includes('checked')) return 'checked'
  return known.includes('unchecked') ? 'unchecked' : 'open'
}

/** `{ apiKey: process.env.API_KEY }`: whether anybody asks for it by that name. */
function ofProperty(project: Project, source: Source, property: Node): Care {
  if (!is('Property')(property)) return 'open'
  const name = keyName(property.key)
  const reads = project.product.flatMap((each) =>
    all(each, 'MemberExpression').flatMap((member) =>
      memberName(member) === name ? [{ up: each.parentOf.get(member), member }] : [],
    ),
  )
  if (reads.some(({ up, member }) => isTest(up, member))) return 'checked'
  if (reads.some(({ up }) => is('TemplateLiteral', 'BinaryExpression')(up))) return 'unchecked'
  const around = [...above(source, property)]
  return around.slice(0, 4).some((each) => is('Property')(each) && keyName(each.key) === 'headers')
    ? 'unchecked'
    : 'open'
}

/** Names that a loop over a list of required variables looks for. */
export function listedNames(project: Project): ReadonlySet<string> {
  const found = project.product.flatMap((source) => {
    const loops = all(source, 'MemberExpression').some(
      (node) =>
        node.computed && roots.test(dotted(node.object)) && literalOf(node.property) === null,
    )
    return loops
      ? source.nodes.flatMap((node) =>
          is('Literal')(node) && shouted.test(literalOf(node) ?? '') ? [literalOf(node) ?? ''] : [],
        )
      : []
  })
  return new Set(found)
}
