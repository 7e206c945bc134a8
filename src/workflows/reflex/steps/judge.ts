import { createHash } from 'node:crypto'
import { standsIn } from '../../../kit/quote.ts'
import { ok, type Result } from '../../../model/result.ts'
import type { Rule } from '../../../model/rule.ts'
import { AnyJudgeOutput, JudgeOutput, type RuleResult } from '../contracts.ts'
import { promptsSha256 } from '../prompts/prompts.ts'
import type { Begun } from '../state.ts'
import { ask, type AskFailure } from './ask.ts'
import type { StepBench } from './bench.ts'

type Case = {
  readonly artifact: string
  readonly hash: string
  readonly open: readonly { readonly rule: Rule }[]
}

/**
 * Asks the judge about rules no check decides. A pass needs a quote that stands in the artifact; the
 * same text, rule, prompt and model are judged once. Without a judge they stay undecided.
 */
export async function askJudge(
  bench: StepBench,
  run: Begun,
  { artifact, hash, open }: Case,
): Promise<Result<readonly RuleResult[], AskFailure>> {
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
    const kept = verdict === 'warn' ? 'fail' : verdict
    await bench.cache.set(keyFor(bench, hash, rule), { verdict: kept, details, findings: [] })
  }
  return ok([...known, ...results])
}

function verdictOf(
  rule: Rule,
  { rule_results }: JudgeOutput,
  { artifact, judge }: { artifact: string; judge: string },
): RuleResult {
  const found = rule_results.find(({ id }) => id === rule.id)
  if (!found) return { id: rule.id, verdict: 'fail', details: 'no verdict' }
  const quoted = standsIn(artifact)(found.evidence)
  // a pass that rests on words the artifact does not have is not a pass
  if (found.verdict === 'pass' && !quoted)
    return {
      id: rule.id,
      verdict: 'fail',
      details: `judged by ${judge}: passed, but its evidence is not in the artifact`,
    }
  // an agent can not wave a blocking rule through as not applicable
  const isWaved = found.verdict === 'na' && rule.severity === 'fail'
  return {
    id: rule.id,
    verdict: isWaved ? 'fail' : found.verdict,
    details: `judged by ${judge}: ${found.reason}`.slice(0, 300),
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
