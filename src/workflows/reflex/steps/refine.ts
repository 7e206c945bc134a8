import { applyFixes } from '../../../checks/apply-fixes.ts'
import type { CheckRun } from '../../../checks/run-checks.ts'
import { err, ok } from '../../../model/result.ts'
import { ArtifactText, type Issue } from '../contracts.ts'
import { activeRules } from '../scoring.ts'
import type { Begun } from '../state.ts'
import { ask, type Outcome } from './ask.ts'
import type { StepBench } from './bench.ts'
import { combine, runAll } from './evaluate.ts'

/** REFINE: machine fixes first, each verified by its check; the agent is asked only for what is left. */
export async function refine(bench: StepBench, run: Begun): Promise<Outcome> {
  const artifact = run.artifact === null ? null : await bench.blobs.get(run.artifact)
  if (artifact === null || run.critique === null)
    return err([
      {
        type: 'failed',
        phase: 'REFINE',
        final: true,
        error: 'there is no criticised artifact to refine',
      },
    ])

  const fixed = run.setup.options.fixers
    ? await fixWhatMachinesCan(bench, run, artifact)
    : { text: artifact, rules: [] }
  const left = run.critique.filter(({ rule_id }) => !fixed.rules.includes(rule_id))
  if (bench.signal.aborted) return err([{ type: 'cancelled' }])
  const refined =
    left.length === 0 ? ok(fixed.text) : await askRefiner(bench, run, fixed.text, left)
  if (!refined.ok) return err([refined.error])
  const hash = await bench.blobs.put(refined.value)
  return ok((cost) => ({
    type: 'record-refinement',
    artifact: hash,
    fixedByMachine: fixed.rules,
    cost,
  }))
}

const askRefiner = (bench: StepBench, run: Begun, artifact: string, issues: readonly Issue[]) =>
  ask(bench, run, {
    phase: 'REFINE',
    role: 'refiner',
    schema: ArtifactText,
    raw: true,
    input: { artifact, issues },
  })

/** Rule by rule in the critic's order. A fix that breaks a rule which passed before is not kept. */
async function fixWhatMachinesCan(bench: StepBench, run: Begun, artifact: string) {
  const rules = activeRules(run.setup.criteria, run.phase)
  const passing = (runs: readonly CheckRun[]) =>
    new Set(rules.filter((rule) => passes(combine(rule, runs))).map(({ id }) => id))
  const quick = new Set(
    (run.checks ?? [])
      .filter((check) => check.type === 'content' || check.command.startsWith('builtin:'))
      .map(({ rule_id }) => rule_id),
  )
  let text = artifact
  let passed = passing(await runAll(bench, run, text, quick))
  const fixed: string[] = []
  for (const { rule_id } of run.critique ?? []) {
    if (fixed.includes(rule_id)) continue
    const candidate = await applyFixes(text, (now) => runAll(bench, run, now, new Set([rule_id])))
    if (candidate === text || bench.signal.aborted) continue
    const now = passing(await runAll(bench, run, candidate, quick))
    if ([...passed].some((id) => !now.has(id))) continue
    text = candidate
    passed = now
    if (!now.has(rule_id)) continue
    fixed.push(rule_id)
    bench.tell({ type: 'fixed', rule: rule_id })
  }
  return { text, rules: fixed }
}

const passes = (combined: ReturnType<typeof combine>) =>
  combined.type === 'decided' &&
  (combined.result.verdict === 'pass' || combined.result.verdict === 'na')
