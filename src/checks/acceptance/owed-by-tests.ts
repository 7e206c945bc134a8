import { counted } from '../../model/counted.ts'
import type { Obligation } from '../../model/obligation.ts'
import { met, notApplicable, undecided, unmet, type Answer } from '../../obligations/examine.ts'
import { blameTests } from './blame.ts'
import type { Reach } from './change-reach.ts'
import { commandOf, noteOn, overdue, type KnownOfCode } from './known-of-code.ts'

export function testsRun({ after }: KnownOfCode): Answer {
  const { tests, scripts } = after
  const by = commandOf(after, 'test')
  switch (tests.state) {
    case 'not_run':
      return undecided(noteOn(after, 'test') ?? 'the tests could not run')
    case 'stopped':
      return undecided(overdue(after, 'test') ?? 'the tests were stopped before they ended')
    case 'none': {
      const idle = scripts.find(
        ({ script, problem }) => script === 'test' && problem.startsWith('does nothing'),
      )
      if (idle !== undefined)
        return unmet(`the script "test" does nothing: ${idle.text}`, 'package.json')
      if (tests.decided_by === 'nothing')
        return undecided(
          'the project has no test command and no tests; write some, or name a command by --test-command',
        )
      return unmet(`${by ?? 'the test command'} ran no test`, by)
    }
    case 'passed':
    case 'failed':
      if (tests.passed === null && tests.failed === null)
        return tests.state === 'failed'
          ? met(`${by ?? 'the test command'} ran, and failed`, by)
          : undecided(
              `${by ?? 'the test command'} ended well, but no known test runner says that a test ran`,
            )
      return met(
        `${by ?? 'the test command'} ran ${counted((tests.passed ?? 0) + (tests.failed ?? 0), 'test')}`,
        by,
      )
  }
}

export function testsPass(known: KnownOfCode): Answer {
  const { before, after } = known
  const by = commandOf(after, 'test')
  const { tests } = after
  if (tests.state === 'passed') return met(`${tests.passed ?? 'all'} tests pass`, by)
  const blame = blameTests(before, after)
  const [first] = blame.newlyFailing.size > 0 ? [...blame.newlyFailing] : tests.failures
  const place = first?.path == null ? by : `${first.path}:${first.line ?? 1}`
  const failing = `${counted(Math.max(tests.failed ?? 0, blame.newlyFailing.size, 1), 'test')} failed: ${first?.name ?? ''}: ${first?.message ?? ''}`
  // without names nobody can tell old failures from new ones; more of them are new ones
  const isBlind = tests.decided_by !== 'report' && before?.tests.state === 'failed'
  if (isBlind && (tests.failed ?? 0) <= (before.tests.failed ?? 0))
    return undecided(
      `the tests failed before the change as well, and the runner does not name which; ${failing}`,
    )
  if (!blame.passed) return unmet(failing, place)
  return met(
    `only what failed before the change fails: ${counted(blame.failingBefore.length, 'test')}`,
    place,
  )
}

/** What failed before is not the fault of the change, and not to be forgotten. */
export function failingBefore(
  { before, after }: KnownOfCode,
  owed: (id: string, statement: string, answer: Answer) => Obligation,
): readonly Obligation[] {
  if (before === null || after.tests.state !== 'failed') return []
  const { failingBefore: old } = blameTests(before, after)
  const [first] = old
  if (first === undefined) return []
  const answer = unmet(
    `${counted(old.length, 'test')} failed before the change and still ${old.length === 1 ? 'fails' : 'fail'}: ${first.name}`,
  )
  return [{ ...owed('code.tests-clean', 'no test fails at all', answer), weight: 'should' }]
}

export const lookStatement = ({ newTests }: KnownOfCode): string =>
  newTests === null || newTests.size === 0
    ? "the tests look at the project's code"
    : "the new tests look at the project's code"

/** A test that loads nothing of the project, or cannot fail, shows nothing. */
export function testsLook({ tests, newTests, after, bent }: KnownOfCode): Answer {
  if (bent?.state === 'passed')
    return unmet('every test still passes when the functions they load give other results')
  const isNew = newTests !== null && newTests.size > 0
  const files = tests.filter(
    ({ path }) => !isNew || [...newTests].some((key) => key.startsWith(`${path}\0`)),
  )
  const cases = files.flatMap((file) =>
    file.cases
      .filter(({ test }) => !isNew || newTests.has(`${file.path}\0${test.title}`))
      .map((each) => ({ ...each, file })),
  )
  const sound = cases.find(({ looks }) => looks)
  if (sound !== undefined) {
    const count = cases.filter(({ looks }) => looks).length
    return met(
      `${count} of ${counted(cases.length, 'test')} in the files assert something about it`,
      sound.file.path,
    )
  }
  const ran = after.coverage.files.find(
    ({ path, covered }) => covered > 0 && !path.endsWith('.json'),
  )
  if (cases.length === 0)
    return ran === undefined
      ? undecided('nobody can see in the files which code the tests look at')
      : met(`the tests run ${ran.covered} lines of ${ran.path}`, ran.path)
  const [first] = cases
  const what = isNew ? 'new tests' : 'tests'
  if (files.some(({ unknown }) => unknown.length > 0))
    return undecided(
      `the ${what} import what cannot be followed: ${files
        .flatMap(({ unknown }) => unknown)
        .slice(0, 3)
        .join(', ')}`,
    )
  if (files.every(({ loads }) => loads.size === 0))
    return isNew || ran === undefined
      ? unmet(`none of the ${what} loads any code of the project`, first?.file.path)
      : undecided(
          `the ${what} run code of the project, but nobody can see that they assert anything about it`,
        )
  return cases.every(({ test }) => test.body !== null)
    ? unmet(
        `none of the ${what} asserts anything that the project's code could get wrong`,
        first?.file.path,
      )
    : undecided(`nobody can see what the ${what} assert`)
}

export const reached = (reach: Reach): Answer => {
  switch (reach.type) {
    case 'nothing':
      return notApplicable('the change has no code that runs')
    case 'reached':
      return met(reach.how, reach.where)
    case 'unreached':
      return undecided(
        `${reach.how}: ${reach.files.slice(0, 3).join(', ')}; write a test that does`,
      )
  }
}
