import type { Observation } from '../../model/learning.ts'
import { pageRules } from '../../checks/page/rules.ts'
import type { Evaluated, GanLive } from './state.ts'

/** A fall of the score by more than this is remembered at once. */
const criticalFall = 0.2

/** What an ended run showed: rules that first pages break, falls of the score, and what never passed. */
export function observationsOf(state: GanLive): readonly Observation[] {
  const { evaluations, setup } = state
  const [first] = evaluations
  const last = evaluations.at(-1)
  if (first === undefined || last === undefined) return []
  const evidence = (before: Evaluated, after: Evaluated, context: string) => ({
    project_id: setup.projectId,
    score_before: before.overall,
    score_after: after.overall,
    context,
  })
  const broken = first.mustPassFailures.map((failure): Observation => ({
    category: dimensionOf(failure),
    observation: `the first page breaks ${ruleOf(failure)}: ${aboutOf(failure)}`,
    critical: false,
    evidence: evidence(first, last, failure.slice(0, 300)),
  }))
  const falls = evaluations.slice(1).flatMap((after, index): readonly Observation[] => {
    const before = evaluations[index]
    if (before === undefined || before.overall - after.overall <= criticalFall) return []
    return [
      {
        category: 'regression',
        observation: `a change made it worse: ${after.regressions.join(', ') || 'the score fell'}`,
        critical: true,
        evidence: evidence(before, after, `iteration ${after.iteration}`),
      },
    ]
  })
  const left = state.at === 'ended' && state.outcome !== 'passed' ? last.mustPassFailures : []
  const never = left.map((failure): Observation => ({
    category: dimensionOf(failure),
    observation: `${ruleOf(failure)} was never repaired: ${aboutOf(failure)}`,
    critical: true,
    evidence: evidence(first, last, failure.slice(0, 300)),
  }))
  return [...once(broken), ...falls, ...once(never)]
}

const ruleOf = (failure: string): string => failure.split(': ')[0] ?? failure
const ruleWith = (failure: string) => pageRules.find(({ id }) => id === ruleOf(failure))
const dimensionOf = (failure: string): string => ruleWith(failure)?.dimension ?? 'profile'
const aboutOf = (failure: string): string => ruleWith(failure)?.about ?? failure

const once = (all: readonly Observation[]): readonly Observation[] => [
  ...new Map(all.map((each) => [each.observation, each])).values(),
]
