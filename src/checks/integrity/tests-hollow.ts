import { assertionsIn, type Assertion } from './assertions.ts'
import { canonical } from './canonical.ts'
import type { Change } from './change.ts'
import { resolveModule } from './modules.ts'
import { chainOf, dotted, plainValue, truthOf } from './names.ts'
import { type Family, findingIn } from './rule.ts'
import type { RuleName } from './rules.ts'
import { above, below, is, isFunction, type Node } from './source.ts'
import { type TestCase, testCasesOf } from './test-cases.ts'
import { changedTests } from './test-pairs.ts'

/** New and changed tests that pass whatever the code does. */
export const testsHollow: Family = {
  look: (change) =>
    changedTests(change).flatMap(({ before, after }) => {
      const old = new Set(
        before === null ? [] : hollowIn(before).map(({ node }) => canonical(node)),
      )
      const fresh = hollowIn(after).filter(({ node }) => !old.has(canonical(node)))
      const isBare = before === null && assertsNothing(after, change)
      const report = (rule: RuleName, { start }: Node, what: string) =>
        findingIn(rule, after.source, start, { message: `${what} in the test "${after.title}"` })
      return [
        ...fresh.map(({ node }) => report('test-tautological', node, 'an assertion cannot fail')),
        ...(isBare ? [report('test-without-assertion', after.call, 'nothing is asserted')] : []),
      ]
    }),
}

/** Whether every assertion of a test holds whatever the code does. */
export function isHollow(test: TestCase): boolean {
  if (test.body === null) return false
  const assertions = assertionsIn(test.source, test.body)
  return assertions.length > 0 && hollowIn(test).length >= assertions.length
}

/** Assertions that say nothing: without a matcher, or true by themselves. */
function hollowIn(test: TestCase): readonly Assertion[] {
  const { body, source } = test
  if (body === null) return []
  const initials = initialsIn(body)
  return assertionsIn(source, body).filter(
    (each) => (each.matcher === '' && each.subject !== null) || isTautology(each, initials, test),
  )
}

/** What the constants of a test were set to. */
export const initialsIn = (body: Node): ReadonlyMap<string, Node> =>
  new Map(
    [...below(body)].flatMap((node) =>
      is('VariableDeclarator')(node) && is('Identifier')(node.id) && node.init !== null
        ? [[node.id.name, node.init]]
        : [],
    ),
  )

const bare = (node: Node): Node => (is('AwaitExpression')(node) ? node.argument : node)

const comparing =
  /^(?:toBe|toEqual|toStrictEqual|toMatchObject|equal|eql|eq|equals|assert\.(?:equal|strictEqual|deepEqual|deepStrictEqual|is|same))$/

/** Whether an assertion holds whatever the code does. */
export function isTautology(
  assertion: Assertion,
  initials: ReadonlyMap<string, Node>,
  test: TestCase,
): boolean {
  const { subject, matcher, args, negated } = assertion
  if (subject === null || assertion.promise !== null) return false
  const [expected] = args
  const truth = truthOf(subject)
  if (comparing.test(matcher) && expected !== undefined) {
    if (negated) return false
    const runs = [...below(subject)].some(is('CallExpression', 'NewExpression'))
    if (canonical(subject) === canonical(expected) && !runs) return true
    const [one, other] = [subject, expected].map((side) => {
      const node = bare(side)
      return plainValue(bare(initials.get(dotted(node)) ?? node))
    })
    if (one !== undefined && one === other) return !isStateful(subject, test)
    return truth === true && is('Literal')(expected) && expected.value === true
  }
  if (/^(?:toBeTruthy|assert\.ok|assert\.truthy|ok|toBeDefined)$/.test(matcher))
    return !negated && truth === true && !isMark(assertion, test)
  if (/^(?:toBeNull|toBeUndefined)$/.test(matcher)) return negated && truth === true
  return matcher === 'toBeFalsy' && truth === false
}

/** `ok(true)` in a callback or in a catch says that it was reached, which a plan or a title counts. */
function isMark({ node }: Assertion, { source, body }: TestCase): boolean {
  for (const up of above(source, node)) {
    if (up === body) return false
    if (isFunction(up) || is('CatchClause')(up)) return true
  }
  return false
}

/** Whether a variable changes after it was set, as a counter does. */
const isStateful = (subject: Node, { body }: TestCase): boolean =>
  body !== null &&
  is('Identifier')(subject) &&
  [...below(body)].some(
    (node) =>
      (is('AssignmentExpression')(node) && dotted(node.left) === subject.name) ||
      (is('UpdateExpression')(node) && dotted(node.argument) === subject.name),
  )

/** Whether a test neither asserts nor hands the asserting to a function of the project. */
function assertsNothing(test: TestCase, change: Change): boolean {
  const { body, source, call, switches } = test
  if (body === null || switches.some(({ kind }) => kind === 'todo' || kind === 'skip')) return false
  if (assertionsIn(source, body).length > 0) return false
  // what must not compile is asserted by a comment
  const isOfTypes = source.comments.some(
    ({ start, end, value }) =>
      start > body.start && end < body.end && /@ts-expect-error/.test(value),
  )
  // a test that another test hands to its runner
  const isInner = [...above(source, call)].some((node) =>
    testCasesOf(source).some((each) => each.call === node),
  )
  if (isOfTypes || isInner) return false
  const called = new Set(
    [...below(body)].flatMap((node) =>
      is('CallExpression')(node) ? [chainOf(node.callee)[0] ?? ''] : [],
    ),
  )
  const isHelped = source.module.staticImports.some(({ moduleRequest, entries }) => {
    if (!entries.some(({ localName }) => called.has(localName.value))) return false
    const path = resolveModule(change.after, source.path, moduleRequest.value)
    const helper = path === null ? null : change.source('after', path)
    return helper !== null && assertionsIn(helper, helper.program).length > 0
  })
  // a parameter that is called may be the test's own way to assert
  const given = body.params.flatMap((each) => [...below(each)].filter(is('Identifier')))
  const isHanded = given.some(({ name }) => called.has(name)) && [...below(body)].some(isFunction)
  return !isHelped && !isHanded
}
