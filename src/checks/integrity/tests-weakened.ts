import { assertionsIn, namedFunctions, type Assertion } from './assertions.ts'
import { isImplied, pairUp, type Pair } from './assertion-pairs.ts'
import { canonical } from './canonical.ts'
import { type Change, type FileChange, isAsked, isTestKind } from './change.ts'
import { numberOf, plainValue } from './names.ts'
import { type Family, findingIn, type IntegrityFinding, type Told } from './rule.ts'
import type { RuleName } from './rules.ts'
import {
  below,
  is,
  isFunction,
  slice,
  type FunctionNode,
  type Node,
  type Source,
} from './source.ts'
import { isWider, strengthOf } from './strength.ts'
import { bodyText, type TestCase } from './test-cases.ts'
import { isAssertedElsewhere, testPairs } from './test-pairs.ts'
import { initialsIn, isTautology } from './tests-hollow.ts'

/** Tests, and functions that assert for them, that ask for less or for something else. */
export const testsWeakened: Family = {
  look: (change) => [
    ...testPairs(change).kept.flatMap(({ before, after }) => weakened(before, after, change)),
    ...change.files.flatMap((file) => weakerHelpers(file, change)),
  ],
}

function weakerHelpers(file: FileChange, change: Change): readonly IntegrityFinding[] {
  const { before, after, kind } = file
  if (before === null || after === null || !isTestKind(kind)) return []
  const now = onlyOnes(after)
  return [...onlyOnes(before)].flatMap(([name, node]) => {
    const fresh = now.get(name)
    if (!isFunction(node) || !isFunction(fresh) || assertionsIn(before, node).length === 0)
      return []
    if (assertionsIn(after, fresh).length > 0)
      return weakened(helperCase(name, before, node), helperCase(name, after, fresh), change)
    const message = `${name} asserted for tests and asserts nothing now`
    return [findingIn('assertion-removed', after, fresh.start, { message })]
  })
}

/** Functions by name; several of one name cannot be told apart. */
function onlyOnes(source: Source): ReadonlyMap<string, Node> {
  const named = namedFunctions(source)
  return new Map(named.filter(([name]) => named.filter(([each]) => each === name).length === 1))
}

const helperCase = (name: string, source: Source, body: FunctionNode): TestCase => ({
  source,
  title: name,
  leaf: name,
  call: body,
  body,
  switches: [],
  rows: null,
})

/** What is known of both versions of a test when their assertions are compared. */
type Comparison = {
  readonly change: Change
  readonly before: TestCase
  readonly after: TestCase
  readonly was: readonly Assertion[]
  readonly now: readonly Assertion[]
}

function weakened(before: TestCase, after: TestCase, change: Change): readonly IntegrityFinding[] {
  if (before.body === null || after.body === null || bodyText(before) === bodyText(after)) return []
  // an assertion that could not fail is no loss
  const was = assertionsIn(before.source, before.body).filter(
    (each) => !isTautology(each, initialsIn(each.node), before),
  )
  const now = assertionsIn(after.source, after.body)
  if (now.length === 0) return []
  const comparison = { change, before, after, was, now }
  return pairUp(was, now).flatMap((pair) => {
    const result = pair.now === null ? lost(pair, comparison) : compared(pair, pair.now, comparison)
    if (result === null) return []
    const [rule, message] = result
    return [findingIn(rule, after.source, (pair.now?.node ?? after.call).start, message)]
  })
}

type Found = readonly [rule: RuleName, told: Told] | null

const shown = (was: Assertion, { before }: Comparison): string =>
  `\`${slice(before.source, was.node).replace(/\s+/g, ' ').slice(0, 100)}\``

function lost({ was }: Pair, comparison: Comparison): Found {
  const { change, after, now } = comparison
  // a function of the project may have taken several assertions together
  const isOpaque = (list: readonly Assertion[]) => list.some(({ subject }) => subject === null)
  if (isOpaque(now) && !isOpaque(comparison.was)) return null
  if (isImplied(was, now) || isAssertedElsewhere(was, change)) return null
  const message = `the test "${after.title}" no longer asserts ${shown(was, comparison)}`
  return ['assertion-removed', { message }]
}

const expectsError = ({ promise, matcher }: Assertion): boolean =>
  promise === 'rejects' || /[tT]hrow|rejects/.test(matcher)

function compared({ was, sameSubject }: Pair, now: Assertion, comparison: Comparison): Found {
  const { change, after } = comparison
  if (!sameSubject && isImplied(was, comparison.now)) return null
  const isMeant = isAsked(change.asked.expectations, after.title, after.leaf, after.source.path)
  const isWeaker = strengthOf(now) < strengthOf(was) - 8 || isWider(was, now)
  // where other results were asked for, only an assertion that hardly asserts is told
  if (isWeaker && !(isMeant && strengthOf(now) > 45)) {
    const message = `${shown(was, comparison)} became weaker in the test "${after.title}"`
    // how long something may take depends on the machine
    const isTime =
      /LessThan/.test(now.matcher) &&
      /performance|Date|elapsed|duration|took|[a-z]Ms\b/.test(shown(was, comparison))
    return ['assertion-weakened', { message, ...(isTime ? { severity: 'warning' } : {}) }]
  }
  // a caught error may be looked at in another way
  const isErrorLost =
    expectsError(was) &&
    !comparison.now.some(expectsError) &&
    !/\bcatch\b|CatchClause/.test(bodyText(after))
  if (!sameSubject && !isMeant && isErrorLost) {
    const message = `the test "${after.title}" no longer expects the error of ${shown(was, comparison)}`
    return ['assertion-removed', { message, severity: 'warning' }]
  }
  if (isMeant || !sameSubject || !isOtherResult(was, now, comparison)) return null
  const message = `the test "${after.title}" expects something else now; before it was ${shown(was, comparison)}`
  // a value that is worked out, before and now, is no answer written down
  const isComputed = [was, now].every(({ args }) => args.some(isWorkedOut))
  // where no source changed with it, the old expectation was right or the test never held
  const hasSource = change.files.some(({ kind }) => kind === 'source' || kind === 'script')
  return [
    'expectation-changed',
    { message, severity: isComputed ? 'info' : hasSource ? 'warning' : 'error' },
  ]
}

/** Whether the same is done and another result, no stricter one, is expected of it. */
function isOtherResult(
  was: Assertion,
  now: Assertion,
  { before, after, ...all }: Comparison,
): boolean {
  const without = (test: TestCase, assertions: readonly Assertion[]) =>
    assertions.reduce((rest, { text }) => rest.replace(text, ''), bodyText(test))
  if (without(before, all.was) !== without(after, all.now)) return false
  if (strengthOf(now) > strengthOf(was) + 8 || isWider(now, was)) return false
  const results = ({ args, negated }: Assertion) => `${negated} ${args.map(canonical).join()}`
  // what was written here may stand in the rows of a table now
  return (
    results(was) !== results(now) && !(after.rows !== null && isAssertedElsewhere(was, all.change))
  )
}

const isWorkedOut = (node: Node): boolean =>
  [...below(node)].some(is('CallExpression', 'NewExpression')) &&
  plainValue(node) === undefined &&
  ![...below(node)].some((each) => numberOf(each) !== null)
