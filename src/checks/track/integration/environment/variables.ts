import { chainOf, dotted, keyName, literalOf, memberName } from '../../../integrity/names.ts'
import { all, below, is, type Node, type Source } from '../../../integrity/source.ts'
import { functionsOf } from '../../../integrity/functions.ts'
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
  const aliases = aliasesIn(project, source)
  const isRoot = (node: Node | null | undefined): boolean => {
    const name = dotted(node)
    if (roots.test(name) || aliases.has(name)) return true
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

const deepest = 3

/** Names that stand for the whole environment: `const env = process.env`, `load(env = process.env)`, `load(process.env)`. */
function aliasesIn(project: Project, source: Source, depth = 0): ReadonlySet<string> {
  const isWhole = (node: Node | null | undefined) => roots.test(dotted(node))
  const names = [
    ...all(source, 'VariableDeclarator').flatMap(({ id, init }) =>
      isWhole(init) && is('Identifier')(id) ? [id.name] : [],
    ),
    ...all(source, 'AssignmentPattern').flatMap(({ left, right }) =>
      isWhole(right) && is('Identifier')(left) ? [left.name] : [],
    ),
    ...functionsOf(source).flatMap((named) =>
      named.node.params.flatMap((param, index) => {
        if (!is('Identifier')(param)) return []
        const isGiven = project.usesOf(named).some(({ source: from, node }) => {
          const given = is('CallExpression')(node) ? node.arguments[index] : undefined
          return (
            isWhole(given) ||
            (is('Identifier')(given) &&
              from !== source &&
              depth < deepest &&
              aliasesIn(project, from, depth + 1).has(given.name))
          )
        })
        return isGiven ? [param.name] : []
      }),
    ),
  ]
  return new Set(names.filter((name) => project.importOf(source, name) === null))
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

/** Names that a loop over a list of required variables looks for. */
export function listedNames(project: Project): ReadonlySet<string> {
  const result = project.product.flatMap((source) => {
    const aliases = aliasesIn(project, source)
    const loops = all(source, 'MemberExpression').some(
      ({ computed, object, property }) =>
        computed &&
        (roots.test(dotted(object)) || aliases.has(dotted(object))) &&
        literalOf(property) === null,
    )
    return loops
      ? source.nodes.flatMap((node) =>
          is('Literal')(node) && shouted.test(literalOf(node) ?? '') ? [literalOf(node) ?? ''] : [],
        )
      : []
  })
  return new Set(result)
}
