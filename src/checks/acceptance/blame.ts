import { counted } from '../../model/counted.ts'
import type { Diagnostic, Measurement, TestFailure } from './measurement.ts'

/**
 * What a change is to blame for. A line moves when lines are added above it, so places are compared by
 * file, code and words, and each is matched once: a second equal error is a new one.
 */
export function newOnes<Item>(
  before: readonly string[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): readonly Item[] {
  const left = new Map<string, number>()
  for (const key of before) left.set(key, (left.get(key) ?? 0) + 1)
  return after.filter((item) => {
    const key = keyOf(item)
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count <= 0
  })
}

export type Trees = { readonly before: Measurement | null; readonly after: Measurement }

/** Words of a compiler or linter that were not said before. */
export function newDiagnostics(
  { before, after }: Trees,
  pick: (measured: Measurement) => readonly Diagnostic[],
): readonly Diagnostic[] {
  const [then, now] = [homeIn(after), homeIn(before)]
  const old =
    before === null ? [] : pick(before).map((each) => diagnosticKey(then(each.path), each))
  return newOnes(old, pick(after), (each) => diagnosticKey(now(each.path), each))
}

const diagnosticKey = (home: string, { code, message }: Diagnostic): string =>
  `${home}\0${code ?? ''}\0${message.replace(/\d+/g, '#')}`

/**
 * Where a thing stands, for comparing: its file, or nothing for a file that the other tree does not have.
 * So a file that was only moved brings nothing new.
 */
export const homeIn =
  (other: Measurement | null) =>
  (path: string | null): string => {
    if (path === null || other === null) return path ?? ''
    return other.files.some((file) => file.path === path) ? path : ''
  }

export type Blame = {
  /** What the score is given: true where the change is not to blame for a failure. */
  readonly passed: boolean
  readonly brokenBefore: boolean
  readonly note: string | null
}

const clean: Blame = { passed: true, brokenBefore: false, note: null }

/** Whether the build speaks against the change. What failed before by the same errors does not. */
export function blameBuild(before: Measurement | null, after: Measurement): Blame {
  const brokenBefore = before !== null && /^(?:failed|stopped)$/.test(before.build.state)
  const { state, errors } = after.build
  if (state === 'passed')
    return {
      ...clean,
      brokenBefore,
      note: brokenBefore ? 'the build failed before the change and passes now' : null,
    }
  const alike = before !== null && before.build.state === state && brokenBefore
  if (alike && state === 'stopped')
    return {
      passed: false,
      brokenBefore,
      note: 'the build was stopped before the change as well: nobody saw anything built',
    }
  if (!alike) return { passed: false, brokenBefore, note: null }
  const fresh = newErrors(before, after)
  if (fresh.length > 0)
    return {
      passed: false,
      brokenBefore,
      note: `the build failed before the change; ${counted(fresh.length, 'error')} of ${errors.length} came with it`,
    }
  const hidden = brokenSources(before, after)
  if (hidden > 0)
    return {
      passed: false,
      brokenBefore,
      note: 'the build failed before the change, and the change adds sources that do not parse',
    }
  return {
    passed: true,
    brokenBefore,
    note: `the build failed before the change by the same ${counted(errors.length, 'error')}: the change is not to blame, and a full build was not seen`,
  }
}

/** A build that failed without errors, and one that had not failed, have none to compare with. */
export const newErrors = (before: Measurement | null, after: Measurement): readonly Diagnostic[] =>
  newDiagnostics({ before, after }, ({ build }) => build.errors)

/** A build that stops at an old error never reaches the change: at least its files must parse. */
function brokenSources(before: Measurement, after: Measurement): number {
  const wrong = (measured: Measurement) =>
    measured.files.flatMap(({ path, parse_errors }) =>
      parse_errors.map(({ message }) => `${path}\0${message}`),
    )
  return newOnes(wrong(before), wrong(after), (each) => each).length
}

export type TestBlame = Blame & {
  readonly newlyFailing: ReadonlySet<TestFailure>
  readonly failingBefore: readonly TestFailure[]
}

/** Whether the tests speak against the change: those that failed before and still fail do not. */
export function blameTests(before: Measurement | null, after: Measurement): TestBlame {
  const [then, now] = [homeIn(after), homeIn(before)]
  const old = (before?.tests.failures ?? []).map(({ path, name }) => `${then(path)}\0${name}`)
  const fresh = newOnes(old, after.tests.failures, ({ path, name }) => `${now(path)}\0${name}`)
  const newlyFailing = new Set(fresh)
  const failingBefore = after.tests.failures.filter((failure) => !newlyFailing.has(failure))
  const brokenBefore = before !== null && /^(?:failed|stopped)$/.test(before.tests.state)
  const base = { brokenBefore, newlyFailing, failingBefore, note: null }
  switch (after.tests.state) {
    case 'passed':
      return { ...base, passed: true }
    case 'none':
    case 'not_run':
      return { ...base, passed: false }
    case 'stopped':
      return {
        ...base,
        passed: false,
        note:
          before?.tests.state === 'stopped'
            ? 'the tests ran out of time before the change as well'
            : null,
      }
    case 'failed':
      return newlyFailing.size > 0 || !brokenBefore || (after.tests.passed ?? 0) === 0
        ? { ...base, passed: false }
        : {
            ...base,
            passed: true,
            note: `${counted(failingBefore.length, 'test')} failed before the change and still ${failingBefore.length === 1 ? 'fails' : 'fail'}: the change is not to blame`,
          }
  }
}
