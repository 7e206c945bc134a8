import { overdue } from '../../acceptance/known-of-code.ts'
import type { Measurement, TestFailure } from '../../acceptance/measurement.ts'
import { proofsOf } from '../../acceptance/test-proof.ts'
import { testsGone } from '../../integrity/tests-gone.ts'
import { testsHollow } from '../../integrity/tests-hollow.ts'
import { testsUnreached } from '../../integrity/tests-unreached.ts'
import {
  holdsUnless,
  type Issue,
  met,
  notApplicable,
  type Part,
  type Pass,
  undecided,
  unmet,
} from '../evaluation.ts'
import { issueOfFinding, type TrackCode } from '../track-code.ts'
import { byHeart } from './by-heart.ts'
import { coverage } from './coverage.ts'
import { touchedTested } from './touched-tests.ts'

const number = 6
const name = 'Tests'

export function testsPass(code: TrackCode): Pass {
  const { measured, unmeasured } = code.facts
  const hasTests = [...code.facts.files.keys()].some((path) =>
    /\.(?:test|spec)\.[cm]?[jt]sx?$|(?:^|\/)(?:tests?|__tests__)\//.test(path),
  )
  if (
    !hasTests &&
    (measured === null ||
      (measured.tests.state === 'none' && measured.tests.decided_by === 'nothing'))
  )
    return {
      number,
      name,
      parts: [
        notApplicable(
          'tests',
          'the tests pass',
          'NOT CONFIGURED: the project has no test command and no tests',
        ),
      ],
    }
  const parts =
    measured === null
      ? [undecided('tests-pass', 'the tests pass', unmeasured ?? 'nothing could be run')]
      : [passing(code, measured), ...coverage(code, measured)]
  return {
    number,
    name,
    parts: [
      ...parts,
      touchedTested(code, measured),
      realTests(code),
      ...keptTests(code),
      ...byHeart(code),
    ],
  }
}

function passing(code: TrackCode, measured: Measurement): Part {
  const { tests, commands, notes } = measured
  const about = 'the tests pass'
  const shown = commands.find(({ purpose }) => purpose === 'test')?.shown ?? 'the test command'
  const id = 'tests-pass'
  if (tests.state === 'passed') return met(id, about, `${shown}: ${tests.passed ?? 'all'} pass`)
  if (tests.state === 'none')
    return unmet(id, about, [
      {
        message: `${shown} ran no test`,
        path: 'package.json',
        fix: 'let the test command run the tests',
      },
    ])
  if (tests.state !== 'failed')
    return undecided(
      id,
      about,
      overdue(measured, 'test') ??
        notes.find((each) => /test/.test(each)) ??
        `${shown} did not come to an end`,
    )
  const loads = new Map(proofsOf(code.facts.files, code.read).map((proof) => [proof.path, proof]))
  const isOthers = ({ path }: TestFailure) => {
    const proof = path === null ? undefined : loads.get(path)
    return (
      proof !== undefined &&
      proof.unknown.length === 0 &&
      ![proof.path, ...proof.loads].some((each) => code.facts.touched.includes(each))
    )
  }
  const failures = tests.failures
  if (failures.length > 0 && failures.every(isOthers))
    return undecided(
      id,
      about,
      `${failures
        .map((each) => each.name)
        .slice(0, 3)
        .join(', ')} fail, and load nothing that the track touched`,
    )
  const own = failures.filter((each) => !isOthers(each))
  return unmet(id, about, [
    ...(own.length === 0
      ? [{ message: `${shown} fails`, fix: 'mend what fails' }]
      : own.slice(0, 20).map(({ name: title, path, line, message }) => ({
          message: `"${title}" fails: ${message.split('\n')[0] ?? ''}`,
          ...(path === null ? {} : { path }),
          ...(line === null ? {} : { line }),
          fix: 'mend the code, or the test where it asks for the wrong thing',
        }))),
    ...hanging(measured),
  ])
}

/** Tests that failed, and did not end when they were run once more. */
function hanging(measured: Measurement): readonly Issue[] {
  const late = overdue(measured, 'test')
  if (late === null) return []
  const fix = 'let the tests close what they open, so that they end also where one fails'
  return [{ message: `${late} when it was run once more`, path: 'package.json', fix }]
}

/** Tests that are gone while what they test is still there, and that neither spec nor plan takes away. */
function keptTests({ facts: { spec, planText }, change }: TrackCode): readonly Part[] {
  const results = testsGone
    .look(change)
    .filter(({ rule, severity }) => rule === 'integrity/test-removed' && severity === 'error')
  if (results.length === 0) return []
  const proofs = proofsOf(change.before, (path) => change.source('before', path))
  const asked = `${spec}\n${planText}`.split('\n').filter((line) => takingAway.test(line))
  const isAsked = (path: string) => {
    const [stem = ''] = path.split('/').at(-1)?.split('.') ?? []
    return asked.some((line) => line.toLowerCase().includes(stem.toLowerCase()))
  }
  const gone = results.filter(({ place: { path = '' } }) => {
    const loads = proofs.find((proof) => proof.path === path)?.loads ?? new Set()
    const subjects = [...loads].filter((each) => each !== path)
    return (
      ![path, ...subjects].some(isAsked) &&
      (subjects.length === 0 || subjects.some((each) => change.after.has(each)))
    )
  })
  if (gone.length === 0) return []
  return [
    unmet(
      'kept-tests',
      'the tests of what is still there are still there',
      gone.map((each) => issueOfFinding(each, 'put the test back, or say in the plan why it goes')),
    ),
  ]
}

const takingAway = /\b(?:remov|delet|drop|replac|retir|renam|rewrit|merg|no longer|instead of)/i

const cheats =
  /^integrity\/(?:test-(?:skipped|focused|emptied|tautological|without-assertion)|assertion-(?:without-matcher|unreached|swallowed|not-awaited))$/

/** Tests of the track that cannot fail, or that nobody runs. */
function realTests(code: TrackCode): Part {
  const about = 'the tests of the track can fail'
  if (code.touched('test').length === 0)
    return notApplicable('real-tests', about, 'the track touched no tests')
  const findings = [testsHollow, testsGone, testsUnreached]
    .flatMap(({ look }) => look(code.change))
    .filter(
      ({ rule, severity, place }) =>
        (severity === 'error' || rule === 'integrity/test-skipped') &&
        cheats.test(rule) &&
        code.facts.touched.includes(place.path ?? ''),
    )
  return holdsUnless('real-tests', about, {
    issues: findings.map((each) =>
      issueOfFinding(each, 'assert what the code does, and let the test run'),
    ),
    reason: 'each new test asserts something that the code could get wrong',
  })
}
