import { failedPhase } from '../../../asking/outcome.ts'
import { outcomeOf } from '../evaluation/evaluate-files.ts'
import type { TrackRun } from '../state.ts'
import { type Outcome, type StepBench, treeId } from './bench.ts'

const phase = 'EVALUATE_EXECUTION'

/** EVALUATE_EXECUTION: the specialists look at the newest commit in a worktree that no agent is shown. */
export async function evaluate(bench: StepBench, run: TrackRun): Promise<Outcome> {
  const { head, setup } = run
  if (head === null) return failedPhase(phase, 'the track has no commit to evaluate', true)
  const id = treeId(setup.trackId, 'evaluation')
  await bench.sweepTrees(setup.trackId, [])
  const tree = await bench.openTree(id, head)
  if (!tree.ok) return failedPhase(phase, tree.error.what)
  const report = await bench.evaluate(run, tree.value.folder, bench.signal)
  await tree.value.remove()
  if (bench.signal.aborted) return () => null
  const { verdict, runs, failureItems, syncRequired } = outcomeOf(report)
  const stored = await bench.blobs.put(JSON.stringify(report))
  const agents = Object.fromEntries(
    ['executor', 'fixer'].map((role) => [role, { ...bench.agentFor(role).identity }]),
  )
  return (cost) => ({
    type: 'record-evaluated',
    commit: head,
    verdict,
    runs: runs.map(({ evaluator, verdict: own, issues }) => ({
      evaluator,
      verdict: own,
      issues: [...issues],
    })),
    failureItems: [...failureItems],
    syncRequired,
    affectedDocs: [...report.affectedDocs],
    impact: report.structural.impact.map((each) => ({ ...each })),
    obligations: [...report.obligations],
    report: stored,
    agents,
    selfJudgement: bench.allowsSelfJudgement(),
    cost,
  })
}
