import { readPlan } from '../../checks/track/plan.ts'
import { ok, type Result } from '../../model/result.ts'
import { readErrors, recordErrors } from './documents/knowledge.ts'
import { retrospective, whyNoRetrospective } from './documents/retrospective.ts'
import type { Payload } from './events.ts'
import type { TrackRun } from './state.ts'

/** What the fixes of a track teach the next one: knowledge/errors.json; null where nothing was fixed. */
export function knowledgeAfter(
  { cycles, setup }: TrackRun,
  before: string | null,
  at: string,
): Result<Payload<'completed'>['knowledge']> {
  const results = cycles.flatMap(({ cycle, fixes }) =>
    fixes.map(({ issue, fix }) => ({
      message: issue,
      solution: fix,
      category: 'evaluation',
      context: `fix cycle ${cycle}`,
    })),
  )
  if (results.length === 0) return ok(null)
  const recorded = recordErrors(before, results, at, setup.trackId)
  return recorded.ok ? ok({ before, text: recorded.value }) : recorded
}

/** retrospective.md, or why there is none. */
export function retrospectiveOf(
  run: TrackRun,
  knowledge: Payload<'completed'>['knowledge'],
  at: string,
): Pick<Payload<'completed'>, 'retrospective' | 'why'> {
  const { setup, cycles, commits, evaluated, spent } = run
  const tasks = readPlan(run.plan).tasks.filter(({ isGroup }) => !isGroup)
  const facts = {
    fixCycles: run.fixCycles,
    consultations: run.guidance.length,
    tasks: tasks.length,
    types: tasks.flatMap(({ type }) => type ?? []),
  }
  const why = whyNoRetrospective(facts)
  if (why !== null) return { retrospective: null, why }
  const findings = Map.groupBy(
    cycles.flatMap((cycle) => cycle.findings),
    ({ evaluator }) => evaluator,
  )
  const errors = readErrors(knowledge?.text ?? null)
  return {
    why: '',
    retrospective: retrospective({
      ...facts,
      trackId: setup.trackId,
      title: setup.title,
      date: at.slice(0, 10),
      commits: commits.length,
      findings: [...findings].map(([evaluator, each]) => ({
        evaluator,
        issues: each.reduce((sum, { issues }) => sum + issues, 0),
      })),
      failures: cycles.flatMap(({ cycle, issues, fixes, findings: result }) =>
        issues.map((issue) => ({
          pass: result.map(({ evaluator }) => evaluator).join(', '),
          issue,
          fix: fixes.some((each) => each.issue === issue) ? `cycle ${cycle}` : null,
        })),
      ),
      smooth: (evaluated?.runs ?? [])
        .map(({ evaluator }) => evaluator)
        .filter((evaluator) => !findings.has(evaluator)),
      errors: (errors.ok ? errors.value : [])
        .filter(({ discovered_in: where }) => where === setup.trackId)
        .map(({ id, pattern }) => ({ id, pattern })),
      milliseconds: spent.activeMs,
      dollars: spent.costUsd > 0 ? spent.costUsd : null,
    }),
  }
}
