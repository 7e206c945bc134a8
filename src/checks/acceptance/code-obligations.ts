import { counted } from '../../model/counted.ts'
import type { Obligation } from '../../model/obligation.ts'
import { met, notApplicable, undecided, unmet, type Answer } from '../../obligations/examine.ts'
import { dependsOnIntent, isUnasked } from '../integrity/intent.ts'
import type { IntegrityFinding } from '../integrity/rule.ts'
import { integrityRules } from '../integrity/rules.ts'
import type { MutationReport } from '../mutation-sample/mutant.ts'
import { blameBuild } from './blame.ts'
import { commandOf, type KnownOfCode, noteOn, overdue } from './known-of-code.ts'
import type { Measurement } from './measurement.ts'
import {
  failingBefore,
  lookStatement,
  reached,
  testsLook,
  testsPass,
  testsRun,
} from './owed-by-tests.ts'
import { acceptanceScore } from './scores.ts'

/** What every project and every change owes, whatever was asked for (law 17), and how it stands. */
export function codeObligations(known: KnownOfCode): readonly Obligation[] {
  const { after } = known
  const owed = (id: string, statement: string, answer: Answer, law?: string): Obligation => ({
    id,
    statement,
    source: law === undefined ? { kind: 'workflow', text: statement } : { kind: 'rule', text: law },
    weight: 'must',
    decided_by: 'check',
    ...forDocuments(known, answer),
    subject: after.tree,
  })
  const ran = testsRun(known)
  const describe = (answer: Answer): Answer =>
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
        describe(testsPass(known)),
      ),
      decided_by: 'test',
    },
    owed('code.tests-look', lookStatement(known), describe(testsLook(known))),
    ...(known.reach === null
      ? []
      : [owed('code.tests-reach', 'the tests reach the change', describe(reached(known.reach)))]),
    {
      ...owed(
        'code.lint',
        known.before === null ? 'the linter finds no error' : 'no new lint error',
        lint(known),
      ),
      decided_by: 'command',
    },
    ...(known.integrity === null ? [] : integrityObligations(known.integrity, known.task, owed)),
    ...(known.oldTests.length === 0 ? [] : [oldTestsHold(known, owed)]),
    ...(known.mutation === null
      ? []
      : [owed('code.mutation', 'the tests notice bugs in the change', noticed(known.mutation))]),
    owed('workflow.threshold', `the score is at least ${known.threshold}`, reachesThreshold(known)),
    ...failingBefore(known, owed),
  ]
}

/** Whether a person wants what the code does now; only a test that hides what it does is refused. */
function oldTestsHold({ oldTests }: KnownOfCode, owed: Owed): Obligation {
  const names = oldTests.map(({ name }) => name).join(', ')
  const text = `as they were before the change rewrote them, these tests fail on its code: ${names}`
  const statement = 'what passed before passes after, also where its test was rewritten'
  if (oldTests.some(({ isHidden }) => isHidden))
    return owed('code.old-tests', statement, unmet(text))
  const open = undecided(`${text}; a person must say whether the code was meant to do otherwise`)
  return { ...owed('code.old-tests', statement, open), decided_by: 'person' }
}

/** What could not be measured does not stand in the way of a change that touches no code. */
function forDocuments({ touchesCode }: KnownOfCode, { status, reason, evidence }: Answer) {
  return status === 'undecided' && !touchesCode
    ? { ...notApplicable(`the change touches no code; ${reason}`), evidence: [] }
    : { status, reason, evidence: [...evidence] }
}

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
      return undecided(overdue(after, 'build') ?? 'the build was stopped before it ended')
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
type Owed = (id: string, statement: string, answer: Answer, law?: string) => Obligation

/** What a change did besides its task, as the rules about integrity see it. */
export function integrityObligations(
  integrity: readonly IntegrityFinding[],
  task: string | null,
  owed: Owed,
  isOpen = dependsOnIntent,
): readonly Obligation[] {
  const broken = Map.groupBy(
    integrity.filter(
      ({ rule, severity }) => severity === 'error' || isUnasked(rule, severity, task),
    ),
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
    const law = rule?.why ?? id
    if (!isOpen(id, task))
      return owed(`rule.${id}`, `not: ${rule?.title ?? id}`, unmet(text, where), law)
    const message = `${text}${where === undefined ? '' : ` (${where})`}`
    const open = undecided(`${message} A judge or a person must say whether that was meant.`)
    const asked = `the task asks for this, or it does no harm: ${text}`
    return { ...owed(`rule.${id}`, asked, open, law), decided_by: 'judge' as const }
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
  const result = new Map<string, string>()
  if (/^(?:not_run|stopped|unknown)$/.test(built.state))
    for (const name of ['build_success', 'completeness']) result.set(name, 'no build was seen')
  if (/^(?:not_run|stopped|none)$/.test(tests.state)) result.set('test_coverage', 'no test ran')
  else if (coverage.confidence === 'unknown') result.set('test_coverage', coverage.source)
  return result
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
