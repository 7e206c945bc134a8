import { assertionsIn, type Assertion } from './assertions.ts'
import { canonical } from './canonical.ts'
import type { Change } from './change.ts'
import {
  type Family,
  findingIn,
  type IntegrityFinding,
  type IntegrityRule,
  rulesOf,
} from './rule.ts'
import { chainOf, dotted, truthOf } from './names.ts'
import { isEmptyList, isUnreachable } from './unreachable.ts'
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
import { bodyText, type TestCase } from './test-cases.ts'
import { testPairs } from './test-pairs.ts'

const rules = rulesOf('test_coverage', {
  'assertion-unreached': [
    'fail',
    'An assertion never runs',
    'It stands where the test does not come by, so it cannot fail.',
    'Move the assertion to where the test runs.',
  ],
  'assertion-swallowed': [
    'fail',
    'A failing assertion is caught and dropped',
    'The test stays green although the assertion failed.',
    'Let the assertion throw out of the test.',
  ],
  'assertion-not-awaited': [
    'fail',
    'An assertion about a promise is not awaited',
    'The test ends before the assertion is decided.',
    'Await the assertion, or return its promise.',
  ],
  'assertion-conditional': [
    'warn',
    'An assertion runs only under a condition',
    'When the condition does not hold, nothing is asserted and the test passes.',
    'Assert the condition itself first.',
  ],
})

export const testsUnreached: Family = { family: 'tests', rules: Object.values(rules), look }

type Problem = { readonly rule: IntegrityRule; readonly node: Node; readonly message: string }

function look(change: Change): readonly IntegrityFinding[] {
  const { kept, fresh } = testPairs(change)
  const pairs = [
    ...kept.filter(({ before, after }) => bodyText(before) !== bodyText(after)),
    ...fresh.map((after) => ({ before: null, after })),
  ]
  return pairs.flatMap(({ before, after }) => {
    const keyed = ({ rule, node }: Problem) => `${rule.id} ${canonical(node)}`
    const old = new Set(before === null ? [] : problemsOf(before).map(keyed))
    const had = new Set(
      before?.body == null ? [] : assertionsIn(before.source, before.body).map(({ text }) => text),
    )
    return problemsOf(after)
      .filter((problem) => !old.has(keyed(problem)))
      .map(({ rule, node, message }) =>
        findingIn(rule, after.source, node.start, {
          message: `${message} in the test "${after.title}"`,
          // an assertion that used to run always is worse than a new one under a condition
          ...(rule === rules['assertion-conditional']
            ? { severity: had.has(canonical(node)) ? ('fail' as const) : ('info' as const) }
            : {}),
        }),
      )
  })
}

const problemsOf = (test: TestCase): readonly Problem[] => {
  const { body } = test
  if (body === null) return []
  return assertionsIn(test.source, body).flatMap(
    (assertion) => problemOf(assertion, test, body) ?? [],
  )
}

function problemOf(assertion: Assertion, test: TestCase, body: FunctionNode): Problem | null {
  const { node } = assertion
  const make = (name: keyof typeof rules, message: string): Problem => ({
    rule: rules[name],
    node,
    message,
  })
  if (assertion.promise !== null && !isAwaited(test.source, node))
    return make('assertion-not-awaited', 'an assertion about a promise is not awaited')
  let inner: Node = node
  for (
    let at = test.source.parentOf.get(node);
    at !== undefined && inner !== body;
    at = test.source.parentOf.get(inner)
  ) {
    const problem = obstacle(at, inner, { test, body, make })
    if (problem !== null) return problem
    inner = at
  }
  return null
}

type Around = {
  readonly test: TestCase
  readonly body: FunctionNode
  readonly make: (name: keyof typeof rules, message: string) => Problem
}

/** What one node around an assertion does to it. */
function obstacle(at: Node, inner: Node, { test, body, make }: Around): Problem | null {
  if (at.type === 'TryStatement' && at.block === inner && at.handler !== null)
    return swallows(at.handler.body, test.source)
      ? make('assertion-swallowed', 'a failing assertion is caught and dropped')
      : null
  if (at.type === 'IfStatement' && at.test !== inner) return underCondition(at, inner, make)
  if (at.type === 'LogicalExpression' && at.right === inner)
    return truthOf(at.left) === (at.operator === '||')
      ? make('assertion-unreached', 'an assertion stands behind a condition that never holds')
      : make('assertion-conditional', 'an assertion runs only under a condition')
  if (at.type === 'ForOfStatement' && at.body === inner && isEmptyList(at.right))
    return make('assertion-unreached', 'an assertion stands in a loop over nothing')
  if (at.type === 'BlockStatement' && isUnreachable(at, inner))
    return make('assertion-unreached', 'an assertion stands after the end of its block')
  if (isFunction(inner) && inner !== body) return inFunction(at, inner, { test, body, make })
  return null
}

function underCondition(
  at: Extract<Node, { type: 'IfStatement' }>,
  inner: Node,
  make: Around['make'],
): Problem | null {
  const truth = truthOf(at.test)
  const runsWhen = at.consequent === inner
  if (truth !== null && truth !== runsWhen)
    return make('assertion-unreached', 'an assertion stands behind a condition that never holds')
  // both ways assert something
  const both = at.alternate !== null && truth === null
  return both || truth === runsWhen
    ? null
    : make('assertion-conditional', 'an assertion runs only under a condition')
}

/** A function inside a test: is it called, handed on, and waited for? */
function inFunction(at: Node, inner: FunctionNode, { test, body, make }: Around): Problem | null {
  const name =
    at.type === 'VariableDeclarator' && at.id.type === 'Identifier'
      ? at.id.name
      : inner.type === 'FunctionDeclaration'
        ? (inner.id?.name ?? '')
        : ''
  if (name !== '') {
    const uses = [...below(body)].filter((node) => {
      const up = test.source.parentOf.get(node)
      const isNothing =
        up?.type === 'ExpressionStatement' ||
        (up?.type === 'UnaryExpression' && up.operator === 'void')
      return is('Identifier')(node) && node.name === name && !isNothing
    }).length
    return uses > 1
      ? null
      : make('assertion-unreached', `an assertion stands in ${name}, which is never called`)
  }
  if (at.type === 'ExpressionStatement')
    return make('assertion-unreached', 'an assertion stands in a function that is never called')
  if (at.type === 'CallExpression' && at.callee === inner)
    return inner.async && !isAwaited(test.source, at)
      ? make('assertion-not-awaited', 'an assertion stands in an async function nobody waits for')
      : null
  if (at.type !== 'CallExpression') return null
  const called = chainOf(at.callee)
  const last = called.at(-1) ?? ''
  const isTimer = /^(?:setTimeout|setImmediate|queueMicrotask|setInterval|nextTick)$/.test(last)
  const hasDone =
    body.params.length > 0 || [...ownBelow(body)].some(is('AwaitExpression', 'ReturnStatement'))
  if (isTimer && !hasDone && !usesFakeTimers(test))
    return make(
      'assertion-unreached',
      'an assertion stands in a timer that the test does not wait for',
    )
  if (
    /^(?:then|catch|finally)$/.test(last) &&
    !isAwaited(test.source, at) &&
    body.params.length === 0 &&
    ![...above(test.source, at)].some(isPromise)
  )
    return make('assertion-not-awaited', 'an assertion stands in a promise that nobody waits for')
  if (at.callee.type === 'MemberExpression' && isEmptyList(at.callee.object))
    return make('assertion-unreached', 'an assertion stands in a loop over nothing')
  return null
}

/** Who makes a promise by hand settles it from inside. */
const isPromise = (node: Node): boolean =>
  node.type === 'NewExpression' && dotted(node.callee) === 'Promise'

const usesFakeTimers = ({ source }: TestCase): boolean =>
  source.nodes.some(
    (node) =>
      node.type === 'MemberExpression' &&
      /^(?:useFakeTimers|mockTimers|timers)$/.test(chainOf(node).at(-1) ?? ''),
  )

/** Whether a catch drops what it caught: it neither throws, nor asserts, nor hands it on. */
function swallows(handler: Node, source: Source): boolean {
  if (assertionsIn(source, handler).length > 0) return false
  return ![...ownBelow(handler)].some(
    (node) =>
      node.type === 'ThrowStatement' ||
      (node.type === 'CallExpression' &&
        /^(?:done|fail|reject|cb|callback|next)$/.test(chainOf(node.callee).at(-1) ?? '')) ||
      node.type === 'AssignmentExpression',
  )
}

/** Whether a promise is awaited, returned, or handed to something that is. */
function isAwaited(source: Source, node: Node): boolean {
  let inner = node
  for (let at = source.parentOf.get(node); at !== undefined; at = source.parentOf.get(at)) {
    if (is('AwaitExpression', 'ReturnStatement', 'YieldExpression')(at)) return true
    if (at.type === 'ExpressionStatement')
      return at.directive !== undefined && at.directive !== null
    if (at.type === 'UnaryExpression' && at.operator === 'void') return false
    if (isFunction(at)) return at.type === 'ArrowFunctionExpression' && at.body === inner
    if (is('VariableDeclarator', 'AssignmentExpression', 'BlockStatement')(at))
      return at.type !== 'BlockStatement'
    inner = at
  }
  return false
}
