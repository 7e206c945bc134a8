import { chainOf, keyName, memberName } from '../../../integrity/names.ts'
import { below, is, isFunction, type Node, type Source } from '../../../integrity/source.ts'
import type { Known } from './limits.ts'
import type { Outgoing } from './outgoing.ts'
import { functionAround, namedOf, type Project } from '../project.ts'

const message = /^(?:ok|status|statusCode|statusText)$/
const deepest = 3

/** Whether the code looks at the status of a response before it goes on. */
export function checksStatus(project: Project, { source, node, client }: Outgoing): Known {
  if (client === 'sdk') return 'yes'
  if (client === 'throws') {
    const isSilenced = [...below(node)].some(
      (each) =>
        is('Property')(each) && /^(?:validateStatus|throwHttpErrors)$/.test(keyName(each.key)),
    )
    if (!isSilenced) return 'yes'
  }
  if (client === 'emits') {
    const around = functionAround(source, node) ?? source.program
    return [...below(around)].some(isTold) ? 'yes' : 'no'
  }
  return lookedAt(project, source, node, 0)
}

const isTold = (node: Node): boolean =>
  is('MemberExpression')(node) && message.test(memberName(node))

const worst = (all: readonly Known[]): Known =>
  all.includes('no') ? 'no' : all.includes('unknown') || all.length === 0 ? 'unknown' : 'yes'

/** Follows a response to whoever gets it. */
function lookedAt(project: Project, source: Source, node: Node, depth: number): Known {
  if (depth > deepest) return 'unknown'
  const up = source.parentOf.get(node)
  const further = (next: Node) => lookedAt(project, source, next, depth)
  if (
    is(
      'AwaitExpression',
      'TSAsExpression',
      'TSNonNullExpression',
      'ChainExpression',
      'ConditionalExpression',
      'LogicalExpression',
    )(up)
  )
    return further(up)
  if (is('VariableDeclarator')(up) || (is('AssignmentExpression')(up) && up.right === node)) {
    const target = is('VariableDeclarator')(up) ? up.id : up.left
    if (is('Identifier')(target))
      return nameLookedAt(project, source, { name: target.name, at: up }, depth)
    return [...below(target)].some(
      (each) => is('Property')(each) && message.test(keyName(each.key)),
    )
      ? 'yes'
      : 'unknown'
  }
  if (is('MemberExpression')(up)) {
    const name = memberName(up)
    if (message.test(name)) return 'yes'
    const call = source.parentOf.get(up)
    if (!is('CallExpression')(call) || !/^(?:then|catch|finally)$/.test(name)) return 'no'
    if (name !== 'then') return further(call)
    const [then] = call.arguments
    return then === undefined ? 'unknown' : callbackLooks(project, source, then, depth)
  }
  if (is('ReturnStatement')(up) || isFunction(up)) return returned(project, source, up, depth)
  if (is('CallExpression', 'NewExpression')(up))
    return passedOn(project, source, { call: up, node }, depth)
  return is('ExpressionStatement', 'UnaryExpression')(up) ? 'no' : 'unknown'
}

function nameLookedAt(
  project: Project,
  source: Source,
  { name, at }: { readonly name: string; readonly at: Node },
  depth: number,
): Known {
  const around = functionAround(source, at) ?? source.program
  let handedOn: Known | null = null
  for (const each of below(around)) {
    if (!is('Identifier')(each) || each.name !== name) continue
    const up = source.parentOf.get(each)
    if (is('MemberExpression')(up) && up.object === each && message.test(memberName(up)))
      return 'yes'
    if (is('VariableDeclarator')(up) && up.init === each && up.id.type === 'ObjectPattern') {
      if ([...below(up.id)].some((one) => is('Property')(one) && message.test(keyName(one.key))))
        return 'yes'
    } else if (is('CallExpression')(up) && up.callee !== each) {
      const passed = passedOn(project, source, { call: up, node: each }, depth)
      if (passed === 'yes') return 'yes'
      handedOn = handedOn === 'no' ? 'no' : passed
    } else if (is('ReturnStatement')(up)) handedOn ??= returned(project, source, up, depth)
  }
  return handedOn ?? 'no'
}

/** `checkStatus(response)`: what the function does with it. */
function passedOn(
  project: Project,
  source: Source,
  { call, node }: { readonly call: Node; readonly node: Node },
  depth: number,
): Known {
  if (!is('CallExpression', 'NewExpression')(call)) return 'unknown'
  const callee = chainOf(call.callee)
  if (/^Promise\.(?:all|race|any|resolve|allSettled)$/.test(callee.join('.'))) return 'unknown'
  const targets = project.functionsAt(source, call.callee)
  if (targets.some((named) => [...below(named.node)].some(isTold))) return 'yes'
  // a retry or a time-out hands the response back
  return targets.length > 0 || isFunction(node)
    ? lookedAt(project, source, call, depth + 1)
    : 'unknown'
}

function callbackLooks(project: Project, source: Source, node: Node, depth: number): Known {
  if (isFunction(node)) {
    const [first] = node.params
    if (!is('Identifier')(first))
      return [...below(node)].some(
        (each) => is('Property')(each) && message.test(keyName(each.key)),
      )
        ? 'yes'
        : 'no'
    const known = nameLookedAt(project, source, { name: first.name, at: node.body ?? node }, depth)
    return known
  }
  const targets = project.functionsAt(source, node)
  return targets.length === 0
    ? 'unknown'
    : targets.some((named) => [...below(named.node)].some(isTold))
      ? 'yes'
      : 'no'
}

function returned(project: Project, source: Source, node: Node, depth: number): Known {
  const around = isFunction(node) ? node : functionAround(source, node)
  if (around === null) return 'unknown'
  const up = source.parentOf.get(around)
  if (is('CallExpression')(up) && up.arguments.some((each) => each === around))
    return passedOn(project, source, { call: up, node: around }, depth)
  const named = namedOf(source, around)
  if (named === null) return 'unknown'
  const calls = project.usesOf(named).filter(({ isCall }) => isCall)
  return worst(calls.map((use) => lookedAt(project, use.source, use.node, depth + 1)))
}
