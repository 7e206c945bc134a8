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
import { functionFinder, importOf, type Project } from './integration/project.ts'
import type { TrackCode } from './track-code.ts'

const known = new WeakMap<TrackCode, Project['functionsAt']>()

/** The functions of the project that a name or a call may stand for; none where it comes from outside. */
export function functionsBehind(code: TrackCode, source: Source, callee: Node): readonly Named[] {
  const find =
    known.get(code) ??
    functionFinder(code.sources('source', 'script'), {
      importOf,
      fileOf: ({ path }, request) => {
        const target = resolveModule(code.facts.files, path, request)
        return target === null ? null : code.read(target)
      },
    })
  known.set(code, find)
  return find(source, callee)
}

/** What a member of something that was handed in may be: all methods of the project with that name. */
export function methodsNamed(code: TrackCode, source: Source, callee: Node): readonly Named[] {
  const [root = '', ...members] = chainOf(callee)
  return members.length === 0 || importOf(source, root) !== null || root in globalThis
    ? []
    : code
        .sources('source')
        .flatMap(functionsOf)
        .filter(({ short, isMethod }) => isMethod && short === members.at(-1))
}

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
const isCatch = (node: Node): boolean =>
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
    const [called, other] = functionsBehind(code, source, node.body.callee)
    if (called !== undefined && other === undefined && called.node !== node && depth <= deepest)
      return rejectionIn(code, called.source, called.node, depth + 1) === null ? null : node.body
  }
  for (const each of ownBelow(node)) {
    if (is('ThrowStatement')(each) && !isCaught(source, each, node)) return each
    const awaited = awaitedBy(each, waits)
    if (awaited === null || (is('AwaitExpression')(each) && isCaught(source, each, node))) continue
    // what is given to a function is looked at where it is given
    if (depth > 0 && isParameter(node, awaited.callee)) continue
    const [called, other] = functionsBehind(code, source, awaited.callee)
    if (called === undefined || other !== undefined || depth > deepest) return each
    const given = awaited.arguments.flatMap((one) =>
      isFunction(one) ? [{ source, node: one }] : [],
    )
    const risks = called.node === node ? given : [called, ...given]
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
