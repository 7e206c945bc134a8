import { wilson } from '../../model/wilson.ts'
import type {
  Mutant,
  MutantSample,
  MutationFinding,
  MutationReport,
  MutationVerdict,
  Score,
  Trial,
  Operator,
} from './mutant.ts'

/** What the trials show: the score, what survived, and whether the tests notice the change at all. */
export function reportOf(
  sample: MutantSample,
  trials: readonly Trial[],
  spentMs: number,
): MutationReport {
  const counted = trials.filter(({ fate }) => fate !== 'broken' && fate !== 'not-run')
  const survivors = counted.filter(({ fate }) => fate === 'survived')
  const score = scoreOf(counted.length - survivors.length, counted.length)
  const waiting = trials.filter(({ fate, reached }) => fate === 'not-run' && reached).length
  const unloaded = unloadedOf(trials)
  if (counted.length === 0) {
    const why =
      waiting > 0
        ? 'the budget allowed none of the planted bugs'
        : unloaded || 'no planted bug compiles'
    return { ...couldNotCheck(why, sample, spentMs), trials }
  }
  const unrun = counted.every(({ reached }) => !reached)
  const blind = unrun || score.noticed === 0
  const findings = [...(blind ? [nothingNoticed(survivors, unrun)] : []), ...survivorsOf(survivors)]
  const verdict: MutationVerdict = blind ? 'fail' : survivors.length > 0 ? 'warn' : 'pass'
  const rest = waiting > 0 ? `; ${waiting} were not tried, the budget was used` : ''
  const unread = sample.unreadable.map(({ path }) => path)
  const unknown = unread.length > 0 ? `; could not read ${unread.join(', ')}` : ''
  const aside = unloaded === '' ? '' : `; ${unloaded}`
  const reason = `the tests notice ${score.noticed} of ${score.of} planted bugs${rest}${aside}${unknown}`
  return { verdict, reason, score, trials, findings, spentMs }
}

/** Programs that no test loads: what is in them can be checked only by starting them. */
function unloadedOf(trials: readonly Trial[]): string {
  const idle = trials.filter(({ fate, reached }) => fate === 'not-run' && !reached)
  const paths = [...new Set(idle.map(({ mutant }) => mutant.path))]
  return paths.length === 0 ? '' : `no test loads ${paths.join(', ')}, which exports nothing`
}

/** The share of noticed bugs with its 95 % interval after Wilson. */
export function scoreOf(noticed: number, of: number): Score {
  return { noticed, of, share: of === 0 ? 0 : noticed / of, ...wilson(noticed, of) }
}

export const couldNotCheck = (
  reason: string,
  sample: MutantSample,
  spentMs: number,
): MutationReport => ({
  verdict: 'could-not-check',
  reason: `could not check whether the tests notice bugs: ${reason}`,
  score: null,
  trials: sample.mutants.map((mutant) => ({ mutant, fate: 'not-run', reached: true })),
  findings: [],
  spentMs,
})

export function nothingToTry(sample: MutantSample): MutationReport {
  const [unread] = sample.unreadable
  if (unread !== undefined)
    return couldNotCheck(`${unread.path} cannot be read: ${unread.reason}`, sample, 0)
  if (sample.possible > 0) return couldNotCheck('no bug was to be planted', sample, 0)
  const reason = 'the change has no code in which a bug could be planted'
  return { verdict: 'na', reason, score: null, trials: [], findings: [], spentMs: 0 }
}

/** A project whose tests cannot be found notices nothing. */
export function withoutTests(sample: MutantSample, spentMs: number): MutationReport {
  const trials = sample.mutants.map((mutant): Trial => ({
    mutant,
    fate: 'survived',
    reached: false,
  }))
  return reportOf(sample, trials, spentMs)
}

function nothingNoticed(survivors: readonly Trial[], unrun: boolean): MutationFinding {
  const [first] = survivors
  const message = unrun
    ? 'no test runs the changed lines'
    : `the tests notice nothing of the change: all ${survivors.length} planted bugs pass them`
  const place = first === undefined ? {} : placeOf(first.mutant)
  return { rule: 'mutation/nothing-noticed', severity: 'error', message, place }
}

/** One finding a surviving bug; of a function that no test runs, only one. */
function survivorsOf(survivors: readonly Trial[]): readonly MutationFinding[] {
  const idle = Map.groupBy(
    survivors.filter(({ reached }) => !reached),
    ({ mutant }) => `${mutant.path} ${mutant.scope}`,
  )
  const unrun = [...idle.values()].flatMap((group) => {
    const first = group.toSorted((one, other) => one.mutant.line - other.mutant.line)[0]
    return first === undefined ? [] : [unreachedFinding(first.mutant, group)]
  })
  return [...unrun, ...survivors.filter(({ reached }) => reached).map(survivorFinding)].toSorted(
    byPlace,
  )
}

function unreachedFinding(mutant: Mutant, group: readonly Trial[]): MutationFinding {
  const lines = [...new Set(group.map((trial) => trial.mutant.line))].toSorted((a, b) => a - b)
  return {
    rule: 'mutation/unreached',
    severity: 'warning',
    message: `no test runs the changed ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')} of ${nameOf(mutant)}. Write a test that does.`,
    place: placeOf(mutant),
    evidence: mutant.before,
  }
}

function survivorFinding({ mutant }: Trial): MutationFinding {
  return {
    rule: 'mutation/survivor',
    severity: 'warning',
    message: `a planted bug in ${nameOf(mutant)} passes all tests. ${advice[mutant.operator]}`,
    place: placeOf(mutant),
    evidence: `${mutant.before} → ${mutant.after}`,
  }
}

const nameOf = ({ scope }: Mutant): string => (scope === '(module)' ? 'the module' : `\`${scope}\``)

const placeOf = ({ path, line, column }: Mutant) => ({ path, line, column })

const byPlace = (one: MutationFinding, other: MutationFinding): number => {
  const [path, otherPath] = [one.place.path ?? '', other.place.path ?? '']
  if (path !== otherPath) return path < otherPath ? -1 : 1
  return (one.place.line ?? 0) - (other.place.line ?? 0)
}

/** Which test would have noticed a bug of its kind. */
const advice: Readonly<Record<Operator, string>> = {
  condition: 'Write a test for both ways of the condition.',
  comparison: 'Write a test for both ways of the comparison.',
  boundary: 'Write a test in which both sides are equal.',
  arithmetic: 'Write a test that expects the exact number.',
  logical: 'Write a test in which only one side holds.',
  'removed-statement': 'Write a test that sees the effect of this statement.',
  number: 'Write a test that expects what this number causes.',
  string: 'Write a test that expects this text or what it causes.',
  boolean: 'Write a test that expects what this value causes.',
  'return-value': 'Write a test that looks at the returned value.',
  'removed-await': 'Write a test whose result is there only after the wait.',
  'optional-chaining': 'Write a test in which the value is missing.',
  'method-swap': 'Write a test whose result depends on this call.',
  pattern: 'Write a test with a text that is just outside of the pattern.',
  emptied: 'Write a test that expects the items of this list.',
}
