import { assertionsIn, type Assertion } from './assertions.ts'
import { canonical } from './canonical.ts'
import type { Change } from './change.ts'
import { kindOfFile } from './file-kind.ts'
import type { IntegrityFinding } from './finding.ts'
import { introduced } from './introduced.ts'
import { resolveModule } from './modules.ts'
import { chainOf, dotted, literalOf, truthOf } from './names.ts'
import { findingIn, rulesOf, type Family } from './rule.ts'
import { all, below, is, type Node } from './source.ts'
import { bodyText, type TestCase } from './test-cases.ts'
import { testPairs } from './test-pairs.ts'

const rules = rulesOf('test_coverage', {
  'assertion-made-optional': [
    'fail',
    'A test asserts only if something happens',
    'It asserted this always, and is green now when nothing happens.',
    'Assert first that it happens.',
  ],
  'neighbour-mocked': [
    'warn',
    'A test that ran real code now runs a replacement',
    'What the parts do together is no longer tested.',
    'Let the test use the real code as before.',
  ],
})

export const testsDoubtful: Family = { family: 'tests', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  return [
    ...testPairs(change).kept.flatMap(({ before, after }) =>
      bodyText(before) === bodyText(after) ? [] : madeOptional(before, after),
    ),
    ...neighbours(change),
  ]
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

const mocking = /^(?:vi|vitest|jest)\.(?:mock|doMock|unstable_mockModule)$/

/** Code of the project that tests which stayed used for real, and that is replaced now. */
function neighbours(change: Change): readonly IntegrityFinding[] {
  const kept = new Set(testPairs(change).kept.map(({ after }) => after.source.path))
  return introduced(change, (source, { kind }) =>
    kind === 'test'
      ? all(source, 'CallExpression').filter((call) => mocking.test(dotted(call.callee)))
      : [],
  ).flatMap(({ source, node, earlier }) => {
    const request = literalOf(node.arguments[0])
    const path = request === null ? null : resolveModule(change.after, source.path, request)
    if (path === null || earlier === null || !kept.has(source.path)) return []
    if (kindOfFile(path) !== 'source' || !change.before.has(path)) return []
    // a spread keeps the real code, and what was mocked before in another way is mocked still
    const isPartial = [...below(node)].some(is('SpreadElement'))
    const isOld = all(earlier, 'CallExpression').some(
      (call) =>
        mocking.test(dotted(call.callee)) &&
        call.arguments[0] !== undefined &&
        node.arguments[0] !== undefined &&
        canonical(call.arguments[0]) === canonical(node.arguments[0]),
    )
    return isPartial || isOld
      ? []
      : [
          findingIn(rules['neighbour-mocked'], source, node.start, {
            message: `${path} is replaced in tests that used it`,
          }),
        ]
  })
}
