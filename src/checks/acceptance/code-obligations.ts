import { counted } from '../../model/counted.ts'
import type { Obligation } from '../../model/obligation.ts'
import { met, notApplicable, undecided, unmet, type Answer } from '../../obligations/examine.ts'
import type { IntegrityFinding } from '../integrity/finding.ts'
import { dependsOnIntent } from '../integrity/intent.ts'
import { integrityRules } from '../integrity/rules.ts'
import type { MutationReport } from '../mutation-sample/mutant.ts'
import { blameBuild, blameTests } from './blame.ts'
import type { Reach } from './change-reach.ts'
import type { Judgement } from './judgement.ts'
import type { CommandRun, Measurement } from './measurement.ts'
import { acceptanceScore } from './scores.ts'
import type { TestFileProof } from './test-proof.ts'

/** All that is known of a project or a change when it is to be accepted. */
export type KnownOfCode = {
  readonly before: Measurement | null
  readonly after: Measurement
  readonly judgement: Judgement
  readonly threshold: number
  /** What the change did besides its task; null where there is no change. */
  readonly integrity: readonly IntegrityFinding[] | null
  readonly mutation: MutationReport | null
  readonly reach: Reach | null
  /** The test files, and the titles of those that the change brought; null where there is no change. */
  readonly tests: readonly TestFileProof[]
  readonly newTests: ReadonlySet<string> | null
  /** The task in its own words; null where nobody told. */
  readonly task: string | null
}

/** What every project and every change owes, whatever was asked for (law 17), and how it stands. */
export function codeObligations(known: KnownOfCode): readonly Obligation[] {
  const { after } = known
  const owed = (id: string, statement: string, answer: Answer, law?: string): Obligation => ({
    id,
    statement,
    source: law === undefined ? { kind: 'workflow', text: statement } : { kind: 'rule', text: law },
    weight: 'must',
    decided_by: 'check',
    status: answer.status,
    reason: answer.reason,
    evidence: [...answer.evidence],
    subject: after.tree,
  })
  const ran = testsRun(known)
  const told = (answer: Answer): Answer =>
    ran.status === 'met' ? answer : notApplicable('no test ran; see code.tests-run')
  return [
    { ...owed('code.build', 'the project builds', build(known)), decided_by: 'command' },
    {
      ...owed('code.tests-run', 'the tests run, at least one of them', ran),
      decided_by: 'command',
    },
    {
      ...owed(
        'code.tests-pass',
        known.before === null ? 'no test fails' : 'no test fails that passed before',
        told(testsPass(known)),
      ),
      decided_by: 'test',
    },
    owed('code.tests-look', lookStatement(known), told(testsLook(known))),
    ...(known.reach === null
      ? []
      : [owed('code.tests-reach', 'the tests reach the change', told(reached(known.reach)))]),
    {
      ...owed(
        'code.lint',
        known.before === null ? 'the linter finds no error' : 'no new lint error',
        lint(known),
      ),
      decided_by: 'command',
    },
    ...integrityOwed(known, owed),
    ...(known.mutation === null
      ? []
      : [owed('code.mutation', 'the tests notice bugs in the change', noticed(known.mutation))]),
    owed('workflow.threshold', `the score is at least ${known.threshold}`, reachesThreshold(known)),
    ...failingBefore(known, owed),
  ]
}

const commandOf = ({ commands }: Measurement, purpose: CommandRun['purpose']): string | undefined =>
  commands.find((each) => each.purpose === purpose)?.shown

const noteOn = ({ notes }: Measurement, what: string): string | undefined =>
  notes.find((note) => note.startsWith(`the ${what}`) && note.includes('could not run'))

function build({ before, after }: KnownOfCode): Answer {
  const { state, errors, decided_by } = after.build
  const by = commandOf(after, 'build')
  switch (state) {
    case 'passed':
      return met(
        decided_by === 'parse'
          ? 'all sources parse, and there is no build command'
          : `${by ?? 'the build'} passes`,
        by,
      )
    case 'unknown':
      return notApplicable('there is nothing to build')
    case 'not_run':
      return undecided(noteOn(after, 'build') ?? 'the build could not run')
    case 'stopped':
      return undecided('the build did not end in time, even when it was given more')
    case 'failed': {
      const [first] = errors
      const place = first?.path == null ? by : `${first.path}:${first.line ?? 1}`
      if (!blameBuild(before, after).passed)
        return unmet(
          `it fails with ${counted(errors.length, 'error')}: ${first?.message ?? ''}`,
          place,
        )
      return errors.every(({ path }) => path !== null)
        ? met(`it fails by the same ${counted(errors.length, 'error')} as before the change`, place)
        : undecided('it failed before the change as well, so that nobody saw the change built')
    }
  }
}

function testsRun({ after }: KnownOfCode): Answer {
  const { tests, scripts } = after
  const by = commandOf(after, 'test')
  switch (tests.state) {
    case 'not_run':
      return undecided(noteOn(after, 'test') ?? 'the tests could not run')
    case 'stopped':
      return undecided('the tests did not end in time, even when they were given more')
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
              `${by ?? 'the test command'} ended well, but nothing it printed shows that a test ran`,
            )
      return met(
        `${by ?? 'the test command'} ran ${counted((tests.passed ?? 0) + (tests.failed ?? 0), 'test')}`,
        by,
      )
  }
}

function testsPass(known: KnownOfCode): Answer {
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
function failingBefore(
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

const lookStatement = ({ newTests }: KnownOfCode): string =>
  newTests === null || newTests.size === 0
    ? "the tests look at the project's code"
    : "the new tests look at the project's code"

/** A test that loads nothing of the project, or can not fail, shows nothing. */
function testsLook({ tests, newTests, after }: KnownOfCode): Answer {
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

const reached = (reach: Reach): Answer => {
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

function lint({ before, after, judgement }: KnownOfCode): Answer {
  const { state, diagnostics } = after.lint
  const by = commandOf(after, 'lint')
  if (state === 'unknown') return notApplicable('the project has no linter')
  if (state === 'not_run') return undecided(noteOn(after, 'lint') ?? 'the linter could not run')
  if (state === 'stopped') return undecided('the linter did not end in time')
  const fresh = judgement.result.lint_errors
  if (fresh === 0) {
    const isBlind = state === 'exit-code' && after.lint.errors > 0
    return isBlind
      ? undecided('the linter fails as it did before, and does not tell where')
      : met(`${by ?? 'the linter'} finds ${before === null ? 'no error' : 'no new error'}`, by)
  }
  if (before !== null && /^(?:not_run|stopped)$/.test(before.lint.state))
    return undecided(`${counted(fresh, 'lint error')}, and nobody knows which were there before`)
  const [finding] = judgement.findings.filter(
    ({ rule, severity }) => rule.startsWith('lint/') && severity === 'error',
  )
  if (diagnostics.length > 0 && finding?.path == null)
    return undecided(
      `the linter failed without naming a place: ${finding?.message ?? diagnostics[0]?.message ?? ''}`,
    )
  return unmet(
    `${counted(fresh, 'error')}: ${finding?.message ?? ''}`,
    finding?.path == null ? by : `${finding.path}:${finding.line ?? 1}`,
  )
}

/** One obligation a broken rule; one that all others hold. */
function integrityOwed(
  { integrity, task }: KnownOfCode,
  owed: (id: string, statement: string, answer: Answer, law?: string) => Obligation,
): readonly Obligation[] {
  if (integrity === null) return []
  const broken = Map.groupBy(
    integrity.filter(({ severity }) => severity === 'fail'),
    ({ rule }) => rule,
  )
  if (broken.size === 0)
    return [
      owed(
        'code.integrity',
        'the change does nothing besides its task that no score makes good',
        met(`${integrityRules.length} rules looked at it and none that blocks is broken`),
      ),
    ]
  return [...broken].map(([id, findings]) => {
    const rule = integrityRules.find((each) => each.id === id)
    const [first] = findings
    const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : ''
    const place = first?.place.path
    const where = place === undefined ? undefined : `${place}:${first?.place.line ?? 1}`
    const text = `${first?.message ?? ''}${more}`
    const answer = dependsOnIntent(id, task)
      ? undecided(
          `${text}${where === undefined ? '' : ` (${where})`} A person must say whether that was meant.`,
        )
      : unmet(text, where)
    return owed(`rule.${id}`, `not: ${rule?.title ?? id}`, answer, rule?.why ?? id)
  })
}

function noticed({ verdict, reason }: MutationReport): Answer {
  switch (verdict) {
    case 'pass':
    case 'warn':
      return met(reason)
    case 'fail':
      return unmet(reason)
    case 'na':
      return notApplicable(reason)
    case 'could-not-check':
      return undecided(reason)
  }
}

/** Dimensions whose measurement is missing; the formulas take the worst for them. */
export function unmeasured({
  build: built,
  tests,
  coverage,
}: Measurement): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  if (/^(?:not_run|stopped|unknown)$/.test(built.state))
    for (const name of ['build_success', 'completeness']) found.set(name, 'no build was seen')
  if (/^(?:not_run|stopped|none)$/.test(tests.state)) found.set('test_coverage', 'no test ran')
  else if (coverage.confidence === 'unknown') found.set('test_coverage', coverage.source)
  return found
}

/** Below the threshold only for want of a measurement is not known to be below. */
function reachesThreshold({ judgement, threshold, after }: KnownOfCode): Answer {
  const { acceptance_score: score, dimension_scores: scores } = judgement.result
  const said = `${score.toFixed(1)} of 10`
  if (score >= threshold) return met(`${said} by the source's formulas`)
  const missing = unmeasured(after)
  const best = acceptanceScore({
    ...scores,
    ...Object.fromEntries([...missing.keys()].map((name) => [name, 10])),
  })
  const why = judgement.losses.toSorted((one, other) => other.points - one.points)[0]?.why
  return best >= threshold
    ? undecided(
        `${said}, counting what was not measured as the worst: ${[...new Set(missing.values())].join(', ')}`,
      )
    : unmet(`${said}${why === undefined ? '' : `: ${why}`}`)
}
