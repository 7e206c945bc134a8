import { applyFixes } from '../checks/apply-fixes.ts'
import type { CheckRun } from '../checks/run-checks.ts'
import { combine } from '../workflows/reflex/steps/evaluate.ts'
import type { Bench } from './check-files-judge.ts'

type Fixed = { readonly text: string; readonly rules: readonly string[] }

/** Rule by rule: a repair is kept if its rule has fewer findings and no other rule that held is lost. */
export async function fixFile({ rules, run }: Bench, text: string): Promise<Fixed> {
  const holding = (runs: readonly CheckRun[]) =>
    new Set(rules.filter((rule) => holds(combine(rule, runs))).map(({ id }) => id))
  let now = text
  let runs = await run(now)
  const fixed: string[] = []
  for (const { id } of rules) {
    const own = runs.filter(({ check }) => check.rule_id === id)
    if (!own.some(({ outcome }) => outcome.findings.some(({ fix }) => fix !== undefined))) continue
    const candidate = await applyFixes(now, (each) => run(each, new Set([id])))
    if (candidate === now) continue
    const after = await run(candidate)
    const before = holding(runs)
    const kept = holding(after)
    if ([...before].some((rule) => !kept.has(rule)) || findings(after) >= findings(runs)) continue
    now = candidate
    runs = after
    fixed.push(id)
  }
  return { text: now, rules: fixed }
}

const findings = (runs: readonly CheckRun[]) =>
  runs.reduce((sum, { outcome }) => sum + outcome.findings.length, 0)

const holds = (combined: ReturnType<typeof combine>) =>
  combined.type === 'open' || combined.result.verdict === 'pass' || combined.result.verdict === 'na'
