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
import { resolveModule } from './modules.ts'
import { chainOf, dotted, plainValue, truthOf } from './names.ts'
import { above, below, is, isFunction, type Node, type Source } from './source.ts'
import { bodyText, type TestCase, testCasesOf } from './test-cases.ts'
import { testPairs } from './test-pairs.ts'

const rules = rulesOf('test_coverage', {
  'test-tautological': [
    'fail',
    'An assertion holds whatever the code does',
    'It compares a value with itself or a literal with a literal.',
    'Compare what the code returns with a value written by hand.',
  ],
  'test-without-assertion': [
    'fail',
    'A new test asserts nothing',
    'It passes as long as nothing throws.',
    'Assert what the code returns or does.',
  ],
  'assertion-without-matcher': [
    'fail',
    'An assertion has no matcher',
    'A bare expect() checks nothing.',
    'Say what is expected.',
  ],
})

export const testsHollow: Family = { family: 'tests', rules: Object.values(rules), look }

type Problem = { readonly rule: IntegrityRule; readonly node: Node; readonly message: string }

function look(change: Change): readonly IntegrityFinding[] {
  const { kept, fresh } = testPairs(change)
  const pairs = [
    ...kept.filter(({ before, after }) => bodyText(before) !== bodyText(after)),
    ...fresh.map((after) => ({ before: null, after })),
  ]
  return pairs.flatMap(({ before, after }) => {
    const old = new Set(
      before === null ? [] : problemsOf(before).map(({ node }) => canonical(node)),
    )
    const bare = before === null ? withoutAssertion(after, change) : []
    const problems = problemsOf(after)
    return [...problems.filter(({ node }) => !old.has(canonical(node))), ...bare].map(
      ({ rule, node, message }) =>
        findingIn(rule, after.source, node.start, {
          message: `${message} in the test "${after.title}"`,
        }),
    )
  })
}

/** Whether every assertion of a test holds whatever the code does. */
export function isHollow(test: TestCase): boolean {
  if (test.body === null) return false
  const assertions = assertionsIn(test.source, test.body)
  return assertions.length > 0 && problemsOf(test).length >= assertions.length
}

function problemsOf(test: TestCase): readonly Problem[] {
  if (test.body === null) return []
  const initials = initialsIn(test.body)
  return assertionsIn(test.source, test.body).flatMap((assertion): readonly Problem[] => {
    const { node, matcher, subject } = assertion
    if (matcher === '' && subject !== null)
      return [
        { rule: rules['assertion-without-matcher'], node, message: 'an assertion says nothing' },
      ]
    if (isTautology(assertion, initials, test))
      return [{ rule: rules['test-tautological'], node, message: 'an assertion cannot fail' }]
    return []
  })
}

/** What the constants of a test were set to. */
export function initialsIn(body: Node): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>()
  for (const node of below(body))
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init !== null)
      found.set(node.id.name, node.init)
  return found
}

const resolved = (node: Node, initials: ReadonlyMap<string, Node>): Node => {
  const bare = is('AwaitExpression')(node) ? node.argument : node
  if (!is('Identifier')(bare)) return bare
  const init = initials.get(bare.name) ?? bare
  return is('AwaitExpression')(init) ? init.argument : init
}

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
  if (comparing.test(matcher) && expected !== undefined) {
    if (negated) return false
    if (canonical(subject) === canonical(expected) && !runs(subject)) return true
    const [one, other] = [resolved(subject, initials), resolved(expected, initials)]
    const literal = plainValue(one)
    if (literal !== undefined && plainValue(other) === literal) return !isStateful(subject, test)
    return truthOf(subject) === true && truthOf(expected) === true && isLiteralTrue(expected)
  }
  const truth = truthOf(subject)
  if (/^(?:toBeTruthy|assert\.ok|assert\.truthy|ok|toBeDefined)$/.test(matcher))
    return !negated && truth === true && !isMark(assertion, test)
  if (/^(?:toBeNull|toBeUndefined)$/.test(matcher)) return negated && truth === true
  return /^(?:toBeFalsy)$/.test(matcher) && truth === false
}

/** `ok(true)` in a callback or in a catch says that it was reached, which a plan or a title counts. */
function isMark({ node }: Assertion, { source, body }: TestCase): boolean {
  for (let at = source.parentOf.get(node); at !== undefined && at !== body;)
    if (isFunction(at) || at.type === 'CatchClause') return true
    else at = source.parentOf.get(at)
  return false
}

const isLiteralTrue = (node: Node): boolean => node.type === 'Literal' && node.value === true

const runs = (node: Node): boolean =>
  [...below(node)].some((each) => is('CallExpression', 'NewExpression')(each))

/** Whether a variable changes after it was set, as a counter does. */
function isStateful(subject: Node, { body }: TestCase): boolean {
  if (body === null || !is('Identifier')(subject)) return false
  return [...below(body)].some(
    (node) =>
      (node.type === 'AssignmentExpression' && dotted(node.left) === subject.name) ||
      (node.type === 'UpdateExpression' && dotted(node.argument) === subject.name),
  )
}

/** What must not compile is asserted by a comment. */
const assertsTypes = ({ comments }: Source, { start, end }: Node): boolean =>
  comments.some(
    (each) => each.start > start && each.end < end && /@ts-expect-error/.test(each.value),
  )

/** A new test that neither asserts nor hands the asserting to a function of the project. */
function withoutAssertion(test: TestCase, change: Change): readonly Problem[] {
  const { body, source } = test
  if (body === null || test.switches.some(({ kind }) => kind === 'todo' || kind === 'skip'))
    return []
  if (assertionsIn(source, body).length > 0 || assertsTypes(source, body)) return []
  // a test that another test hands to its runner
  if (
    [...above(source, test.call)].some((node) =>
      testCasesOf(source).some(({ call }) => call === node),
    )
  )
    return []
  const called = new Set(
    [...below(body)].flatMap((node) =>
      node.type === 'CallExpression' ? [chainOf(node.callee)[0] ?? ''] : [],
    ),
  )
  for (const { moduleRequest, entries } of source.module.staticImports) {
    if (!entries.some(({ localName }) => called.has(localName.value))) continue
    const path = resolveModule(change.after, source.path, moduleRequest.value)
    const helper = path === null ? null : change.source('after', path)
    if (helper !== null && assertionsIn(helper, helper.program).length > 0) return []
  }
  // a parameter that is called may be the test's own way to assert
  const given = new Set(
    body.params.flatMap((each) =>
      [...below(each)].flatMap((node) => (is('Identifier')(node) ? [node.name] : [])),
    ),
  )
  if ([...called].some((name) => given.has(name)) && [...below(body)].some(isFunction)) return []
  return [
    { rule: rules['test-without-assertion'], node: test.call, message: 'nothing is asserted' },
  ]
}
