import type { FileTree } from '../../model/file-tree.ts'
import type { Workbench } from '../../ports/workbench.ts'
import { type Assertion, assertionsIn } from '../integrity/assertions.ts'
import { canonical } from '../integrity/canonical.ts'
import { type Asked, isAsked, isTestKind, kindOfFile } from '../integrity/change.ts'
import { functionsOf } from '../integrity/functions.ts'
import { hidesFailures, keepsBehaviour } from '../integrity/intent.ts'
import type { IntegrityFinding } from '../integrity/rule.ts'
import { all, below, is, isFunction, type Node, type ParseSource } from '../integrity/source.ts'
import type { TestCase } from '../integrity/test-cases.ts'
import { initialsIn } from '../integrity/tests-hollow.ts'
import { type MeasureOptions, measureTestsAgain } from './measure.ts'
import type { Measurement, TestMeasure } from './measurement.ts'
import type { TestFileProof } from './test-proof.ts'

export type TreesToMix = {
  readonly before: FileTree
  readonly after: FileTree
  readonly paths: readonly string[]
}

/** Runs the tests with some files as they were before the change, and puts them back. */
async function withOldFiles(
  bench: Workbench,
  { before, after }: TreesToMix,
  {
    paths,
    options,
    signal,
  }: { paths: readonly string[]; options: MeasureOptions; signal: AbortSignal },
): Promise<TestMeasure | null> {
  for (const path of paths) await bench.write(path, before.get(path) ?? null)
  const ran = await measureTestsAgain(bench, options, signal)
  for (const path of paths) await bench.write(path, after.get(path) ?? null)
  return ran.ok ? ran.value : null
}

type Rewritten = {
  readonly before: { readonly tree: FileTree; readonly measured: Measurement } | null
  readonly after: { readonly tree: FileTree; readonly measured: Measurement }
  readonly task: string | null
  readonly asked?: Asked
  readonly integrity: readonly IntegrityFinding[]
  readonly options: MeasureOptions
  readonly signal: AbortSignal
}

/** A test that passed before a change rewrote it, and that fails as it was on the new code. */
export type OldTest = {
  readonly name: string
  /** Its file says less now, though the task takes nothing away. */
  readonly isHidden: boolean
}

/** The tests of files that a change rewrote, run as they were on its code, unless other behaviour was asked for. */
export async function failingOldTests(
  bench: Workbench,
  { before, after, task, asked, integrity, ...run }: Rewritten,
): Promise<readonly OldTest[]> {
  const paths = [...(before?.tree ?? [])].flatMap(([path, text]) =>
    isTest(path) && after.tree.get(path) !== text ? [path] : [],
  )
  if (before === null || paths.length === 0 || !keepsBehaviour(task)) return []
  const trees = { before: before.tree, after: after.tree, paths }
  const ran = await withOldFiles(bench, trees, { ...run, paths })
  const { passes } = before.measured.tests
  const failsAnyway = namesOf(after.measured.tests.failures)
  const weaker = integrity.filter(({ rule }) => hidesFailures(rule, task))
  return (ran?.failures ?? []).flatMap(({ path, name }) => {
    const isMeant =
      isAsked(asked?.expectations, name, path ?? '') || isAsked(asked?.tests, name, path ?? '')
    if (isMeant || !passes.includes(name) || failsAnyway.includes(name)) return []
    return [{ name, isHidden: weaker.some(({ place }) => path === null || place.path === path) }]
  })
}

const isTest = (path: string): boolean =>
  isTestKind(kindOfFile(path)) || /(?:^|\/)tests?\.[cm]?[jt]s$/.test(path)

export type Rerun = {
  readonly tests: readonly TestFileProof[]
  readonly after: TestMeasure
  readonly parse: ParseSource
  readonly options: MeasureOptions
  readonly signal: AbortSignal
  /** The tests while the code gives other results; null where that cannot be had. */
  readonly bent: () => Promise<TestMeasure | null>
}

/**
 * Tests that show something: they assert something about the project, nothing switches them off and they
 * pass. Those of a change also fail on the code before it, run by the engine. Where they could only fail
 * for want of a name, and where there is no code before, they must notice other results.
 */
export async function tellingTests(
  bench: Workbench,
  trees: TreesToMix | null,
  { tests, after, bent, ...run }: Rerun,
): Promise<readonly TestCase[]> {
  const green = tests
    .flatMap(({ cases }) => cases)
    .filter(({ looks, test }) => looks && test.switches.length === 0 && isNamed(after.passes, test))
    .map(({ test }) => test)
    .filter((test) => !isMirror(test))
  if (green.length === 0) return green
  const paths = (trees?.paths ?? []).filter((path) => !isTest(path))
  const before = trees === null ? null : await withOldFiles(bench, trees, { ...run, paths })
  const failed = before?.failures ?? []
  const isUnloaded = ({ source }: TestCase) =>
    failed.some(({ path, name }) => path === source.path && isFile(name, path))
  const red = green.filter(
    (test) => trees === null || isUnloaded(test) || isNamed(namesOf(failed), test),
  )
  const fresh = trees === null ? null : freshNames(trees, paths, run.parse)
  const doubtful = new Set(
    red.filter((test) => fresh === null || isUnloaded(test) || namesAny(test, fresh)),
  )
  const noticed = doubtful.size === 0 ? null : await bent()
  return red.filter(
    (test) => noticed === null || !doubtful.has(test) || isNamed(namesOf(noticed.failures), test),
  )
}

const namesOf = (failures: TestMeasure['failures']) => failures.map(({ name }) => name)

/** Names that the changed files did not have before. */
function freshNames(
  { before, after }: TreesToMix,
  paths: readonly string[],
  parse: ParseSource,
): ReadonlySet<string> {
  const namesIn = (path: string, text: string | undefined): ReadonlySet<string> => {
    const source = text === undefined ? null : parse(path, text)
    if (source === null) return new Set()
    const exported = source.module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ exportName }) => exportName.name ?? []),
    )
    return new Set([...exported, ...functionsOf(source).map(({ short }) => short)])
  }
  return new Set(
    paths.flatMap((path) => {
      const old = namesIn(path, before.get(path))
      return [...namesIn(path, after.get(path))].filter((name) => !old.has(name))
    }),
  )
}

const namesAny = ({ source }: TestCase, names: ReadonlySet<string>): boolean =>
  all(source, 'Identifier').some(({ name }) => names.has(name))

/** A file that could not be loaded fails under its own name. */
const isFile = (name: string, path: string): boolean =>
  name.endsWith('(the file itself)') || name === path || name.endsWith(`/${path}`)

/** Whether a runner names this test; a title with holes stands for many. */
export function isNamed(names: readonly string[], { leaf }: TestCase): boolean {
  const holes = /\$\{[^}]*\}|%[sdifjop#]|\$[A-Za-z_][\w.]*/
  if (leaf === '' || !holes.test(leaf))
    return names.some((name) => name === leaf || name.endsWith(` ${leaf}`))
  const parts = leaf
    .replace(/^`|`$/g, '')
    .split(new RegExp(holes, 'g'))
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`(?:^| )${parts.join('.*')}$`, 's')
  return parts.join('').trim().length > 3 && names.some((name) => pattern.test(name))
}

/**
 * A test that shows no result: it computes what it expects from what it hands over, so that it may make
 * the same mistake, or it computes with the result before it looks at it.
 */
function isMirror({ body, source }: TestCase): boolean {
  if (body === null) return false
  const initials = initialsIn(body)
  const known = (node: Node): Node =>
    (is('Identifier')(node) ? initials.get(node.name) : undefined) ?? node
  const sides = assertionsIn(source, body)
    .map(sidesOf)
    .filter((each) => each !== null)
  return (
    sides.length > 0 &&
    sides.every(([subject, expected]) => {
      const [result, wanted] = [known(subject), known(expected)]
      return isComputed(result) || repeats(wanted, argumentsIn(result))
    })
  )
}

const compares = /equal|^is$|same|^(?:toBe|eq|eql|deepEqual)$/i

/** The two sides of an equality. */
function sidesOf({ subject, matcher, args, negated }: Assertion): readonly [Node, Node] | null {
  if (subject === null || negated) return null
  const [expected] = args
  if (compares.test(matcher) && expected !== undefined) return [subject, expected]
  return is('BinaryExpression')(subject) && /^={2,3}$/.test(subject.operator)
    ? [subject.left, subject.right]
    : null
}

const isText = (node: Node): boolean =>
  is('TemplateLiteral')(node) || (is('Literal')(node) && typeof node.value === 'string')

const isComputed = (node: Node): boolean =>
  is('BinaryExpression')(node) &&
  /^[-+*/%]$|^\*\*$/.test(node.operator) &&
  !isText(node.left) &&
  !isText(node.right)

/** What is handed to the calls of an expression: names and values. */
const argumentsIn = (node: Node): ReadonlySet<string> =>
  new Set(
    [...below(node)].flatMap((each) =>
      is('CallExpression', 'NewExpression')(each) ? each.arguments.flatMap(leavesOf) : [],
    ),
  )

const leavesOf = (node: Node): readonly string[] =>
  [...below(node, (each) => !isFunction(each))]
    .filter(is('Identifier', 'Literal'))
    .map((each) => canonical(each))

const repeats = (wanted: Node, given: ReadonlySet<string>): boolean =>
  (isComputed(wanted) || is('CallExpression')(wanted)) &&
  leavesOf(wanted).some((leaf) => given.has(leaf))
