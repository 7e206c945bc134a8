import { assertionsIn } from './assertions.ts'
import { isAsked, type Change } from './change.ts'
import { type Family, findingGone, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { coveredBy } from '../../kit/glob.ts'
import { chainOf } from './names.ts'
import { below, is, lineAt, slice, type Node } from './source.ts'
import { bodyText, type Switch, type TestCase } from './test-cases.ts'
import { at, listOf, settingsOf } from './settings-read.ts'
import { isAbsorbed, testPairs } from './test-pairs.ts'

const rules = rulesOf('test_coverage', {
  'test-removed': [
    'fail',
    'A test was deleted',
    'A test that is gone cannot fail any more, so a fault it would show stays hidden.',
    'Put the test back, or have its removal asked for.',
  ],
  'test-replaced': [
    'fail',
    'A test gave way to others',
    'New tests of the same file may ask for less than the one they replace.',
    'Say why the old one no longer holds, or put it back.',
  ],
  'test-skipped': [
    'fail',
    'A test was switched off',
    'A skipped test stays green whatever the code does.',
    'Let the test run and mend what it shows.',
  ],
  'test-focused': [
    'fail',
    'Only some tests run',
    'A focused test silently leaves all others out.',
    'Take the focus away.',
  ],
  'test-conditional': [
    'warn',
    'A test runs only sometimes',
    'A condition around a test can leave it out exactly where it is measured.',
    'Let the test run everywhere, or say in a comment why it cannot.',
  ],
  'test-emptied': [
    'fail',
    'A test lost its body or all its assertions',
    'A test that asserts nothing passes for any code.',
    'Give the test its assertions back.',
  ],
})

export const testsGone: Family = { family: 'tests', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  const { kept, gone, fresh } = testPairs(change)
  return [
    ...gone.flatMap((test) => removed(test, change, fresh)),
    ...kept.flatMap(({ before, after }) => switchedOff(before, after, change)),
    ...kept.flatMap(({ before, after }) => emptied(before, after)),
    ...kept.flatMap(({ before, after }) => hidden(before, after, change)),
    ...fresh.flatMap((test) => freshlyOff(test)),
  ]
}

const allowed = (test: TestCase, change: Change): boolean =>
  isAsked(change.asked.tests, test.title, test.leaf, test.source.path)

function removed(
  test: TestCase,
  change: Change,
  fresh: readonly TestCase[],
): readonly IntegrityFinding[] {
  if (allowed(test, change) || isAbsorbed(test, change) || testsWhatWasAskedAway(test, change))
    return []
  // a test that was already off, or that was only a plan, protected nothing
  if (test.body === null || test.switches.some(({ kind }) => kind === 'skip' || kind === 'todo'))
    return []
  const line = lineAt(test.source.text, test.call.start)
  const isReplaced = fresh.some(({ source, body }) => source.path === test.source.path && body)
  return [
    findingGone(
      rules[isReplaced ? 'test-replaced' : 'test-removed'],
      { path: test.source.path, line },
      {
        message: `the test "${test.title}" is gone and no other test does what it did`,
        evidence: slice(test.source, test.call).split('\n')[0] ?? '',
      },
    ),
  ]
}

/** A test goes with what it tests, when that was asked to go. */
function testsWhatWasAskedAway(test: TestCase, { asked }: Change): boolean {
  const names = asked.exports?.filter((name) => name !== '*') ?? []
  if (names.length === 0 || test.body === null) return false
  const used = new Set(
    [...below(test.body)].flatMap((node) => (node.type === 'Identifier' ? [node.name] : [])),
  )
  return names.some((name) => used.has(name))
}

const worth: Readonly<Record<Switch['kind'], string>> = {
  skip: 'is skipped now',
  only: 'is focused now, so that other tests do not run',
  todo: 'is only a plan now',
  fails: 'is expected to fail now',
  conditional: 'runs only under a condition now',
}

function switchedOff(
  before: TestCase,
  after: TestCase,
  change: Change,
): readonly IntegrityFinding[] {
  if (allowed(before, change) || allowed(after, change)) return []
  const had = new Map<string, number>()
  for (const { kind } of before.switches) had.set(kind, (had.get(kind) ?? 0) + 1)
  return after.switches.flatMap((each): readonly IntegrityFinding[] => {
    const left = had.get(each.kind) ?? 0
    if (left > 0) {
      had.set(each.kind, left - 1)
      return []
    }
    // what was skipped and now runs sometimes is a step forward
    if (each.kind === 'conditional' && before.switches.some(({ kind }) => kind === 'skip'))
      return []
    const rule =
      each.kind === 'only'
        ? rules['test-focused']
        : each.kind === 'conditional'
          ? rules['test-conditional']
          : rules['test-skipped']
    const told = { message: `the test "${after.title}" ${worth[each.kind]}` }
    if (each.kind !== 'conditional') return [findingIn(rule, after.source, each.node.start, told)]
    const severity = needsThisMachine(each.node) ? 'warn' : 'fail'
    return [findingIn(rule, after.source, each.node.start, { ...told, severity })]
  })
}

/** Whether a condition asks for the platform or a tool, which a test may really need. */
function needsThisMachine(node: Node): boolean {
  return [...below(node)].some(
    (each) =>
      (each.type === 'MemberExpression' &&
        /^(?:process|os)\.(?:platform|arch|getuid|versions?)/.test(chainOf(each).join('.'))) ||
      (each.type === 'Identifier' && /windows|win32|linux|darwin|macos|posix/i.test(each.name)),
  )
}

function freshlyOff(test: TestCase): readonly IntegrityFinding[] {
  return test.switches.flatMap((each): readonly IntegrityFinding[] => {
    const message = `the new test "${test.title}" ${worth[each.kind].replace(' now', '')}`
    if (each.kind === 'only')
      return [findingIn(rules['test-focused'], test.source, each.node.start, { message })]
    if (each.kind === 'conditional' || each.kind === 'todo')
      return [
        findingIn(rules['test-conditional'], test.source, each.node.start, {
          message,
          severity: 'info',
        }),
      ]
    return [
      findingIn(rules['test-skipped'], test.source, each.node.start, { message, severity: 'warn' }),
    ]
  })
}

function emptied(before: TestCase, after: TestCase): readonly IntegrityFinding[] {
  if (before.body === null || bodyText(before) === bodyText(after)) return []
  // a function that several tests share asserts for this one now
  if (after.body === null && is('CallExpression')(after.call) && after.call.arguments.length > 1)
    return []
  const had = assertionsIn(before.source, before.body).length
  const has = after.body === null ? 0 : assertionsIn(after.source, after.body).length
  if (had === 0 || has > 0 || after.switches.some(({ kind }) => kind === 'todo')) return []
  const message = `the test "${after.title}" had ${had} assertions and has none now`
  return [findingIn(rules['test-emptied'], after.source, after.call.start, { message })]
}

const isFound = (path: string): boolean => /\.(?:test|spec|cy|e2e)\.[cm]?[jt]sx?$/.test(path)

/** A test in a file whose name no runner looks for runs no more. */
function hidden(before: TestCase, after: TestCase, change: Change): readonly IntegrityFinding[] {
  const [from, to] = [before.source.path, after.source.path]
  if (from === to || allowed(before, change)) return []
  const lists = searched(change)
  const isLost = isFound(from) && !isFound(to) && !/(?:^|\/)__tests__\//.test(to)
  const isOutside =
    lists.some((list) => coveredBy(from, list)) && !lists.some((list) => coveredBy(to, list))
  if (!isLost && !isOutside) return []
  const message = `the test "${after.title}" went to ${after.source.path}, which runners do not look at`
  return [findingIn(rules['test-skipped'], after.source, after.call.start, { message })]
}

/** The patterns by which runners of the project look for tests. */
const searched = (change: Change): readonly (readonly string[])[] =>
  [...change.after.keys()]
    .filter((path) => /(?:^|\/)(?:vitest|vite|jest)\.config\.(?:[cm]?[jt]s|json)$/.test(path))
    .flatMap((path) => {
      const settings = settingsOf(change, 'after', path)
      const list = [
        ...listOf(at(settings, 'test', 'include')),
        ...listOf(at(settings, 'testMatch')),
      ]
      return list.length === 0 ? [] : [list]
    })
