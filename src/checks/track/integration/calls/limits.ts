import { chainOf, keyName, propertyOf } from '../../../integrity/names.ts'
import {
  above,
  all,
  below,
  is,
  isFunction,
  type FunctionNode,
  type Node,
  type Source,
} from '../../../integrity/source.ts'
import type { Outgoing } from './outgoing.ts'
import { initOf } from '../look-up.ts'
import { argumentsFor, functionAround, namedOf, type Project, valueAt } from '../project.ts'

export type Known = 'yes' | 'no' | 'unknown'

const limits =
  /^(?:signal|timeout|headersTimeout|bodyTimeout|connectTimeout|timeoutMs|dispatcher|agent)$/
const clocks = /^(?:setTimeout|AbortSignal|AbortController|timeout)$/

/** Whether a request ends by itself when nobody answers it. */
export function hasTimeout(project: Project, call: Outgoing): Known {
  const { source, node, client, by } = call
  if (client === 'sdk' || by === 'ky') return 'yes'
  if (isLimitedElsewhere(project, call) || racesClock(project, source, node)) return 'yes'
  if (client === 'emits') {
    const around = functionAround(source, node) ?? source.program
    const sets = [...below(around)].some(
      (each) => is('CallExpression')(each) && chainOf(each.callee).at(-1) === 'setTimeout',
    )
    if (sets) return 'yes'
  }
  const options =
    client === 'throws' ? optionsOf(call) : node.arguments.slice(Number(client === 'fetch'))
  const known = options.map((each) => limitIn(project, source, each))
  if (known.includes('yes')) return 'yes'
  return known.includes('unknown') || node.arguments[0]?.type === 'SpreadElement' ? 'unknown' : 'no'
}

/** `axios.post(url, body, options)`, `axios.get(url, options)`, `axios(options)`. */
function optionsOf({ node, by }: Outgoing): readonly Node[] {
  const name = node.callee.type === 'MemberExpression' ? (chainOf(node.callee).at(-1) ?? '') : ''
  return node.arguments.slice(
    /^(?:post|put|patch)$/.test(name) && /^(?:axios|needle)$/.test(by)
      ? 2
      : name === 'request' || is('ObjectExpression')(node.arguments[0])
        ? 0
        : 1,
  )
}

function limitIn(project: Project, source: Source, node: Node, depth = 0): Known {
  if (is('ObjectExpression')(node)) {
    if (node.properties.some((each) => each.type === 'Property' && limits.test(keyName(each.key))))
      return 'yes'
    const spread = node.properties.flatMap((each) =>
      each.type === 'SpreadElement' ? [limitIn(project, source, each.argument, depth)] : [],
    )
    return spread.includes('yes') ? 'yes' : spread.includes('unknown') ? 'unknown' : 'no'
  }
  if (is('NewExpression', 'CallExpression')(node)) {
    const inner = node.arguments.map((each) => limitIn(project, source, each, depth))
    if (inner.includes('yes')) return 'yes'
    const made = is('CallExpression')(node) ? project.functionsAt(source, node.callee) : []
    const within = made.map((named) => mentionsLimit(named.node))
    return within.includes(true)
      ? 'yes'
      : made.length > 0 || is('NewExpression')(node)
        ? 'no'
        : 'unknown'
  }
  if (is('TSAsExpression', 'TSSatisfiesExpression')(node))
    return limitIn(project, source, node.expression, depth)
  if (!is('Identifier')(node))
    return is('MemberExpression', 'SpreadElement', 'ConditionalExpression')(node) ? 'unknown' : 'no'
  const assigned = all(source, 'AssignmentExpression').some(
    ({ left }) => chainOf(left)[0] === node.name && limits.test(chainOf(left).at(-1) ?? ''),
  )
  const init = initOf(source, node.name)
  if (assigned) return 'yes'
  if (init !== null) return depth > 3 ? 'unknown' : limitIn(project, source, init, depth + 1)
  return depth > 1 ? 'unknown' : limitOfCallers(project, source, node)
}

/** Options that a function takes from its callers. */
function limitOfCallers(project: Project, source: Source, node: Node): Known {
  // where nobody hands over anything, an address or a body, is not where options come from
  const handed = argumentsFor(project, source, node) ?? []
  if (handed.length === 0) return 'unknown'
  const given = handed.map((each) =>
    each.node === undefined ? 'no' : limitIn(project, each.source, each.node, 2),
  )
  return given.includes('no') ? 'no' : given.includes('unknown') ? 'unknown' : 'yes'
}

const mentionsLimit = (node: Node): boolean =>
  [...below(node)].some(
    (each) =>
      (is('Property')(each) && limits.test(keyName(each.key))) ||
      (is('Identifier')(each) && clocks.test(each.name)),
  )

/** `Promise.race([fetch(url), clock])`, `withTimeout(fetch(url), 5000)`. */
function racesClock(project: Project, source: Source, node: Node): boolean {
  let inner: Node = node
  for (const each of above(source, node)) {
    if (is('CallExpression')(each) && each.arguments.some((one) => one === inner)) {
      if (chainOf(each.callee).join('.') === 'Promise.race') return true
      const module = project.importOf(source, chainOf(each.callee)[0] ?? '')?.module ?? ''
      if (/timeout/i.test(module)) return true
      if (project.functionsAt(source, each.callee).some((named) => startsClock(named.node)))
        return true
    }
    if (isFunction(each) && namedOf(source, each) !== null) return false
    inner = each
  }
  return false
}

const startsClock = (node: FunctionNode): boolean =>
  [...below(node)].some((each) => is('Identifier')(each) && clocks.test(each.name))

/** Limits for all requests: defaults of a client, a global dispatcher. */
function isLimitedElsewhere(project: Project, { source, node, client, by }: Outgoing): boolean {
  const [root = ''] = chainOf(node.callee)
  const instance = valueAt(project, source, root).node
  if (
    is('CallExpression')(instance) &&
    instance.arguments.some((each) => propertyOf(each, 'timeout') !== null)
  )
    return true
  return project.product.some((each) => {
    if (client === 'fetch') return each.text.includes('setGlobalDispatcher')
    return (
      by === 'axios' &&
      all(each, 'AssignmentExpression').some(({ left }) =>
        chainOf(left).join('.').endsWith('defaults.timeout'),
      )
    )
  })
}
