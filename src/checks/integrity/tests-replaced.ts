import { assertionsIn, type Assertion } from './assertions.ts'
import { canonical } from './canonical.ts'
import { isAsked, type Change, type FileChange } from './change.ts'
import { declarationOf } from './exports.ts'
import { type Family, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { functionPairs } from './functions.ts'
import { chainOf, plainValue } from './names.ts'
import { below, is, slice, type Node, type Source, type Typed } from './source.ts'
import { bodyText, type TestCase } from './test-cases.ts'
import { testPairs } from './test-pairs.ts'

const rules = rulesOf('test_coverage', {
  'example-replaced': [
    'warn',
    'A test asks the changed code for an easier example',
    'The example that is gone may be the one the new code gets wrong.',
    'Keep the old example beside the new one.',
  ],
  'input-changed': [
    'warn',
    'A test gives the changed code other data and expects the same',
    'Data that no longer tell right from wrong let any code pass.',
    'Keep the data of the test, or have the change asked for.',
  ],
})

export const testsReplaced: Family = { family: 'tests', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  const touched = touchedFunctions(change)
  if (touched.size === 0) return []
  const { kept } = testPairs(change)
  const kindsOfNow = new Set(
    kept.flatMap(({ after }) => assertionsOf(after).flatMap(({ subject }) => subject ?? [])),
  )
  const asked = new Set([...kindsOfNow].map(canonical))
  const fresh = freshLiterals(change)
  const shared = change.files.flatMap((file) => changedFixtures(file, { touched, fresh, change }))
  const own = kept.flatMap(({ before, after }): readonly IntegrityFinding[] => {
    if (bodyText(before) === bodyText(after)) return []
    if (isAsked(change.asked.expectations, after.title, after.leaf, after.source.path)) return []
    return [
      ...replacedExamples(before, after, { touched, asked }),
      ...(callsIn(after.body ?? after.call).some((name) => touched.has(name))
        ? changedInput(before, after, fresh)
        : []),
    ]
  })
  return [...shared, ...own]
}

type Known = {
  readonly touched: ReadonlySet<string>
  readonly fresh: ReadonlySet<string>
  readonly change: Change
}

/** Data that all tests of a file share, with other values, where all assertions stayed. */
function changedFixtures(
  { before, after, kind }: FileChange,
  { touched, fresh, change }: Known,
): readonly IntegrityFinding[] {
  if (before === null || after === null || kind !== 'test') return []
  if (isAsked(change.asked.expectations, after.path)) return []
  if (!callsIn(after.program).some((name) => touched.has(name))) return []
  const asserted = (source: Source) => assertionsIn(source, source.program).map(({ text }) => text)
  if (asserted(before).join('\n') !== asserted(after).join('\n')) return []
  return after.program.body.flatMap((statement): readonly IntegrityFinding[] => {
    if (statement.type !== 'VariableDeclaration') return []
    return statement.declarations.flatMap(({ id, init, start }) => {
      const was = id.type === 'Identifier' ? declarationOf(before, id.name) : null
      const old = was?.type === 'VariableDeclarator' ? was.init : null
      if (old === null || init === null || canonical(old) === canonical(init)) return []
      if (masked(canonical(old)) !== masked(canonical(init))) return []
      if (valuesOf(init).some(([key]) => fresh.has(key))) return []
      const message = `the tests of ${after.path} use other data than before`
      return [findingIn(rules['input-changed'], after, start, { message })]
    })
  })
}

const assertionsOf = ({ source, body }: TestCase): readonly Assertion[] =>
  body === null ? [] : assertionsIn(source, body)

/** Functions of the source that are not what they were. */
const touchedFunctions = (change: Change): ReadonlySet<string> =>
  new Set(
    functionPairs(change).kept.flatMap(({ before, after }) =>
      canonical(before.node) === canonical(after.node) ? [] : [after.short],
    ),
  )

const literal = /L(?:"(?:[^"\\]|\\.)*"|[\w.-]+)(?=[,)]|$)/g

/** A tree as text in which all values look alike. */
const masked = (text: string): string => text.replace(literal, 'L')

function replacedExamples(
  before: TestCase,
  after: TestCase,
  known: { readonly touched: ReadonlySet<string>; readonly asked: ReadonlySet<string> },
): readonly IntegrityFinding[] {
  const [was, now] = [assertionsOf(before), assertionsOf(after)]
  // where more is asked than before nothing was made easier
  if (now.length > was.length) return []
  const old = new Set(was.map(({ text }) => text))
  const spare = now.filter(({ text }) => !old.has(text))
  return was.flatMap(({ subject, matcher, node }): readonly IntegrityFinding[] => {
    if (subject === null || known.asked.has(canonical(subject))) return []
    if (!callsIn(subject).some((name) => known.touched.has(name))) return []
    const at = spare.findIndex(
      (each) =>
        each.matcher === matcher &&
        each.subject !== null &&
        masked(canonical(each.subject)) === masked(canonical(subject)),
    )
    const [heir] = at < 0 ? [] : spare.splice(at, 1)
    if (heir === undefined) return []
    const told = slice(before.source, node).replace(/\s+/g, ' ').slice(0, 100)
    const message = `the test "${after.title}" no longer asserts \`${told}\``
    return [findingIn(rules['example-replaced'], after.source, heir.node.start, { message })]
  })
}

const callsIn = (node: Node): readonly string[] =>
  [...below(node)].flatMap((each) =>
    each.type === 'CallExpression' ? [chainOf(each.callee).at(-1) ?? ''] : [],
  )

/** The same assertions over other data: only values differ, or a list that is gone through is shorter. */
function changedInput(
  before: TestCase,
  after: TestCase,
  fresh: ReadonlySet<string>,
): readonly IntegrityFinding[] {
  if (before.body === null || after.body === null) return []
  const texts = (test: TestCase) => assertionsOf(test).map(({ text }) => text)
  if (texts(before).join('\n') !== texts(after).join('\n')) return []
  const shorter = shorterLoop(before, after)
  const sameForm = masked(bodyText(before)) === masked(bodyText(after))
  if (!sameForm && shorter === null) return []
  const had = new Set(valuesOf(before.body).map(([key]) => key))
  const differing = valuesOf(after.body).filter(
    ([key], index) => valuesOf(before.body ?? after.call)[index]?.[0] !== key,
  )
  // a value that came into the source as well is a new name or form of it
  if (sameForm && differing.some(([key]) => fresh.has(key) && !had.has(key))) return []
  const at = shorter ?? differing[0]?.[1]
  if (at === undefined) return []
  const message = `the test "${after.title}" uses other data than before`
  return [findingIn(rules['input-changed'], after.source, at.start, { message })]
}

const valuesOf = (root: Node): readonly (readonly [string, Node])[] =>
  [...below(root)].flatMap((node) =>
    plainValue(node) === undefined ? [] : [[canonical(node), node] as const],
  )

type Loop = Typed<'ForOfStatement'>

/** A loop over written values that lost some of them. */
function shorterLoop(before: TestCase, after: TestCase): Node | null {
  const loops = ({ body }: TestCase): readonly Loop[] =>
    body === null ? [] : [...below(body)].filter(is('ForOfStatement'))
  const [was, now] = [loops(before), loops(after)]
  if (was.length !== now.length) return null
  const lost = now.find((loop, index) => sizeOf(loop) < sizeOf(was[index]))
  return lost ?? null
}

function sizeOf(loop: Loop | undefined): number {
  const list = loop?.right
  const bare = list?.type === 'TSAsExpression' ? list.expression : list
  return bare?.type === 'ArrayExpression' ? bare.elements.length : 0
}

/** Values that changed files of the source have now and had not before. */
function freshLiterals(change: Change): ReadonlySet<string> {
  const files = change.files.filter(({ kind }) => kind !== 'test' && kind !== 'support')
  const valuesIn = (source: Source | null): readonly string[] =>
    source === null ? [] : valuesOf(source.program).map(([key]) => key)
  const old = new Set(files.flatMap(({ before }) => valuesIn(before)))
  return new Set(files.flatMap(({ after }) => valuesIn(after)).filter((key) => !old.has(key)))
}
