import { pairUp, type Pair } from './assertion-pairs.ts'
import { assertionsIn, namedFunctions, type Assertion } from './assertions.ts'
import { canonical } from './canonical.ts'
import { type Change, type FileChange, isAsked, isTestKind } from './change.ts'
import { type Family, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { isImplied } from './implied.ts'
import { numberOf, plainValue } from './names.ts'
import {
  below,
  is,
  isFunction,
  slice,
  type FunctionNode,
  type Node,
  type Source,
} from './source.ts'
import { isTighter, isWider, strengthOf } from './strength.ts'
import { bodyText, type TestCase } from './test-cases.ts'
import { initialsIn, isTautology } from './tests-hollow.ts'
import { isAssertedElsewhere, testPairs } from './test-pairs.ts'

const rules = rulesOf('test_coverage', {
  'assertion-removed': [
    'fail',
    'A test asserts less than it did',
    'Each assertion that goes lets a class of faults through.',
    'Put the assertion back.',
  ],
  'assertion-weakened': [
    'fail',
    'An assertion accepts more than it did',
    'A looser matcher passes for wrong results too.',
    'Assert the exact result, as before.',
  ],
  'expectation-changed': [
    'warn',
    'A test expects another result for the same input',
    'A test that is bent to what the code does proves nothing about the code.',
    'Mend the code, or have the new result asked for.',
  ],
})

export const testsWeakened: Family = { family: 'tests', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  return [
    ...testPairs(change).kept.flatMap(({ before, after }) => weakened(before, after, change)),
    ...change.files.flatMap((file) => weakerHelpers(file, change)),
  ]
}

/** Functions of tests that assert for them are held against what they asserted before. */
function weakerHelpers(
  { before, after, kind }: FileChange,
  change: Change,
): readonly IntegrityFinding[] {
  if (before === null || after === null || !isTestKind(kind)) return []
  const now = new Map(onlyOnes(namedFunctions(after)))
  return onlyOnes(namedFunctions(before)).flatMap(([name, node]) => {
    const fresh = now.get(name)
    const asserted = assertionsIn(before, node)
    if (fresh === undefined || asserted.length === 0 || !isFunction(node) || !isFunction(fresh))
      return []
    const [old, latest] = [helperCase(name, before, node), helperCase(name, after, fresh)]
    if (assertionsIn(after, fresh).length > 0) return weakened(old, latest, change)
    const message = `${name} asserted for tests and asserts nothing now`
    return [findingIn(rules['assertion-removed'], after, fresh.start, { message })]
  })
}

/** Several functions of one name cannot be told apart. */
const onlyOnes = (named: ReturnType<typeof namedFunctions>): typeof named =>
  named.filter(([name]) => named.filter(([other]) => other === name).length === 1)

const helperCase = (name: string, source: Source, body: FunctionNode): TestCase => ({
  source,
  title: name,
  leaf: name,
  call: body,
  body,
  switches: [],
  rows: null,
})

function weakened(before: TestCase, after: TestCase, change: Change): readonly IntegrityFinding[] {
  if (before.body === null || after.body === null || bodyText(before) === bodyText(after)) return []
  // an assertion that could not fail is no loss
  const was = assertionsIn(before.source, before.body).filter(
    (each) => !isTautology(each, initialsIn(each.node), before),
  )
  const now = assertionsIn(after.source, after.body)
  if (now.length === 0) return []
  const pairs = pairUp(was, now)
  const opaqueNow =
    now.some(({ subject }) => subject === null) && !was.some(({ subject }) => subject === null)
  return pairs.flatMap((pair): readonly IntegrityFinding[] => {
    const told = slice(before.source, pair.was.node).replace(/\s+/g, ' ').slice(0, 100)
    if (pair.now === null) {
      // a function of the project may have taken several assertions together
      if (opaqueNow || isImplied(pair.was, now) || isAssertedElsewhere(pair.was, change)) return []
      const message = `the test "${after.title}" no longer asserts \`${told}\``
      return [findingIn(rules['assertion-removed'], after.source, after.call.start, { message })]
    }
    if (!pair.sameSubject && isImplied(pair.was, now)) return []
    return compared(pair, after, {
      change,
      told,
      sameInput: sameInput(before, after, was, now),
      // a caught error may be looked at in another way
      isErrorLost: !now.some(expectsError) && !/\bcatch\b|CatchClause/.test(bodyText(after)),
    })
  })
}

const expectsError = ({ promise, matcher }: Assertion): boolean =>
  promise === 'rejects' || /[tT]hrow|rejects/.test(matcher)

function compared(
  pair: Pair,
  after: TestCase,
  told: {
    readonly change: Change
    readonly told: string
    readonly sameInput: boolean
    readonly isErrorLost: boolean
  },
): readonly IntegrityFinding[] {
  const { was, now, sameSubject } = pair
  if (now === null) return []
  const at = now.node.start
  const isExpected = isAsked(
    told.change.asked.expectations,
    after.title,
    after.leaf,
    after.source.path,
  )
  // where other results were asked for, only an assertion that hardly asserts is told
  const isWeaker = strengthOf(now) < strengthOf(was) - 8 || isWider(was, now)
  if (isWeaker && !(isExpected && strengthOf(now) > 45)) {
    const message = `\`${told.told}\` became weaker in the test "${after.title}"`
    // how long something may take depends on the machine
    const isTime =
      /LessThan/.test(now.matcher) &&
      /performance|Date|elapsed|duration|took|[a-z]Ms\b/.test(told.told)
    return [
      findingIn(rules['assertion-weakened'], after.source, at, {
        message,
        ...(isTime ? { severity: 'warn' as const } : {}),
      }),
    ]
  }
  const { change } = told
  if (!sameSubject && !isExpected && expectsError(was) && !expectsError(now) && told.isErrorLost) {
    const message = `the test "${after.title}" no longer expects the error of \`${told.told}\``
    return [findingIn(rules['assertion-removed'], after.source, at, { message, severity: 'warn' })]
  }
  if (!sameSubject || !told.sameInput || now.text === was.text) return []
  if (strengthOf(now) > strengthOf(was) + 8 || isTighter(was, now)) return []
  const sameArgs = was.args.map(canonical).join() === now.args.map(canonical).join()
  if (sameArgs && was.negated === now.negated) return []
  // what was written here may stand in the rows of a table now
  if (after.rows !== null && isAssertedElsewhere(was, change)) return []
  if (isAsked(change.asked.expectations, after.title, after.leaf, after.source.path)) return []
  const message = `the test "${after.title}" expects something else now; before it was \`${told.told}\``
  return [
    findingIn(rules['expectation-changed'], after.source, at, {
      message,
      // a value that is worked out, before and now, is no answer written down
      severity: [was, now].every(({ args }) => args.some(isWorkedOut)) ? 'info' : blame(change),
    }),
  ]
}

const isWorkedOut = (node: Node): boolean =>
  [...below(node)].some(is('CallExpression', 'NewExpression')) &&
  plainValue(node) === undefined &&
  ![...below(node)].some((each) => numberOf(each) !== null)

/** Where no source changed with it, the old expectation was right or the test never held. */
const blame = (change: Change): 'fail' | 'warn' =>
  change.files.some(({ kind }) => kind === 'source' || kind === 'script') ? 'warn' : 'fail'

/** Whether two versions of a test do the same apart from their assertions. */
function sameInput(
  before: TestCase,
  after: TestCase,
  was: readonly Assertion[],
  now: readonly Assertion[],
): boolean {
  const without = (text: string, gone: readonly Assertion[]) =>
    gone.reduce((rest, each) => rest.replace(each.text, ''), text)
  return without(bodyText(before), was) === without(bodyText(after), now)
}
