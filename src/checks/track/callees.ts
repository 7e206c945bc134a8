import { functionsOf, type Named } from '../integrity/functions.ts'
import { resolveModule } from '../integrity/modules.ts'
import { chainOf } from '../integrity/names.ts'
import {
  is,
  isFunction,
  type FunctionNode,
  type Typed,
  type Node,
  type Source,
  above,
  ownBelow,
} from '../integrity/source.ts'
import type { TrackCode } from './track-code.ts'

/** The function of the project that a name or a call stands for; null where it comes from outside. */
export function functionBehind(code: TrackCode, source: Source, callee: Node): Named | null {
  const chain = chainOf(callee)
  const [root = '', member] = chain
  if (chain.length > 2 || root === '') return null
  const own = functionsOf(source)
  if (root === 'this')
    return own.find(({ short, isMethod }) => isMethod && short === member) ?? null
  const wanted = member === undefined ? root : `${root}.${member}`
  const local = own.find((each) =>
    member === undefined
      ? each.short === root && !each.isMethod && !is('Property')(each.declared)
      : each.name === wanted,
  )
  if (local !== undefined) return local
  for (const { moduleRequest, entries } of source.module.staticImports)
    for (const { importName, localName } of entries) {
      if (localName.value !== root) continue
      const kind: string = importName.kind
      const path = resolveModule(code.facts.files, source.path, moduleRequest.value)
      const target = path === null ? null : code.read(path)
      if (target === null) return null
      return exported(target, importName.name ?? (kind === 'Default' ? 'default' : '*'), member)
    }
  return null
}

/** What a member of something that was handed in may be: all methods of the project with that name. */
export const methodsNamed = (
  code: TrackCode,
  source: Source,
  [root = '', ...members]: readonly string[],
): readonly Named[] => {
  const isImported = source.module.staticImports.some(({ entries }) =>
    entries.some(({ localName }) => localName.value === root),
  )
  return members.length === 0 || isImported || root in globalThis
    ? []
    : code
        .sources('source')
        .flatMap(functionsOf)
        .filter(({ short, isMethod }) => isMethod && short === members.at(-1))
}

function exported(target: Source, name: string, member: string | undefined): Named | null {
  const all = functionsOf(target)
  if (name === '*')
    return all.find(({ short, exported: isOut }) => isOut && short === member) ?? null
  if (member !== undefined) return all.find((each) => each.name === `${name}.${member}`) ?? null
  return (
    all.find(
      (each) =>
        each.exported && (each.short === name || (name === 'default' && isDefault(target, each))),
    ) ?? null
  )
}

const isDefault = (target: Source, { node, short }: Named): boolean =>
  target.program.body.some(
    (each) =>
      is('ExportDefaultDeclaration')(each) &&
      (each.declaration === node ||
        (is('Identifier')(each.declaration) && each.declaration.name === short)),
  )

/** Whether an error at this place is caught before it leaves the function. */
export function isCaught(source: Source, node: Node, within: Node): boolean {
  let inner = node
  for (const each of above(source, node)) {
    if (is('TryStatement')(each) && each.handler !== null && each.block === inner) return true
    if (is('CallExpression')(each) && isCatch(each)) return true
    if (each === within) return false
    inner = each
  }
  return false
}

/** `.catch(…)`, and `.then(…, …)` with something for the error. */
export const isCatch = (node: Node): boolean =>
  is('CallExpression')(node) &&
  is('MemberExpression')(node.callee) &&
  (chainOf(node.callee).at(-1) === 'catch' ||
    (chainOf(node.callee).at(-1) === 'then' && node.arguments.length > 1))

const deepest = 6

/** What in an async function may fail without being caught there; null where nothing may. */
export function rejectionIn(
  code: TrackCode,
  source: Source,
  node: FunctionNode,
  depth = 0,
): Node | null {
  if (node.body === null) return null
  const waits = [...ownBelow(node)].some(is('AwaitExpression'))
  // `() => send(…)` hands on what send gives
  if (is('CallExpression')(node.body)) {
    const known = functionBehind(code, source, node.body.callee)
    if (known !== null && known.node !== node && depth <= deepest)
      return rejectionIn(code, known.source, known.node, depth + 1) === null ? null : node.body
  }
  for (const each of ownBelow(node)) {
    if (is('ThrowStatement')(each) && !isCaught(source, each, node)) return each
    const awaited = awaitedBy(each, waits)
    if (awaited === null || (is('AwaitExpression')(each) && isCaught(source, each, node))) continue
    // what is given to a function is looked at where it is given
    if (depth > 0 && isParameter(node, awaited.callee)) continue
    const known = functionBehind(code, source, awaited.callee)
    if (known === null || depth > deepest) return each
    const given = awaited.arguments.flatMap((one) =>
      isFunction(one) ? [{ source, node: one }] : [],
    )
    const risks = known.node === node ? given : [known, ...given]
    if (risks.some((one) => rejectionIn(code, one.source, one.node, depth + 1) !== null))
      return each
  }
  return null
}

const isParameter = ({ params }: FunctionNode, callee: Node): boolean =>
  is('Identifier')(callee) &&
  params.some((each) => is('Identifier')(each) && each.name === callee.name)

/** What is waited for here; a function that only returns a promise leaves the waiting to its caller. */
function awaitedBy(node: Node, waits: boolean): Typed<'CallExpression'> | null {
  const awaited =
    is('AwaitExpression')(node) || (is('ReturnStatement')(node) && !waits) ? node.argument : null
  return is('CallExpression')(awaited) ? awaited : null
}

/** A function that is written here, or the one that a name stands for. */
export function givenFunction(
  code: TrackCode,
  source: Source,
  node: Node | null | undefined,
): { readonly source: Source; readonly node: FunctionNode } | null {
  if (isFunction(node)) return { source, node }
  if (!is('Identifier', 'MemberExpression')(node)) return null
  return functionBehind(code, source, node)
}
