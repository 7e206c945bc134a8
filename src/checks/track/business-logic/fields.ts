import { keyName, memberName } from '../../integrity/names.ts'
import { below, is, type Node, type Source } from '../../integrity/source.ts'

/** Names of fields with where they stand; `isOpen` where there may be others. */
export type Fields = { readonly names: ReadonlyMap<string, Field>; readonly isOpen: boolean }
export type Field = { readonly source: Source; readonly node: Node; readonly isOptional: boolean }

const openFields: Fields = { names: new Map(), isOpen: true }

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

/** The fields that code reads of the values that `isIt` knows. */
export function fieldsRead(source: Source, root: Node, isIt: (node: Node) => boolean): Fields {
  const found: Fields[] = []
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
      found.push(one(source, memberName(up), up, isDefaulted(outer, up)))
    else if (is('VariableDeclarator')(up) && up.id !== node) {
      if (is('Identifier')(up.id)) names.add(up.id.name)
      else found.push(fieldsTaken(source, up.id))
    }
  }
  return joined(found)
}

const one = (source: Source, name: string, node: Node, isOptional: boolean): Fields => ({
  names: new Map([[name, { source, node, isOptional }]]),
  isOpen: false,
})

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
