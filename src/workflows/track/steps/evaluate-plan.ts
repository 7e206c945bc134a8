import { evaluatePlan as evaluate } from '../../../checks/track/evaluate-plan.ts'
import { issuesOf, verdictOfPass } from '../../../checks/track/evaluation.ts'
import { readPlan } from '../../../checks/track/plan.ts'
import { boardVerdict, type Vote } from '../board.ts'
import { VoteOutput } from '../contracts.ts'
import type { BoardReview } from '../events.ts'
import { metadataOf } from '../metadata-of.ts'
import { votePrompt } from '../prompts.ts'
import type { TrackRun } from '../state.ts'
import { askText } from './ask-text.ts'
import { directors, type Outcome, type StepBench } from './bench.ts'

/** EVALUATE_PLAN: five passes that code decides, and the board for major tracks. */
export async function evaluatePlan(bench: StepBench, run: TrackRun): Promise<Outcome> {
  bench.tell({ type: 'doing', what: 'evaluating the plan' })
  const { passes, majorBecause, technical, dagSummary } = evaluate({
    spec: run.spec,
    planText: run.plan,
    plan: readPlan(run.plan),
    metadata: metadataOf({ ...run, at: 'evaluating-plan' }),
    planVersion: run.planVersion,
    others: await bench.otherTracks(run.setup.trackId),
  })
  const reasons = issuesOf(passes).map(({ message, fix }) => `${message}: ${fix}`)
  const failed = passes.some((pass) => verdictOfPass(pass) === 'FAIL')
  // a plan that fails is written again: nobody else need look at it
  const nobody = skipped('the plan failed before')
  const board = failed ? nobody : await review(bench, run, directors, majorBecause)
  if (typeof board === 'function') return board
  const cto = failed
    ? nobody
    : await review(
        bench,
        run,
        { cto: 'the technology: is it sound, and is it the right one' },
        technical,
      )
  if (typeof cto === 'function') return cto
  const rejected = cto.status === 'REJECTED' ? [`the CTO rejects it: ${cto.reason}`] : []
  return (cost) => ({
    type: 'record-plan-evaluated',
    verdict: failed || rejected.length > 0 ? 'FAIL' : 'PASS',
    passes: passes.map((pass) => ({
      number: pass.number,
      name: pass.name,
      verdict: verdictOfPass(pass),
      issues: issuesOf([pass]).map(({ message }) => message),
    })),
    reasons: [...reasons, ...rejected],
    board,
    cto,
    dag: dagSummary,
    cost,
  })
}

const skipped = (reason: string): BoardReview => ({ status: 'SKIPPED', reason, votes: [] })

/** Only directors whom the configuration binds to an agent are asked. */
async function review(
  bench: StepBench,
  run: TrackRun,
  seats: Readonly<Record<string, string>>,
  because: readonly string[],
): Promise<BoardReview | Outcome> {
  if (because.length === 0) return skipped('not needed: nothing makes this a major track')
  const bound = Object.entries(seats).filter(([role]) => bench.isBound(role))
  if (bound.length === 0)
    return skipped(`no agent is bound to ${Object.keys(seats).join(', ')} (${because.join('; ')})`)
  const votes: Vote[] = []
  for (const [director, view] of bound) {
    const failures = run.failures.filter(({ phase }) => phase === director)
    const answered = await askText(bench, run, {
      role: director,
      phase: director,
      prompt: votePrompt(run, view),
      input: { track: run.setup.trackId, spec: run.spec, plan: run.plan },
      schema: VoteOutput,
      attempt: failures.length + 1,
      error: failures.at(-1)?.error,
    })
    if (!answered.ok) return answered.error
    votes.push({ director, ...answered.value, by: bench.nameOf(director) })
  }
  return boardVerdict(votes)
}
