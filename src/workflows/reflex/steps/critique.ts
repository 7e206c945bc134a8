import type { CheckRun } from '../../../checks/run-checks.ts'
import { err, ok } from '../../../model/result.ts'
import { CritiqueOutput } from '../contracts.ts'
import { activeRules } from '../scoring.ts'
import type { Begun } from '../state.ts'
import { ask, type Outcome } from './ask.ts'
import type { StepBench } from './bench.ts'
import { runAll } from './evaluate.ts'

const shownFindings = 8

/** CRITIQUE: precise issues for what failed, the blocking and heavy rules first. */
export async function critique(bench: StepBench, run: Begun): Promise<Outcome> {
  const artifact = run.artifact === null ? null : await bench.blobs.get(run.artifact)
  if (artifact === null || run.evaluation === null)
    return err([
      {
        type: 'failed',
        phase: 'CRITIQUE',
        final: true,
        error: 'there is no evaluated artifact to criticise',
      },
    ])

  const { failed, warnings } = run.evaluation
  const weight = new Map(
    activeRules(run.setup.criteria, run.phase).map((rule) => [rule.id, rule.weight]),
  )
  const heavy = failed.toSorted(
    (left, right) => (weight.get(right.id) ?? 0) - (weight.get(left.id) ?? 0),
  )
  const missed = new Set([...heavy, ...warnings].map(({ id }) => id))
  const answer = await ask(bench, run, {
    phase: 'CRITIQUE',
    role: 'critic',
    schema: CritiqueOutput,
    input: {
      artifact,
      evaluation: { failed: heavy, warnings },
      findings: findingsOf(await runAll(bench, run, artifact, missed)),
    },
    verify: ({ issues }) =>
      issues
        .filter(({ rule_id }) => !missed.has(rule_id))
        .map(({ rule_id }) => `issues: ${rule_id} did not fail`),
  })
  if (!answer.ok) return err([answer.error])
  return ok((cost) => ({ type: 'record-critique', issues: answer.value.issues, cost }))
}

/** What the checks saw and where, so that a critic need not guess. The runs come from the cache. */
function findingsOf(runs: readonly CheckRun[]) {
  return runs.flatMap(({ check, outcome }) =>
    outcome.findings.slice(0, shownFindings).map(({ message, place, fix }) => ({
      rule_id: check.rule_id,
      message,
      ...place,
      ...(fix ? { fix: fix.title } : {}),
    })),
  )
}
