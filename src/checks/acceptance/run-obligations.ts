import { met, undecided, unmet, type Answer } from '../../obligations/examine.ts'
import { canonical } from '../integrity/canonical.ts'
import { type Change, isTestKind, kindOfFile } from '../integrity/change.ts'
import { functionsOf } from '../integrity/functions.ts'
import { below, isFunction, type Node, type Source } from '../integrity/source.ts'
import type { TestCase } from '../integrity/test-cases.ts'
import { bodyText } from '../integrity/test-cases.ts'
import { testPairs } from '../integrity/test-pairs.ts'
import { blameTests } from './blame.ts'
import type { Measurement } from './measurement.ts'
import { isNamed } from './rerun-tests.ts'
import { isProduct, type TestFileProof } from './test-proof.ts'

/** What the engine's own runs and its look at the change know. */
export type RunFacts = {
  readonly task: string
  readonly tests: readonly TestFileProof[]
  readonly before: Measurement | null
  readonly after: Measurement
  /** Null where a whole project is judged. */
  readonly change: Change | null
  /** The tests that pass now and, of a change, fail on the code before it. */
  telling(): Promise<readonly TestCase[]>
}

/** Tests that the change did not touch and that pass: whoever made it did not write them. */
export function keptTests({ change, tests, after }: RunFacts): readonly TestCase[] {
  const touched = new Set(change?.texts.map(({ path }) => path))
  const same = new Set(
    (change === null ? [] : testPairs(change).kept)
      .filter(({ before, after: now }) => bodyText(before) === bodyText(now))
      .map(({ after: now }) => now),
  )
  return change === null
    ? []
    : tests
        .flatMap(({ cases }) => cases)
        .filter(
          ({ looks, test }) =>
            looks && test.switches.length === 0 && isNamed(after.tests.passes, test),
        )
        .map(({ test }) => test)
        .filter((test) => same.has(test) || !touched.has(test.source.path))
}

/** Tests that were asked for: the runs that the engine makes anyway show them. */
export async function testsAnswer(name: string, facts: RunFacts): Promise<Answer> {
  const { tests, after, before, change } = facts
  const state = after.tests.state
  if (state === 'not_run' || state === 'stopped') return undecided('the tests could not be run')
  if (state === 'none') return unmet('no test runs')
  if (name === 'green')
    return blameTests(before, after).passed
      ? met(`${after.tests.passed ?? 'all'} tests pass`)
      : unmet('a test fails')
  if (
    change !== null &&
    ![...change.texts].some(
      ({ path }) =>
        isTestKind(kindOfFile(path)) || /(?:^|[/._-])(?:tests?|specs?)(?:[/._-])/.test(path),
    )
  )
    return unmet('the change touches no test')
  const telling = await facts.telling()
  const [first] = telling
  if (first === undefined)
    return tests.every(({ cases }) => cases.length === 0)
      ? undecided('nobody can see in the files what the tests look at')
      : name === 'red before' && change !== null
        ? unmet('no test fails on the code before the change and passes after it')
        : undecided('no test that passes asserts anything about what was asked for')
  const [, least = '0'] = /^at least (\d+)$/.exec(name) ?? []
  if (telling.length < Number(least))
    return undecided(
      `${telling.length} of ${least} tests ${change === null ? 'look at the project and pass' : 'fail before the change and pass after it'}`,
    )
  const said =
    change === null
      ? `${telling.length} tests look at the project and pass`
      : `the test "${first.leaf}" fails before the change and passes after it`
  // whether each has its test is seen when all sentences are known
  return name === 'for each' ? undecided(said) : met(said, first.source.path)
}

/** What must stay: the same code, and the old tests untouched and green. */
export function unchangedAnswer(name: string, facts: RunFacts): Answer {
  const { change, before, after } = facts
  if (change === null || before === null)
    return undecided('there is no version before to compare with')
  const blame = blameTests(before, after)
  if (!blame.passed) return unmet('a test fails that passed before')
  if (name !== 'rest of it') return namedAnswer(name, facts, change)
  if (before.tests.state !== 'passed')
    return undecided('no test passed before, so that nothing shows what stayed')
  const { kept: stored, gone } = testPairs(change)
  const lost =
    gone[0] ??
    stored.find(
      ({ before: old, after: now }) =>
        bodyText(old) !== bodyText(now) || now.switches.length > old.switches.length,
    )?.after
  if (lost !== undefined) return undecided(`the test "${lost.leaf}" is not what it was`)
  const strange = changedBesides(change, facts.task)
  return strange === null
    ? met('every test that was there is as it was and passes')
    : undecided(`${strange} changed, too, and the task does not speak of it`)
}

/** Its declaration is the same, or it takes the same and a test that stood there before still calls it. */
function namedAnswer(name: string, facts: RunFacts, change: Change): Answer {
  const short = name.split('.').at(-1) ?? name
  for (const { before, after } of change.files) {
    const old = before === null ? undefined : declarationsOf(before).get(short)
    if (old === undefined) continue
    const now = after === null ? undefined : declarationsOf(after).get(short)
    if (now === undefined) return undecided(`${name} is not where it was`)
    if (canonical(old) !== canonical(now))
      return /keep|works/.test(facts.task) &&
        paramsOf(old) === paramsOf(now) &&
        isStillTested(short, facts)
        ? met(`${name} takes what it took, and a test that stood there before calls it and passes`)
        : undecided(`${name} is written otherwise now`)
    return met(`${name} is the same as before`, after?.path)
  }
  const isThere = [...change.after.keys()].some(
    (path) =>
      isProduct(path) &&
      (change.source('after', path)?.nodes ?? []).some(
        (node) => node.type === 'Identifier' && node.name === short,
      ),
  )
  return isThere
    ? met(`the change does not touch where ${name} is declared`)
    : undecided(`where ${name} is declared cannot be seen`)
}

const paramsOf = (node: Node): string => {
  const own = [...below(node)].find((each) => isFunction(each))
  return own === undefined ? '' : own.params.map((each) => canonical(each)).join(', ')
}

const isStillTested = (name: string, facts: RunFacts): boolean =>
  keptTests(facts).some(({ body }) =>
    [...below(body ?? { type: 'EmptyStatement', start: 0, end: 0 })].some(
      (node) => node.type === 'Identifier' && node.name === name,
    ),
  )

/** An existing declaration that changed and that neither the task nor what the task names has to do with. */
function changedBesides(change: Change, task: string): string | null {
  const speaks = (name: string) =>
    new RegExp(`(?<![\\w$])${name.replace(/\$/g, '\\$')}(?![\\w$])`).test(task)
  for (const { before, after, path } of change.files) {
    if (before === null || !isProduct(path)) continue
    const olds = declarationsOf(before)
    const news = after === null ? new Map<string, Node>() : declarationsOf(after)
    for (const [name, old] of olds) {
      const now = news.get(name)
      if (now !== undefined && canonical(now) === canonical(old)) continue
      const users = [...news].filter(([, node]) =>
        [...below(node)].some((each) => each.type === 'Identifier' && each.name === name),
      )
      if (!speaks(name) && !users.some(([user]) => speaks(user))) return `${name} of ${path}`
    }
  }
  return null
}

function declarationsOf(source: Source): ReadonlyMap<string, Node> {
  const result = new Map<string, Node>()
  for (const { short, declared } of functionsOf(source)) result.set(short, declared)
  for (const statement of source.program.body) {
    const inner = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (inner?.type === 'VariableDeclaration')
      for (const each of inner.declarations)
        if (each.id.type === 'Identifier') result.set(each.id.name, each)
    if (inner?.type === 'ClassDeclaration' && inner.id !== null) result.set(inner.id.name, inner)
  }
  return result
}
