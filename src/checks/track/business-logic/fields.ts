import { dotted, keyName, memberName } from '../../integrity/names.ts'
import {
  below,
  is,
  type FunctionNode,
  isFunction,
  type Node,
  slice,
  type Source,
} from '../../integrity/source.ts'
import { schemasIn } from '../code-quality/schemas.ts'
import type { Project } from '../integration/project.ts'

/** Names of fields with where they stand; `isOpen` where there may be others. */
export type Fields = { readonly names: ReadonlyMap<string, Field>; readonly isOpen: boolean }
export type Field = { readonly source: Source; readonly node: Node; readonly isOptional: boolean }

export const noFields: Fields = { names: new Map(), isOpen: false }
export const openFields: Fields = { names: new Map(), isOpen: true }

export const joined = (all: readonly Fields[]): Fields => ({
  names: new Map(all.flatMap(({ names }) => [...names])),
  isOpen: all.some(({ isOpen }) => isOpen),
})

/** The fields that an object literal sets; a name is followed to the object it was set to. */
export function fieldsSet(source: Source, node: Node | null | undefined, around: Node): Fields {
  if (is('Identifier')(node)) {
    const declared = [...below(around)].find(
      (each) =>
        is('VariableDeclarator')(each) && is('Identifier')(each.id) && each.id.name === node.name,
    )
    const init = is('VariableDeclarator')(declared) ? declared.init : null
    return is('ObjectExpression')(init) ? fieldsSet(source, init, around) : openFields
  }
  const bare = is('TSAsExpression', 'TSSatisfiesExpression')(node) ? node.expression : node
  if (!is('ObjectExpression')(bare)) return openFields
  return {
    isOpen: bare.properties.some((each) => !is('Property')(each) || each.computed),
    names: new Map(
      bare.properties.flatMap((each) =>
        is('Property')(each)
          ? [[keyName(each.key), { source, node: each, isOptional: false }] as const]
          : [],
      ),
    ),
  }
}

/** The fields that a pattern takes out of an object. */
export function fieldsTaken(source: Source, pattern: Node): Fields {
  if (!is('ObjectPattern')(pattern)) return openFields
  return {
    isOpen: pattern.properties.some((each) => is('RestElement')(each)),
    names: new Map(
      pattern.properties.flatMap((each) =>
        is('Property')(each)
          ? [
              [
                keyName(each.key),
                { source, node: each, isOptional: is('AssignmentPattern')(each.value) },
              ] as const,
            ]
          : [],
      ),
    ),
  }
}

const deepest = 2

type Read = {
  readonly root: Node
  readonly isIt: (node: Node) => boolean
  readonly depth?: number
}

/** The fields that code reads of the values that `isIt` knows; open where the value is handed on. */
export function fieldsRead(
  project: Project,
  source: Source,
  { root, isIt, depth = 0 }: Read,
): Fields {
  const results: Fields[] = []
  const parents = source.parentOf
  const names = new Set<string>()
  const isSame = (node: Node): boolean =>
    isIt(node) || (is('Identifier')(node) && names.has(node.name))
  for (const node of below(root)) {
    if (!isSame(node)) continue
    const up = upFrom(source, node)
    const outer = up === undefined ? undefined : parents.get(up)
    if (up === undefined) continue
    if (is('MemberExpression')(up) && !up.computed)
      results.push(
        one(
          source,
          memberName(up),
          up,
          isDefaulted(outer, up) || mayBeMissing(project, source, { call: outer, given: up }),
        ),
      )
    else if (is('VariableDeclarator')(up) && up.id !== node) {
      if (is('Identifier')(up.id)) names.add(up.id.name)
      else results.push(fieldsTaken(source, up.id))
    } else if (is('CallExpression')(up) && up.arguments.some((each) => within(each, node)))
      results.push(handedTo(project, source, { call: up, node, depth }))
    else if (
      is(
        'SpreadElement',
        'ReturnStatement',
        'Property',
        'ArrowFunctionExpression',
        'MemberExpression',
        'AssignmentExpression',
      )(up)
    )
      results.push(openFields)
  }
  return joined(results)
}

const one = (source: Source, name: string, node: Node, isOptional: boolean): Fields => ({
  names: new Map([[name, { source, node, isOptional }]]),
  isOpen: false,
})

const within = (outer: Node, inner: Node): boolean =>
  outer.start <= inner.start && outer.end >= inner.end

/** What stands around a value, but for what only waits for it or names its type. */
function upFrom(source: Source, node: Node): Node | undefined {
  let up = source.parentOf.get(node)
  while (
    is(
      'AwaitExpression',
      'TSAsExpression',
      'TSNonNullExpression',
      'ChainExpression',
      'TSSatisfiesExpression',
    )(up)
  )
    up = source.parentOf.get(up)
  return up
}

/** `body.note ?? ''`, `if (body.note)`: it may be missing. */
const isDefaulted = (outer: Node | undefined, node: Node): boolean =>
  (is('LogicalExpression')(outer) && outer.left === node) ||
  is('IfStatement', 'ConditionalExpression', 'UnaryExpression', 'ChainExpression')(outer) ||
  (is('MemberExpression')(node) && node.optional)

/** A function of the project that takes nothing as well: `count(body.guests)` with a default for it. */
function mayBeMissing(
  project: Project,
  source: Source,
  { call, given }: { readonly call: Node | undefined; readonly given: Node },
): boolean {
  if (!is('CallExpression')(call)) return false
  const index = call.arguments.findIndex((each) => each === given)
  return project.functionsAt(source, call.callee).some(({ source: from, node }) => {
    const param = node.params[index]
    if (!is('Identifier')(param)) return is('AssignmentPattern')(param)
    const isAsked = String.raw`\b${param.name}\s*(?:\?\?|[!=]==?\s*(?:undefined|null)\b)`
    return new RegExp(isAsked).test(slice(from, node))
  })
}

type Handed = { readonly call: Node; readonly node: Node; readonly depth: number }

/** A schema takes what it lists; a function of the project reads what it reads. */
function handedTo(project: Project, source: Source, { call, node, depth }: Handed): Fields {
  if (!is('CallExpression')(call)) return openFields
  const callee = dotted(call.callee)
  const [, schema] =
    /^(.*)\.(?:parse|safeParse|parseAsync|safeParseAsync|validate|validateSync|validateAsync|cast)$/.exec(
      callee,
    ) ?? []
  if (schema !== undefined) {
    const known = project.product.flatMap(schemasIn).find(({ name }) => name === schema)
    return known === undefined
      ? openFields
      : {
          isOpen: false,
          names: new Map(
            [...known.fields].map(([name, field]) => [
              name,
              { source: known.source, node: field.node, isOptional: field.isOptional },
            ]),
          ),
        }
  }
  if (/^(?:console\.\w+|JSON\.stringify)$/.test(callee)) return noFields
  const [named, ...others] = project.functionsAt(source, call.callee)
  const index = call.arguments.findIndex((each) => within(each, node))
  const param = named?.node.params[index]
  if (
    named === undefined ||
    others.length > 0 ||
    param === undefined ||
    depth >= deepest ||
    call.arguments[index] === undefined
  )
    return openFields
  return readByParam(project, { source: named.source, node: named.node, param, depth })
}

type Param = {
  readonly source: Source
  readonly node: FunctionNode
  readonly param: Node
  readonly depth: number
}

export function readByParam(project: Project, { source, node, param, depth }: Param): Fields {
  const bare = is('AssignmentPattern')(param) ? param.left : param
  if (is('ObjectPattern')(bare)) return fieldsTaken(source, bare)
  if (!is('Identifier')(bare) || node.body === null) return openFields
  const { name } = bare
  return fieldsRead(project, source, {
    root: node.body,
    isIt: (each) => is('Identifier')(each) && each.name === name && !isDeclared(source, each),
    depth: depth + 1,
  })
}

/** The `a` of `x.a` and of `{ a: 1 }` is no variable. */
export function isDeclared(source: Source, node: Node): boolean {
  const up = source.parentOf.get(node)
  return (
    (is('MemberExpression')(up) && up.property === node && !up.computed) ||
    (is('Property')(up) && up.key === node && !up.shorthand) ||
    (isFunction(up) && up.params.some((each) => each === node))
  )
}
