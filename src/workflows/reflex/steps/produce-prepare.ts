import { builtinId } from '../../../checks/builtin.ts'
import type { PreparedCheck } from '../../../model/check.ts'
import { type AsyncResult, err, ok } from '../../../model/result.ts'
import type { Rule } from '../../../model/rule.ts'
import { ArtifactText, PrepareOutput } from '../contracts.ts'
import { checksFor } from '../rule-checks.ts'
import { activeRules } from '../scoring.ts'
import type { Begun } from '../state.ts'
import { ask, type AskFailure, type Outcome } from './ask.ts'
import type { StepBench } from './bench.ts'

type Produced = { readonly artifact: string; readonly kept: boolean }

/** PRODUCE and PREPARE: both depend only on the plan, so they run side by side where that is possible. */
export async function produceAndPrepare(bench: StepBench, run: Begun): Promise<Outcome> {
  const [produced, prepared] = bench.parallel
    ? await Promise.all([produce(bench, run), prepare(bench, run)])
    : [await produce(bench, run), await prepare(bench, run)]
  if (!produced.ok || !prepared.ok)
    return err([produced, prepared].flatMap((result) => (result.ok ? [] : [result.error])))
  const { artifact, kept: stored } = produced.value
  return ok((cost) => ({
    type: 'record-production',
    artifact,
    kept: stored,
    checks: prepared.value,
    cost,
  }))
}

/** PREPARE alone: after the switch to B the artifact stays and only the new rules need checks. */
export async function prepareAgain(bench: StepBench, run: Begun): Promise<Outcome> {
  const prepared = await prepare(bench, run)
  if (!prepared.ok) return err([prepared.error])
  return ok((cost) => ({ type: 'record-checks', checks: prepared.value, cost }))
}

async function produce(bench: StepBench, run: Begun): AsyncResult<Produced, AskFailure> {
  const { artifact, setup } = run
  if (artifact !== null && run.iteration > 1 && setup.options.produce === 'first-only')
    return ok({ artifact, kept: true })
  const previous = artifact === null ? null : await bench.blobs.get(artifact)
  const answer = await ask(bench, run, {
    phase: 'PRODUCE',
    role: 'producer',
    schema: ArtifactText,
    raw: true,
    input: {
      task_prompt: setup.task.prompt,
      ideal_result: setup.task.ideal_result,
      task_type: setup.task.type,
      plan: run.plan,
      ...(previous === null ? {} : { previous_artifact: previous }),
    },
  })
  if (!answer.ok) return answer
  const hash = await bench.blobs.put(answer.value)
  return ok({ artifact: hash, kept: hash === artifact })
}

/** The agent's checks, and Loopwright's own for every rule that names one: an agent can add, never remove. */
async function prepare(
  bench: StepBench,
  run: Begun,
): AsyncResult<readonly PreparedCheck[], AskFailure> {
  const rules = activeRules(run.setup.criteria, run.phase)
  const known = new Set(rules.map(({ id }) => id))
  const answer = await ask(bench, run, {
    phase: 'PREPARE',
    role: 'preparer',
    schema: PrepareOutput,
    input: {
      task_prompt: run.setup.task.prompt,
      phase_level: run.phase,
      plan: run.plan,
      active_rules: rules,
    },
    verify: ({ checks }) =>
      checks
        .filter((check) => !known.has(check.rule_id))
        .map((check) => `checks: ${check.rule_id} is not an active rule`),
  })
  return answer.ok ? ok(withBuiltIns(rules, answer.value.checks)) : answer
}

function withBuiltIns(
  rules: readonly Rule[],
  checks: readonly PreparedCheck[],
): readonly PreparedCheck[] {
  const own = rules.flatMap(checksFor)
  const named = new Set(own.map(nameOf))
  return [...own, ...checks.filter((check) => !named.has(nameOf(check)))]
}

/** Two ways to write the same built-in check for the same rule are one check. */
function nameOf(check: PreparedCheck): string {
  const id = check.type === 'executable' ? builtinId(check.command) : null
  return id === null ? JSON.stringify(check) : `${check.rule_id} ${id}`
}
