import { assertionsIn, type Assertion } from './assertions.ts'
import type { Change } from './change.ts'
import { type Family, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { chainOf, truthOf } from './names.ts'
import { below, is, type Node } from './source.ts'
import { bodyText, type TestCase } from './test-cases.ts'
import { testPairs } from './test-pairs.ts'

const rules = rulesOf('test_coverage', {
  'assertion-made-optional': [
    'fail',
    'A test asserts only if something happens',
    'It asserted this always, and is green now when nothing happens.',
    'Assert first that it happens.',
  ],
})

export const testsDoubtful: Family = { family: 'tests', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  return testPairs(change).kept.flatMap(({ before, after }) =>
    bodyText(before) === bodyText(after) ? [] : madeOptional(before, after),
  )
}

const assertionsOf = ({ body, source }: TestCase): readonly Assertion[] =>
  body === null ? [] : assertionsIn(source, body)

/** Assertions under a condition where the test had more that always ran. */
function madeOptional(before: TestCase, after: TestCase): readonly IntegrityFinding[] {
  const sure = (test: TestCase) =>
    assertionsOf(test).filter(({ node }) => doubtAbout(node, test) === null)
  const fewer = sure(before).length - sure(after).length
  if (fewer <= 0) return []
  const known = new Set(assertionsOf(before).map(({ text }) => text))
  return assertionsOf(after)
    .filter(({ node, text }) => doubtAbout(node, after) !== null && !known.has(text))
    .slice(0, fewer)
    .map(({ node }) =>
      findingIn(rules['assertion-made-optional'], after.source, node.start, {
        message: `an assertion of the test "${after.title}" runs only sometimes`,
      }),
    )
}

/** The node that may keep an assertion from running: a condition, or a catch nobody has to reach. */
function doubtAbout(assertion: Node, { source, body }: TestCase): Node | null {
  let inner = assertion
  for (
    let at = source.parentOf.get(assertion);
    at !== undefined && inner !== body;
    at = source.parentOf.get(inner)
  ) {
    const isBranch =
      at.type === 'IfStatement' &&
      at.test !== inner &&
      at.alternate === null &&
      truthOf(at.test) === null
    if (isBranch) return at
    if (isRejectionHandler(at, inner)) return at
    if (at.type === 'CatchClause') {
      const attempt = source.parentOf.get(at)
      return is('TryStatement')(attempt) && (mustThrow(attempt.block) || counts(body)) ? null : at
    }
    inner = at
  }
  return null
}

/** `work().catch((error) => …)`, where nothing fails when the work does not. */
const isRejectionHandler = (call: Node, handler: Node): boolean =>
  call.type === 'CallExpression' &&
  call.arguments.some((each) => each === handler) &&
  chainOf(call.callee).at(-1) === 'catch' &&
  !chainOf(call.callee).includes('then')

/** Whether a block fails the test when it comes to its end. */
const mustThrow = (block: Node): boolean =>
  [...below(block)].some(
    (node) =>
      node.type === 'ThrowStatement' ||
      (node.type === 'CallExpression' &&
        /^(?:unreachable|fail)$/.test(chainOf(node.callee).at(-1) ?? '')),
  )

const counts = (body: Node | null): boolean =>
  body !== null &&
  [...below(body)].some(
    (node) =>
      node.type === 'CallExpression' &&
      /^(?:assertions|hasAssertions|plan)$/.test(chainOf(node.callee).at(-1) ?? ''),
  )
