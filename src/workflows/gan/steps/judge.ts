import { createHash } from 'node:crypto'
import type { NoAnswer } from '../../../asking/ask.ts'
import { type AsyncResult, ok } from '../../../model/result.ts'
import {
  type ContractItem,
  isRegressionOnly,
  type PassConditions,
  withoutScore,
} from '../contract.ts'
import { JudgeOutput } from '../contracts.ts'
import { type ItemVerdict, passes } from '../judge-items.ts'
import { promptsSha256 } from '../prompts.ts'
import type { GanRun } from '../state.ts'
import {
  citationProblems,
  evidenceProblems,
  evidenceText,
  type Ground,
} from '../verify-evidence.ts'
import { attemptOf } from '../../../asking/ask-role.ts'
import { askAgent } from './ask.ts'
import type { StepBench } from './bench.ts'
import { sourcesOf } from './sources.ts'

type Judging = {
  readonly items: readonly ContractItem[]
  readonly conditions: PassConditions
  readonly ground: Ground
  readonly site: string
  readonly errand: 'JUDGE' | 'JUDGE_AGAIN'
}

type Given = JudgeOutput['verdicts'][number]

/**
 * Verdicts on the items that no rule decides. One whose evidence cannot be found is asked for once
 * more, told why; then it fails.
 */
export async function judge(
  bench: StepBench,
  run: GanRun,
  judging: Judging,
): AsyncResult<readonly ItemVerdict[], NoAnswer> {
  const { items } = judging
  if (items.length === 0) return ok([])
  const first = await askFor(bench, run, judging, attemptOf(run, 'EVALUATE'))
  if (!first.ok) return first
  const wrong = problemsIn(first.value, judging)
  if (wrong.size === 0) return ok(items.map((item) => verdictOf(item, first.value, judging)))
  const message = [...wrong].map(([id, why]) => `${id}: ${why}`).join('; ')
  const again = await askFor(bench, run, judging, {
    attempt: attemptOf(run, 'EVALUATE').attempt + 1,
    error: `evidence that cannot be verified: ${message}`,
  })
  if (!again.ok) return again
  return ok(items.map((item) => verdictOf(item, again.value, judging)))
}

function askFor(
  bench: StepBench,
  run: GanRun,
  { items, ground, site, errand }: Judging,
  tried: { readonly attempt: number; readonly error: string | undefined },
): AsyncResult<JudgeOutput, NoAnswer> {
  const { brief, ...texts } = sourcesOf(bench, run)
  const contract = items.map(withoutScore)
  return askAgent(bench, run, {
    role: 'evaluator',
    errand,
    input: { brief, contract },
    artifact: {
      ...texts,
      files: ground.files,
      pictures: ground.pictures ?? [],
      rules: ground.judgement === null ? [] : resultsOf(ground.judgement),
    },
    schema: JudgeOutput,
    verify: ({ verdicts }) =>
      verdicts
        .filter(({ id }) => !items.some((item) => item.id === id))
        .map(({ id }) => `${id} is not in the contract; it cannot be scored`),
    place: errand.toLowerCase(),
    // by what is judged and by what: the same site is never judged twice by the same terms, but to
    // show once more that it holds
    keptBy: hash([site, termsOf(items), shownAgain(run), promptsSha256, tried.error ?? '']),
    ...tried,
  })
}

const resultsOf = ({ byRule, notChecked }: NonNullable<Ground['judgement']>) => [
  ...Object.entries(byRule).map(([rule, findings]) => ({
    rule,
    result: findings.some(({ severity }) => severity !== 'info') ? 'failed' : 'passed',
    findings: findings.slice(0, 5).map(({ message, place, measured }) => ({
      message,
      ...(place.selector === undefined ? {} : { selector: place.selector }),
      ...(measured === undefined ? {} : { measured }),
    })),
  })),
  ...notChecked.map(({ ruleId, reason }) => ({ rule: ruleId, result: 'not checked', reason })),
]

const termsOf = (items: readonly ContractItem[]) =>
  items.map(({ id, criterion, verification, dimension }) => [
    id,
    criterion,
    verification,
    dimension,
  ])

const shownAgain = ({ contract, iteration }: GanRun): number =>
  isRegressionOnly(contract?.acceptance_checklist ?? []) ? iteration : 0

const hash = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)

/** What is wrong with the evidence, by item; an item without a verdict has none at all. */
function problemsIn(
  { verdicts }: JudgeOutput,
  { items, ground }: Judging,
): ReadonlyMap<string, string> {
  const wrong = new Map<string, string>()
  for (const { id } of items) {
    const given = verdicts.find((each) => each.id === id)
    const problems =
      given === undefined
        ? ['no verdict']
        : [...evidenceProblems(given.evidence, ground), ...citationProblems(given.evidence, given)]
    if (problems.length > 0) wrong.set(id, problems.join(', '))
  }
  return wrong
}

/** Without evidence that stands, a criterion has failed. */
function verdictOf(item: ContractItem, output: JudgeOutput, judging: Judging): ItemVerdict {
  const given: Given | undefined = output.verdicts.find(({ id }) => id === item.id)
  const wrong = problemsIn(output, { ...judging, items: [item] }).get(item.id)
  if (given === undefined || wrong !== undefined)
    return {
      id: item.id,
      passed: false,
      score: 0.25,
      reason: `UNVERIFIED: ${wrong ?? 'no verdict'}`,
      evidence: [],
      byJudge: true,
    }
  return {
    id: item.id,
    score: given.rubric_anchor,
    passed: passes(item, given.rubric_anchor, judging.conditions),
    reason: given.reason,
    evidence: given.evidence.map(evidenceText),
    byJudge: true,
  }
}
