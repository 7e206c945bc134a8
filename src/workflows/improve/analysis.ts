import type { Analysis, OrderLog } from './events.ts'
import { macroDimensions } from './scoring/score.ts'
import { type Iteration, scoreOf } from './state.ts'

const repeated = 3

/** What became of an iteration, by code alone: failures by class, what repeats, what got better or worse. */
export function analyse(iterations: readonly Iteration[]): Analysis {
  const now = iterations.at(-1)
  if (now === undefined) throw new Error('nothing was built')
  const orders = now.built?.orders ?? []
  const failing = orders.filter(({ status }) => status !== 'completed')
  const failures = countBy(failing.map(({ failureClass }) => failureClass ?? 'unknown'))
  return {
    failures,
    patterns: Object.entries(failures)
      .filter(([, count]) => count >= repeated)
      .map(([name, count]) => ({ pattern: 'repeated_failure', class: name, count })),
    root_causes: [...causesOfOrders(failing), ...causesOfScore(now)],
    worked: [
      ...(orders.length > failing.length
        ? [`${orders.length - failing.length} of ${orders.length} work orders are completed`]
        : []),
      ...dimensionsOf(now)
        .filter(({ score }) => score >= 8)
        .map(({ name, score }) => `${name.replaceAll('_', ' ')} ${score}`),
    ],
    failed: [
      ...failing.map(({ title, reason, status }) =>
        `${title}: ${reason === '' ? status : reason}`.slice(0, 300),
      ),
      ...dimensionsOf(now)
        .filter(({ score }) => score < 7)
        .map(({ name, score }) => `${name.replaceAll('_', ' ')} ${score}`),
    ],
    compared: comparedWith(iterations),
  }
}

const countBy = (names: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

type RootCause = Analysis['root_causes'][number]

/** Orders that failed in the same way have one cause, with the errors that show it. */
function causesOfOrders(failing: readonly OrderLog[]): readonly RootCause[] {
  const classes = [...new Set(failing.map(({ failureClass }) => failureClass ?? 'unknown'))]
  return classes.map((name) => {
    const own = failing.filter(({ failureClass }) => (failureClass ?? 'unknown') === name)
    return {
      issue: `${own.length} ${own.length === 1 ? 'work order' : 'work orders'}: ${classWords(name)}`,
      root_cause: name,
      mechanism: mechanisms[name] ?? 'the work was measured and did not pass',
      evidence: own
        .map(({ title, reason, errors: [error = reason] }) =>
          `${title}: ${name === 'undecided' ? reason : error.replace(/^- /, '')}`.slice(0, 300),
        )
        .slice(0, 5),
      severity: own.length >= repeated ? 'high' : 'medium',
    }
  })
}

/** A class of failures as people say it. */
export const classWords = (name: string): string =>
  name === 'unknown' ? 'not accepted' : name.replaceAll('_', ' ')

const mechanisms: Readonly<Record<string, string>> = {
  dependency_missing: 'the change needs a package or a module that is not there',
  compile_error: 'what agents answer does not compile',
  contract_violation: 'what others use was changed or removed',
  test_fail: 'tests fail after the change',
  lint_error: 'the linter finds errors in the change',
  orchestration_error: 'the agent did not answer as it was asked to',
  budget_exceeded: 'a cap was reached before the work was done',
  timeout: 'the agent or a command took too long',
  undecided: 'no check and no judge could decide what was asked',
}

/** What was scored by itself. */
const dimensionsOf = ({ score }: Iteration) =>
  score === null
    ? []
    : macroDimensions
        .map((name) => ({ name, ...score.dimensions[name] }))
        .filter(({ absent }) => absent !== true)

/** Dimensions below 7, each with what cost it points. */
const causesOfScore = (iteration: Iteration): readonly RootCause[] =>
  dimensionsOf(iteration)
    .filter(({ score }) => score < 7)
    .map(({ name, score, evidence }) => ({
      issue: `${name.replaceAll('_', ' ')} scores ${score} of 10`,
      root_cause: name,
      mechanism: 'the set-up does not make agents care for it, or no gate holds them to it',
      evidence: evidence
        .map(({ text, path, line }) =>
          path === undefined ? text : `${path}${line === undefined ? '' : `:${line}`}: ${text}`,
        )
        .slice(0, 5),
      severity: score < 4 ? ('high' as const) : ('medium' as const),
    }))

/** How far each dimension moved that applies before and after. */
export const dimensionChanges = (before: Iteration, after: Iteration) => {
  const scores = new Map(dimensionsOf(before).map(({ name, score }) => [name, score]))
  return dimensionsOf(after).flatMap(({ name, score }) => {
    const was = scores.get(name)
    return was === undefined ? [] : [{ name, by: tenths(score - was) }]
  })
}

/** Against the iteration before, with how far scores of one and the same set-up lie apart. */
function comparedWith(iterations: readonly Iteration[]): Analysis['compared'] {
  const [before, after] = iterations.slice(-2)
  if (before === undefined || after === undefined || iterations.length < 2) return null
  const [one, other] = [scoreOf(before), scoreOf(after)]
  if (one === null || other === null) return null
  const changes = dimensionChanges(before, after)
  const named = (is: (by: number) => boolean) =>
    changes
      .filter(({ by }) => is(by))
      .map(({ name, by }) => `${name.replaceAll('_', ' ')} ${by > 0 ? '+' : ''}${by}`)
  return {
    before: one,
    after: other,
    better: named((by) => by > 0),
    worse: named((by) => by < 0),
    noise: noiseOf(iterations),
  }
}

/** The largest difference between scores of the very same version of the set-up by the same scorer; null where there are no two. */
export function noiseOf(iterations: readonly Iteration[]): number | null {
  const byVersion = new Map<string, number[]>()
  for (const each of iterations) {
    const score = scoreOf(each)
    const key = `${each.version.sha256} ${each.human?.by ?? ''}`
    if (score !== null) byVersion.set(key, [...(byVersion.get(key) ?? []), score])
  }
  const spreads = [...byVersion.values()]
    .filter((scores) => scores.length > 1)
    .map((scores) => Math.max(...scores) - Math.min(...scores))
  return spreads.length === 0 ? null : tenths(Math.max(...spreads))
}

export const tenths = (value: number): number => Math.round(value * 10) / 10
