import { failedPhase } from '../../../asking/outcome.ts'
import { PlanOutput } from '../contracts.ts'
import { brief, readErrors } from '../documents/knowledge.ts'
import { planPrompt } from '../prompts.ts'
import type { TrackRun } from '../state.ts'
import { askText } from './ask-text.ts'
import type { Outcome, StepBench } from './bench.ts'

const phase = 'PLAN'

/** BASE: the commit to start from is recorded before anything is made from it. */
export async function base(bench: StepBench): Promise<Outcome> {
  const head = await bench.headCommit()
  return head.ok
    ? () => ({ type: 'record-base', base: head.value })
    : failedPhase('BASE', head.error, true)
}

/** PLAN: the planner writes plan.md, told what earlier tracks taught and what was wrong with the last version. */
export async function plan(bench: StepBench, run: TrackRun): Promise<Outcome> {
  const { setup, head } = run
  if (head === null) return failedPhase(phase, 'the track has no commit to start from', true)
  const files = await bench.filesAt(head)
  if (!files.ok) return failedPhase(phase, files.error)
  const errors = readErrors(await bench.document('knowledge/errors.json'))
  const known = {
    knowledge: brief(
      await bench.document('knowledge/patterns.md'),
      errors.ok ? errors.value : [],
      `${setup.title}\n${run.spec}`,
    ),
    files: [...files.value.keys()].slice(0, 2_000),
  }
  const failures = run.failures.filter((each) => each.phase === phase)
  const error = failures.at(-1)?.error
  const answered = await askText(bench, run, {
    role: 'planner',
    phase,
    prompt: planPrompt(run, { ...known, error }),
    input: {
      track: setup.trackId,
      title: setup.title,
      spec: run.spec,
      plan: run.plan,
      plan_version: run.planVersion + 1,
      reasons: run.planEvaluated?.reasons ?? [],
      guidance: run.guidance,
      ...known,
    },
    schema: PlanOutput,
    attempt: failures.length + 1,
    error,
  })
  if (!answered.ok) return answered.error
  const { plan: text, notes } = answered.value
  return (cost) => ({ type: 'record-plan', plan: text, by: bench.nameOf('planner'), notes, cost })
}
