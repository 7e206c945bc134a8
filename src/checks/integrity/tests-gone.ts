import { coveredBy } from '../../kit/glob.ts'
import { assertionsIn } from './assertions.ts'
import { isAsked, type Change } from './change.ts'
import { chainOf } from './names.ts'
import { type Family, findingGone, findingIn, type IntegrityFinding } from './rule.ts'
import type { RuleName } from './rules.ts'
import { at, listOf, settingsOf } from './settings-read.ts'
import { below, is, lineAt, slice, type Node } from './source.ts'
import { bodyText, type Switch, type TestCase } from './test-cases.ts'
import { isAbsorbed, testPairs } from './test-pairs.ts'

/** Tests that are deleted, switched off, emptied or put where no runner looks. */
export const testsGone: Family = {
  look: (change) => {
    const { kept: stored, gone, fresh } = testPairs(change)
    return [
      ...gone.flatMap((test) => removed(test, change)),
      ...stored.flatMap(({ before, after }) => [
        ...(isAllowed(before, change) || isAllowed(after, change)
          ? []
          : switchedOff(before, after)),
        ...emptied(before, after),
        ...hidden(before, after, change),
      ]),
      ...fresh.flatMap(freshlyOff),
    ]
  },
}

const isAllowed = (test: TestCase, { asked }: Change): boolean =>
  isAsked(asked.tests, test.title, test.leaf, test.source.path)

const isOff = ({ kind }: Switch): boolean => kind === 'skip' || kind === 'todo'

function removed(test: TestCase, change: Change): readonly IntegrityFinding[] {
  const { body, source, call, title, switches } = test
  // a test that was already off, or that was only a plan, protected nothing
  if (body === null || switches.some(isOff) || isAllowed(test, change)) return []
  if (isAbsorbed(test, change) || testsWhatWasAskedAway(body, change)) return []
  const isReplaced = testPairs(change).fresh.some(
    (each) => each.source.path === source.path && each.body,
  )
  return [
    findingGone(
      isReplaced ? 'test-replaced' : 'test-removed',
      { path: source.path, line: lineAt(source.text, call.start) },
      {
        message: `the test "${title}" is gone and no other test does what it did`,
        evidence: slice(source, call).split('\n')[0] ?? '',
      },
    ),
  ]
}

/** A test goes with what it tests, when that was asked to go. */
function testsWhatWasAskedAway(body: Node, { asked }: Change): boolean {
  const names = asked.exports?.filter((name) => name !== '*') ?? []
  return [...below(body)].some((node) => is('Identifier')(node) && names.includes(node.name))
}

/** How a test that does not run in any case is told of, and by which rule. */
const offBy: Readonly<Record<Switch['kind'], readonly [rule: RuleName, message: string]>> = {
  skip: ['test-skipped', 'is skipped'],
  only: ['test-focused', 'is focused, so that other tests do not run'],
  todo: ['test-skipped', 'is only a plan'],
  fails: ['test-skipped', 'is expected to fail'],
  conditional: ['test-conditional', 'runs only under a condition'],
}

function switchedOff(before: TestCase, after: TestCase): readonly IntegrityFinding[] {
  const had = before.switches.map(({ kind }) => kind)
  return after.switches.flatMap(({ kind, node }) => {
    const known = had.indexOf(kind)
    if (known >= 0) had.splice(known, 1)
    // what was skipped and now runs sometimes is a step forward
    if (known >= 0 || (kind === 'conditional' && had.includes('skip'))) return []
    const [rule, message] = offBy[kind]
    const severity = kind === 'conditional' && needsThisMachine(node) ? 'warning' : 'error'
    return [
      findingIn(rule, after.source, node.start, {
        message: `the test "${after.title}" ${message} now`,
        severity,
      }),
    ]
  })
}

/** Whether a condition asks for the platform or a tool, which a test may really need. */
const needsThisMachine = (node: Node): boolean =>
  [...below(node)].some(
    (each) =>
      (is('MemberExpression')(each) &&
        /^(?:process|os)\.(?:platform|arch|getuid|versions?)/.test(chainOf(each).join('.'))) ||
      (is('Identifier')(each) && /windows|win32|linux|darwin|macos|posix/i.test(each.name)),
  )

const freshlyOff = ({ switches, source, title }: TestCase): readonly IntegrityFinding[] =>
  switches.map(({ kind, node }) => {
    const [rule, message] = offBy[kind]
    const severity = kind === 'only' ? 'error' : /^(?:skip|fails)$/.test(kind) ? 'warning' : 'info'
    const details = { message: `the new test "${title}" ${message}`, severity } as const
    return findingIn(rule, source, node.start, details)
  })

function emptied(before: TestCase, after: TestCase): readonly IntegrityFinding[] {
  if (before.body === null || bodyText(before) === bodyText(after)) return []
  // a function that several tests share asserts for this one now
  if (after.body === null && is('CallExpression')(after.call) && after.call.arguments.length > 1)
    return []
  const had = assertionsIn(before.source, before.body).length
  const has = after.body === null ? 0 : assertionsIn(after.source, after.body).length
  if (had === 0 || has > 0 || after.switches.some(({ kind }) => kind === 'todo')) return []
  const message = `the test "${after.title}" had ${had} assertions and has none now`
  return [findingIn('test-emptied', after.source, after.call.start, { message })]
}

const isFound = (path: string): boolean =>
  /\.(?:test|spec|cy|e2e)\.[cm]?[jt]sx?$|(?:^|\/)__tests__\//.test(path)

/** A test in a file whose name no runner looks for runs no more. */
function hidden(before: TestCase, after: TestCase, change: Change): readonly IntegrityFinding[] {
  const [from, to] = [before.source.path, after.source.path]
  if (from === to || isAllowed(before, change)) return []
  const lists = searched(change)
  const isFoundBy = (path: string) => lists.some((list) => coveredBy(path, list))
  if (!(isFound(from) && !isFound(to)) && !(isFoundBy(from) && !isFoundBy(to))) return []
  const message = `the test "${after.title}" went to ${to}, which runners do not look at`
  return [findingIn('test-skipped', after.source, after.call.start, { message })]
}

/** The patterns by which runners of the project look for tests. */
const searched = (change: Change): readonly (readonly string[])[] =>
  [...change.after.keys()]
    .filter((path) => /(?:^|\/)(?:vitest|vite|jest)\.config\.(?:[cm]?[jt]s|json)$/.test(path))
    .map((path) => settingsOf(change, 'after', path))
    .map((settings) => [
      ...listOf(at(settings, 'test', 'include')),
      ...listOf(at(settings, 'testMatch')),
    ])
    .filter((list) => list.length > 0)
