import { assertionsIn, type Assertion } from './assertions.ts'
import { canonical } from './canonical.ts'
import { isAsked, type Change, type FileChange } from './change.ts'
import { declarationOf } from './exports.ts'
import { functionPairs } from './functions.ts'
import { chainOf, plainValue } from './names.ts'
import { type Family, findingIn, type IntegrityFinding } from './rule.ts'
import { below, is, slice, type Node, type Source } from './source.ts'
import { bodyText, type TestCase } from './test-cases.ts'
import { testPairs } from './test-pairs.ts'

/** Tests that ask changed code for easier examples, or give it other data and expect the same. */
export const testsReplaced: Family = {
  look: (change) => {
    const touched = touchedFunctions(change)
    if (touched.size === 0) return []
    const { kept: stored } = testPairs(change)
    const known = {
      touched,
      fresh: freshValues(change),
      asked: new Set(
        stored.flatMap(({ after }) =>
          assertionsOf(after).flatMap(({ subject }) =>
            subject === null ? [] : [canonical(subject)],
          ),
        ),
      ),
    }
    const isMeant = (...names: readonly string[]) => isAsked(change.asked.expectations, ...names)
    return [
      ...change.files
        .filter(({ after }) => after !== null && !isMeant(after.path))
        .flatMap((file) => changedFixtures(file, known)),
      ...stored
        .filter(({ before, after }) => bodyText(before) !== bodyText(after))
        .filter(({ after }) => !isMeant(after.title, after.leaf, after.source.path))
        .flatMap(({ before, after }) => [
          ...replacedExamples(before, after, known),
          ...changedInput(before, after, known),
        ]),
    ]
  },
}

type Known = {
  /** Functions of the source that are not what they were. */
  readonly touched: ReadonlySet<string>
  /** Values that the source has now and had not before: names and forms that changed with it. */
  readonly fresh: ReadonlySet<string>
  /** What the tests look at now. */
  readonly asked: ReadonlySet<string>
}

const touchedFunctions = (change: Change): ReadonlySet<string> =>
  new Set(
    functionPairs(change)
      .kept.filter(({ before, after }) => canonical(before.node) !== canonical(after.node))
      .map(({ after }) => after.short),
  )

function freshValues(change: Change): ReadonlySet<string> {
  const files = change.files.filter(({ kind }) => kind !== 'test' && kind !== 'support')
  const valuesIn = (source: Source | null) =>
    source === null ? [] : valuesOf(source.program).map(([key]) => key)
  const old = new Set(files.flatMap(({ before }) => valuesIn(before)))
  return new Set(files.flatMap(({ after }) => valuesIn(after)).filter((key) => !old.has(key)))
}

const assertionsOf = ({ body, source }: TestCase): readonly Assertion[] =>
  body === null ? [] : assertionsIn(source, body)

const textsOf = (assertions: readonly Assertion[]): string =>
  assertions.map(({ text }) => text).join('\n')

/** A tree as text in which all values look alike. */
const masked = (text: string): string =>
  text.replace(/L(?:"(?:[^"\\]|\\.)*"|[\w.-]+)(?=[,)]|$)/g, 'L')

const callsAny = (node: Node, names: ReadonlySet<string>): boolean =>
  [...below(node)].some(
    (each) => is('CallExpression')(each) && names.has(chainOf(each.callee).at(-1) ?? ''),
  )

const valuesOf = (root: Node): readonly (readonly [string, Node])[] =>
  [...below(root)].flatMap((node) =>
    plainValue(node) === undefined ? [] : [[canonical(node), node] as const],
  )

/** Data that all tests of a file share, with other values, where all assertions stayed. */
function changedFixtures(
  { before, after, kind }: FileChange,
  { touched, fresh }: Known,
): readonly IntegrityFinding[] {
  if (before === null || after === null || kind !== 'test') return []
  if (!callsAny(after.program, touched)) return []
  const asserted = (source: Source) => textsOf(assertionsIn(source, source.program))
  if (asserted(before) !== asserted(after)) return []
  return after.program.body
    .flatMap((statement) => (is('VariableDeclaration')(statement) ? statement.declarations : []))
    .filter(({ id, init }) => {
      const was = is('Identifier')(id) ? declarationOf(before, id.name) : null
      const old = is('VariableDeclarator')(was) ? was.init : null
      if (old === null || init === null || canonical(old) === canonical(init)) return false
      const isSameForm = masked(canonical(old)) === masked(canonical(init))
      return isSameForm && !valuesOf(init).some(([key]) => fresh.has(key))
    })
    .map(({ start }) =>
      findingIn('input-changed', after, start, {
        message: `the tests of ${after.path} use other data than before`,
      }),
    )
}

function replacedExamples(
  before: TestCase,
  after: TestCase,
  known: Known,
): readonly IntegrityFinding[] {
  const [was, now] = [assertionsOf(before), assertionsOf(after)]
  // where more is asked than before nothing was made easier
  if (now.length > was.length) return []
  const old = new Set(was.map(({ text }) => text))
  const spare = now.filter(({ text }) => !old.has(text))
  const formOf = ({ subject, matcher }: Assertion) =>
    `${matcher} ${subject === null ? '' : masked(canonical(subject))}`
  return was.flatMap((each): readonly IntegrityFinding[] => {
    const { subject, node } = each
    if (subject === null || known.asked.has(canonical(subject))) return []
    const at = spare.findIndex((other) => formOf(other) === formOf(each))
    if (at < 0 || !callsAny(subject, known.touched)) return []
    const [heir] = spare.splice(at, 1)
    const reported = slice(before.source, node).replace(/\s+/g, ' ').slice(0, 100)
    const message = `the test "${after.title}" no longer asserts \`${reported}\``
    return [
      findingIn('example-replaced', after.source, (heir?.node ?? after.call).start, { message }),
    ]
  })
}

/** The same assertions over other data: only values differ, or a list that is gone through is shorter. */
function changedInput(
  before: TestCase,
  after: TestCase,
  known: Known,
): readonly IntegrityFinding[] {
  const [was, now] = [before.body, after.body]
  if (was === null || now === null || !callsAny(now, known.touched)) return []
  if (textsOf(assertionsOf(before)) !== textsOf(assertionsOf(after))) return []
  const shorter = shorterLoop(was, now)
  const isSameForm = masked(bodyText(before)) === masked(bodyText(after))
  if (!isSameForm && shorter === null) return []
  const old = valuesOf(was).map(([key]) => key)
  const differing = valuesOf(now).filter(([key], index) => old[index] !== key)
  // a value that came into the source as well is a new name or form of it
  const isRenamed = differing.some(([key]) => known.fresh.has(key) && !old.includes(key))
  const at = shorter ?? differing[0]?.[1]
  if (at === undefined || (isSameForm && isRenamed)) return []
  const message = `the test "${after.title}" uses other data than before`
  return [findingIn('input-changed', after.source, at.start, { message })]
}

/** A loop over written values that lost some of them. */
function shorterLoop(was: Node, now: Node): Node | null {
  const loops = (body: Node) => [...below(body)].filter(is('ForOfStatement'))
  const sizeOf = (loop: Extract<Node, { type: 'ForOfStatement' }> | undefined) => {
    const list = is('TSAsExpression')(loop?.right) ? loop.right.expression : loop?.right
    return is('ArrayExpression')(list) ? list.elements.length : 0
  }
  const [old, fresh] = [loops(was), loops(now)]
  if (old.length !== fresh.length) return null
  return fresh.find((loop, index) => sizeOf(loop) < sizeOf(old[index])) ?? null
}
