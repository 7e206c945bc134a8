import { assertionsIn, type Assertion } from './assertions.ts'
import { canonical } from './canonical.ts'
import { chainOf, dotted, truthOf } from './names.ts'
import { type Family, findingIn } from './rule.ts'
import type { RuleName } from './rules.ts'
import {
  above,
  below,
  is,
  isFunction,
  ownBelow,
  type FunctionNode,
  type Node,
  type Source,
} from './source.ts'
import type { TestCase } from './test-cases.ts'
import { changedTests } from './test-pairs.ts'
import { isEmptyList, isUnreachable } from './unreachable.ts'

/** Assertions that never run, run only sometimes, or fail without anybody hearing of it. */
export const testsUnreached: Family = {
  look: (change) =>
    changedTests(change).flatMap(({ before, after }) => {
      const keyed = ({ problem, node }: Obstructed) => `${problem?.[0] ?? ''} ${canonical(node)}`
      const was = before === null ? [] : obstructedIn(before)
      const old = new Set(was.filter(({ problem }) => problem !== null).map(keyed))
      const had = new Set(was.map(({ node }) => canonical(node)))
      const now = obstructedIn(after)
      const isSure = ({ problem }: Obstructed) => problem === null
      // what a test asserted in any case is worth more than a new assertion under a condition
      let fewer = was.filter(isSure).length - now.filter(isSure).length
      return now.flatMap((each) => {
        if (each.problem === null || old.has(keyed(each))) return []
        const [rule, message] = each.problem
        const isLoss =
          rule === 'assertion-conditional' && (had.has(canonical(each.node)) || fewer-- > 0)
        const severity =
          rule !== 'assertion-conditional'
            ? {}
            : { severity: isLoss ? ('error' as const) : ('info' as const) }
        const details = { message: `${message} in the test "${after.title}"`, ...severity }
        return [findingIn(rule, after.source, each.node.start, details)]
      })
    }),
}

type Problem = readonly [rule: RuleName, message: string]
type Obstructed = { readonly node: Node; readonly problem: Problem | null }

/** The assertions of a test, each with what keeps it from failing the test. */
const obstructedIn = ({ source, body }: TestCase): readonly Obstructed[] =>
  body === null
    ? []
    : assertionsIn(source, body).map((assertion) => ({
        node: assertion.node,
        problem: problemOf(assertion, source, body),
      }))

function problemOf(
  { node, promise }: Assertion,
  source: Source,
  body: FunctionNode,
): Problem | null {
  if (promise !== null && !isAwaited(source, node))
    return ['assertion-not-awaited', 'an assertion about a promise is not awaited']
  let inner: Node = node
  for (const at of above(source, node)) {
    if (inner === body) return null
    const problem = obstacle(at, inner, { source, body })
    if (problem !== null) return problem
    inner = at
  }
  return null
}

type Around = { readonly source: Source; readonly body: FunctionNode }

const sometimes: Problem = ['assertion-conditional', 'an assertion runs only under a condition']
const never = (why: string): Problem => ['assertion-unreached', `an assertion stands ${why}`]

const hopeless = never('behind a condition that never holds')

/** What one node around an assertion does to it. */
function obstacle(at: Node, inner: Node, around: Around): Problem | null {
  const { source, body } = around
  if (is('TryStatement')(at))
    return at.block === inner && at.handler !== null && swallows(at.handler.body, source)
      ? ['assertion-swallowed', 'a failing assertion is caught and dropped']
      : null
  if (is('CatchClause')(at)) {
    const attempt = source.parentOf.get(at)
    const isReached = is('TryStatement')(attempt) && (mustThrow(attempt.block) || counts(body))
    return isReached ? null : sometimes
  }
  if (is('IfStatement')(at)) {
    const truth = truthOf(at.test)
    // both ways assert something
    if (at.test === inner || (truth === null && at.alternate !== null)) return null
    if (truth === null) return sometimes
    return truth === (at.consequent === inner) ? null : hopeless
  }
  if (is('LogicalExpression')(at) && at.right === inner)
    return truthOf(at.left) === (at.operator === '||') ? hopeless : sometimes
  if (is('ForOfStatement')(at) && at.body === inner && isEmptyList(at.right))
    return never('in a loop over nothing')
  if (is('BlockStatement')(at) && isUnreachable(at, inner))
    return never('after the end of its block')
  return isFunction(inner) && inner !== body ? inFunction(at, inner, around) : null
}

/** A function inside a test: is it called, handed on, and waited for? */
function inFunction(at: Node, inner: FunctionNode, { source, body }: Around): Problem | null {
  const name = is('VariableDeclarator')(at) ? dotted(at.id) : (inner.id?.name ?? '')
  if (name !== '' && (is('VariableDeclarator')(at) || is('FunctionDeclaration')(inner)))
    return isUsed(name, source, body) ? null : never(`in ${name}, which is never called`)
  if (is('ExpressionStatement')(at)) return never('in a function that is never called')
  if (!is('CallExpression')(at)) return null
  if (at.callee === inner)
    return inner.async && !isAwaited(source, at)
      ? ['assertion-not-awaited', 'an assertion stands in an async function nobody waits for']
      : null
  const called = chainOf(at.callee)
  const last = called.at(-1) ?? ''
  const isTimer = /^(?:setTimeout|setImmediate|queueMicrotask|setInterval|nextTick)$/.test(last)
  const waits =
    body.params.length > 0 || [...ownBelow(body)].some(is('AwaitExpression', 'ReturnStatement'))
  if (isTimer && !waits && !/\b(?:useFakeTimers|mockTimers|timers)\b/.test(source.text))
    return never('in a timer that the test does not wait for')
  // who makes a promise by hand settles it from inside
  const isByHand = [...above(source, at)].some(
    (up) => is('NewExpression')(up) && dotted(up.callee) === 'Promise',
  )
  if (/^(?:then|catch|finally)$/.test(last)) {
    if (!isAwaited(source, at) && body.params.length === 0 && !isByHand)
      return ['assertion-not-awaited', 'an assertion stands in a promise that nobody waits for']
    return last === 'catch' && !called.includes('then') ? sometimes : null
  }
  return is('MemberExpression')(at.callee) && isEmptyList(at.callee.object)
    ? never('in a loop over nothing')
    : null
}

/** Whether a name is used for more than being declared, or set aside with `void`. */
const isUsed = (name: string, source: Source, body: FunctionNode): boolean =>
  [...below(body)].filter((node) => {
    const up = source.parentOf.get(node)
    const isIdle =
      is('ExpressionStatement')(up) || (is('UnaryExpression')(up) && up.operator === 'void')
    return is('Identifier')(node) && node.name === name && !isIdle
  }).length > 1

const calls = (root: Node, names: RegExp): boolean =>
  [...below(root)].some(
    (node) => is('CallExpression')(node) && names.test(chainOf(node.callee).at(-1) ?? ''),
  )

/** Whether a catch drops what it caught: it neither throws, nor asserts, nor hands it on. */
const swallows = (handler: Node, source: Source): boolean =>
  assertionsIn(source, handler).length === 0 &&
  !calls(handler, /^(?:done|fail|reject|cb|callback|next)$/) &&
  ![...ownBelow(handler)].some(is('ThrowStatement', 'AssignmentExpression'))

/** Whether a block fails the test when it comes to its end. */
const mustThrow = (block: Node): boolean =>
  [...below(block)].some(is('ThrowStatement')) || calls(block, /^(?:unreachable|fail)$/)

const counts = (body: Node): boolean => calls(body, /^(?:assertions|hasAssertions|plan)$/)

/** Whether a promise is awaited, returned, or handed to something that is. */
function isAwaited(source: Source, node: Node): boolean {
  let inner = node
  for (const at of above(source, node)) {
    if (is('AwaitExpression', 'ReturnStatement', 'YieldExpression')(at)) return true
    if (is('ExpressionStatement', 'BlockStatement')(at)) return false
    if (is('UnaryExpression')(at) && at.operator === 'void') return false
    if (isFunction(at)) return is('ArrowFunctionExpression')(at) && at.body === inner
    if (is('VariableDeclarator', 'AssignmentExpression')(at)) return true
    inner = at
  }
  return false
}
