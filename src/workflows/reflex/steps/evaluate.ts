import { runChecks, type CheckRun } from '../../../checks/run-checks.ts'
import { type AsyncResult, err, ok } from '../../../model/result.ts'
import type { PreparedCheck } from '../../../model/check.ts'
import type { Rule } from '../../../model/rule.ts'
import { type RuleResult, AnyJudgeOutput, JudgeOutput } from '../contracts.ts'
import { activeRules } from '../scoring.ts'
import type { Begun } from '../state.ts'
import { type Outcome, ask, type AskFailure } from './ask.ts'
import { type StepBench, toolsOf } from './bench.ts'
import { obligationsOf } from './examine.ts'
import { createHash } from 'node:crypto'
import { standsIn } from '../../../kit/quote.ts'
import { promptsSha256 } from '../prompts/prompts.ts'

/** EVALUATE: runs every prepared check on the artifact; a judge looks only at what no check decides. */
export async function evaluate(bench: StepBench, run: Begun): Promise<Outcome> {
  const hash = run.artifact
  const artifact = hash === null ? null : await bench.blobs.get(hash)
  if (hash === null || artifact === null)
    return err([
      {
        type: 'failed',
        phase: 'EVALUATE',
        final: true,
        error: `artifact version ${hash} is missing or damaged`,
      },
    ])

  const rules = activeRules(run.setup.criteria, run.phase)
  const runs = await runAll(bench, run, artifact)
  if (bench.signal.aborted) return err([{ type: 'cancelled' }])

  const verdicts = rules.map((rule) => ({ rule, verdict: combine(rule, runs) }))
  const open = verdicts.filter(({ verdict }) => verdict.type === 'open')
  const judged = await askJudge(bench, run, {
    artifact,
    hash,
    open,
  })
  if (!judged.ok) return err([judged.error])

  const ruled = verdicts.map(({ rule, verdict }) => {
    if (verdict.type === 'decided')
      return { rule, result: { id: rule.id, ...verdict.result }, by: 'check' as const }
    const match = judged.value.find(({ id }) => id === rule.id)
    const nobody = { id: rule.id, verdict: 'na' as const, details: undecidedRule }
    return { rule, result: match ?? nobody, by: match ? ('judge' as const) : ('nobody' as const) }
  })
  const obligations = await obligationsOf(bench, run, { artifact, hash, rules: ruled, runs })
  if (bench.signal.aborted) return err([{ type: 'cancelled' }])
  return ok((cost) => ({
    type: 'record-evaluation',
    artifact: hash,
    results: ruled.map(({ result }) => result),
    obligations,
    sandbox: bench.sandbox.kind,
    cost,
  }))
}

/** The runs of the checks of all active rules (or of some) on a text. */
export async function runAll(
  bench: StepBench,
  run: Begun,
  artifact: string,
  only?: ReadonlySet<string>,
): Promise<readonly CheckRun[]> {
  const active = new Set(activeRules(run.setup.criteria, run.phase).map(({ id }) => id))
  const checks = (run.checks ?? []).filter(
    (check: PreparedCheck) => active.has(check.rule_id) && (only?.has(check.rule_id) ?? true),
  )
  let done = 0
  let running = 0
  return runChecks(
    checks,
    { artifact, task: run.setup.task, project: bench.project },
    {
      ...toolsOf(bench),
      cache: bench.cache,
      concurrency: bench.concurrency,
      onProgress: (progress) => {
        running += progress.type === 'started' ? 1 : -1
        done += progress.type === 'finished' ? 1 : 0
        const { rule_id } = progress.type === 'started' ? progress.check : progress.run.check
        bench.tell({ type: 'checking', rule: rule_id, running, done, total: checks.length })
      },
    },
  )
}

const undecidedRule = 'undecided: no check can decide this, and no judge is bound'

type Combined =
  | { readonly type: 'decided'; readonly result: Omit<RuleResult, 'id'> }
  | { readonly type: 'open' }

const detailLength = 300

/** A rule passes if all its checks pass. A check that broke, or that cannot fail, is never a pass. */
export function combine(rule: Rule, runs: readonly CheckRun[]): Combined {
  const own = runs.filter(({ check }) => check.rule_id === rule.id)
  if (own.length === 0) return { type: 'open' }
  const decided = (verdict: RuleResult['verdict'], details: string): Combined => ({
    type: 'decided',
    result: { verdict, details: details.slice(0, detailLength) },
  })

  const broken = own.find(
    ({ outcome }) => outcome.verdict === 'error' || outcome.verdict === 'fail',
  )
  if (broken)
    return decided(
      'fail',
      (broken.outcome.verdict === 'error' ? 'check error: ' : '') + broken.outcome.details,
    )
  if (own.some(({ outcome }) => outcome.verdict === 'undecided')) return { type: 'open' }
  const passes = own.filter(({ outcome }) => outcome.verdict === 'pass')
  if (passes.length === 0) return decided('na', own[0]?.outcome.details ?? '')
  const solid = passes.find(({ vacuous }) => !vacuous)
  if (solid) return decided('pass', solid.outcome.details)
  const vacuous = 'vacuous: no bad artifact makes this check fail, so it proves nothing'
  return decided(rule.severity === 'fail' ? 'fail' : 'na', vacuous)
}

type Case = {
  readonly artifact: string
  readonly hash: string
  readonly open: readonly { readonly rule: Rule }[]
}

/**
 * Asks the judge about rules no check decides. A pass needs a quote that stands in the artifact; the
 * same text, rule, prompt and model are judged once. Without a judge they stay undecided.
 */
async function askJudge(
  bench: StepBench,
  run: Begun,
  { artifact, hash, open }: Case,
): AsyncResult<readonly RuleResult[], AskFailure> {
  const earlier = await Promise.all(
    open.map(({ rule }) => bench.cache.get(keyFor(bench, hash, rule))),
  )
  const known = open.flatMap(({ rule }, index) => {
    const outcome = earlier[index]
    return outcome
      ? [
          {
            id: rule.id,
            verdict: outcome.verdict === 'pass' ? 'pass' : outcome.verdict === 'na' ? 'na' : 'fail',
            details: outcome.details,
          } as const,
        ]
      : []
  })
  const left = open.filter((_, index) => !earlier[index])
  if (left.length === 0) return ok(known)

  if (bench.agentFor('judge').identity.kind === 'offline') return ok(known)
  const wanted = new Set(left.map(({ rule }) => rule.id))
  const answer = await ask(bench, run, {
    phase: 'EVALUATE',
    role: 'judge',
    schema: AnyJudgeOutput,
    shown: JudgeOutput,
    input: { rules: left.map(({ rule }) => rule), artifact },
    // for judges that know only the phase JUDGE
    also: {
      task: run.setup.task.prompt,
      work: artifact,
      statements: left.map(({ rule }) => ({
        id: rule.id,
        statement: rule.description,
        source: rule.check,
      })),
    },
    verify: ({ rule_results }) =>
      [...wanted]
        .filter((id) => !rule_results.some((each) => each.id === id))
        .map((id) => `no verdict for ${id}`),
  })
  if (!answer.ok) return answer
  const results = left.map(({ rule }) =>
    verdictOf(rule, answer.value, { artifact, judge: judgeName(bench) }),
  )
  for (const [index, { rule }] of left.entries()) {
    const { verdict, details } = results[index]!
    const stored = verdict === 'warn' ? 'fail' : verdict
    await bench.cache.set(keyFor(bench, hash, rule), { verdict: stored, details, findings: [] })
  }
  return ok([...known, ...results])
}

function verdictOf(
  rule: Rule,
  { rule_results }: JudgeOutput,
  { artifact, judge }: { artifact: string; judge: string },
): RuleResult {
  const match = rule_results.find(({ id }) => id === rule.id)
  if (!match) return { id: rule.id, verdict: 'fail', details: 'no verdict' }
  const quoted = standsIn(artifact)(match.evidence)
  // a pass that rests on words the artifact does not have is not a pass
  if (match.verdict === 'pass' && !quoted)
    return {
      id: rule.id,
      verdict: 'fail',
      details: `judged by ${judge}: passed, but its evidence is not in the artifact`,
    }
  // an agent cannot wave a blocking rule through as not applicable
  const isWaved = match.verdict === 'na' && rule.severity === 'fail'
  return {
    id: rule.id,
    verdict: isWaved ? 'fail' : match.verdict,
    details: `judged by ${judge}: ${match.reason}`.slice(0, 300),
  }
}

const judgeName = (bench: StepBench) => {
  const { kind, model } = bench.agentFor('judge').identity
  return model ?? kind
}

function keyFor(bench: StepBench, hash: string, rule: Rule): string {
  const what = ['judge', hash, rule, promptsSha256, bench.agentFor('judge').identity]
  return createHash('sha256').update(JSON.stringify(what)).digest('hex')
}
