import { sectionStatus } from '../../../checks/page/copy/sections.ts'
import { lighthouseScore } from '../../../checks/page/accessibility/lighthouse-score.ts'
import type { Obligation } from '../../../model/obligation.ts'
import { type AsyncResult, err, ok } from '../../../model/result.ts'
import type { ContractItem, SprintContract } from '../contract.ts'
import type { Evaluation } from '../events.ts'
import { profiles } from '../inputs/profiles.ts'
import {
  findingsFor,
  findingText,
  isDecidedByRules,
  type ItemVerdict,
  verdictByRules,
  wasAsked,
} from '../judge-items.ts'
import { unmetOf } from '../owed.ts'
import { reportText } from '../report.ts'
import { type Scored, scoreSite } from '../score-site.ts'
import { contractFor } from '../site-tokens.ts'
import { readSite } from '../site.ts'
import type { Evaluating } from '../state.ts'
import type { Ground } from '../verify-evidence.ts'
import type { Outcome, Repaired, SiteVerdict, StepBench } from './bench.ts'
import { judge } from './judge.ts'
import { openItems, owedBy, withVerdicts } from './obligations.ts'
import { cancelled, failedPhase, unanswered } from '../../../asking/outcome.ts'

type Run = Evaluating
type Judged = Exclude<SiteVerdict, { type: 'broken' }>

/** EVALUATE: the gate measures, an evaluator judges what is left, and the scores follow from both. */
export async function evaluate(bench: StepBench, run: Run): Promise<Outcome> {
  const looked = await look(bench, run)
  if (!looked.ok) return looked.error
  const judged = await assess(bench, run, looked.value, 'JUDGE')
  if (!judged.ok) return judged.error
  const evaluation = await recorded(bench, run, looked.value, judged.value)
  return (cost) => ({ type: 'record-evaluation', evaluation, cost })
}

/** EVALUATE_AGAIN: the same site, looked at anew and asked about in other words. */
export async function evaluateAgain(bench: StepBench, run: Run): Promise<Outcome> {
  const looked = await look(bench, run)
  if (!looked.ok) return looked.error
  const judged = await assess(bench, run, looked.value, 'JUDGE_AGAIN')
  if (!judged.ok) return judged.error
  const { overall, scores } = judged.value.scored
  return (cost) => ({ type: 'record-second', overall, scores, cost })
}

type Looked = {
  /** What the page owes, by machine alone. */
  readonly owed: readonly Obligation[]
  readonly verdict: Judged
  readonly ground: Ground
  readonly contract: SprintContract
}

async function look(bench: StepBench, run: Run): AsyncResult<Looked, Outcome> {
  const text = await bench.blobs.get(run.site)
  if (text === null) return err(failedPhase('EVALUATE', 'the site is missing or damaged', true))
  if (run.contract === null) return err(failedPhase('EVALUATE', 'there is no contract', true))
  const files = readSite(text)
  bench.tell({ type: 'doing', what: 'looking at the page' })
  const page = contractFor(bench.contract, bench.tokens, files)
  const verdict = await bench.judge({ files, contract: page }, bench.signal)
  if (bench.signal.aborted) return err(cancelled)
  if (verdict.type === 'broken') return err(failedPhase('EVALUATE', verdict.reason))
  const { judgement } = verdict
  const { exam } = bench
  const owed =
    exam === undefined
      ? []
      : await owedBy({
          exam,
          verdict,
          contract: page,
          files,
          subject: run.site,
          powers: bench.powers ?? {},
        })
  return ok({
    owed,
    verdict,
    contract: run.contract,
    ground: {
      files,
      judgement,
      screenshots: verdict.type === 'seen' ? verdict.facts.screenshots.map(({ hash }) => hash) : [],
      pictures: await picturesFor(bench, verdict),
      sections:
        verdict.type === 'seen'
          ? sectionStatus(verdict.facts, page).flatMap(({ section, present }) =>
              present === null ? [] : [{ section, present }],
            )
          : [],
    },
  })
}

export type Assessed = {
  readonly verdicts: readonly ItemVerdict[]
  readonly scored: Scored
  readonly obligations: readonly Obligation[]
}

async function picturesFor(bench: StepBench, verdict: Judged): Promise<readonly string[]> {
  const { picture } = bench
  if (picture === undefined || verdict.type !== 'seen') return []
  return Promise.all(verdict.facts.screenshots.map(({ viewport, png }) => picture(viewport, png)))
}

async function assess(
  bench: StepBench,
  run: Run,
  { verdict, ground, contract, owed }: Looked,
  errand: 'JUDGE' | 'JUDGE_AGAIN',
): AsyncResult<Assessed, Outcome> {
  const { acceptance_checklist: items, pass_conditions: conditions } = contract
  const { judgement } = verdict
  // a second opinion is asked about everything: rules would only agree with themselves
  const again = errand === 'JUDGE_AGAIN'
  const left = items.filter(
    (item) => (again && !item.implicit) || !isDecidedByRules(item) || !wasAsked(item, judgement),
  )
  const { judges = 'nobody' } = bench
  const open = judges === 'nobody' ? [] : [...openItems(owed).values()]
  const result = await judge(bench, run, {
    items: [...left, ...open],
    conditions,
    ground,
    site: run.site,
    errand,
  })
  if (!result.ok) return err(unanswered('EVALUATE', result.error))
  const byJudge = new Map(result.value.map((each) => [each.id, each]))
  const verdicts = items.map(
    (item) => byJudge.get(item.id) ?? verdictByRules(item, judgement, conditions),
  )
  const { weights, aggregation, profile } = run.setup
  const terms = { items, conditions, weights, aggregation, profile: profiles[profile] }
  const evaluated = withVerdicts(owed, result.value, judges === 'itself')
  const { files, pictures: shots = [] } = ground
  const obligations =
    again || bench.decide === undefined
      ? evaluated
      : await bench.decide(evaluated, { files, verdict, pictures: shots }, bench.signal)
  return ok({ verdicts, obligations, scored: scoreSite(judgement, verdicts, terms) })
}

/** The evaluation as the run keeps it: figures and hashes; the whole of it stands in the report. */
async function recorded(
  bench: StepBench,
  run: Run,
  { verdict, contract }: Looked,
  { verdicts, scored, obligations }: Assessed,
): Promise<Evaluation> {
  const screenshots = await pictures(bench, verdict)
  const report = reportText({ run, contract, verdict, verdicts, scored, obligations })
  return {
    site: run.site,
    scores: scored.scores,
    overall: scored.overall,
    verdicts: verdicts.map(({ id, passed, score, reason, evidence }) => ({
      id,
      passed,
      score,
      reason,
      evidence: [...evidence],
    })),
    mustPassFailures: [...scored.mustPassFailures],
    caps: scored.caps.map((cap) => ({ ...cap })),
    regressions: [...scored.regressions],
    feedback: [
      ...feedbackFor(contract.acceptance_checklist, { verdicts, scored }, verdict),
      ...unmetOf({ obligations: [...obligations] }).map(({ id, statement, reason }) => ({
        id,
        text: `${statement}: ${reason}`,
      })),
    ],
    findings: verdict.judgement.findings.filter(({ severity }) => severity !== 'info').length,
    report: await bench.blobs.put(report),
    screenshots,
    conditionsMet: scored.conditions.every(({ met }) => met),
    accessibility: verdict.type === 'seen' ? lighthouseScore(verdict.facts.axe) : null,
    limitation: verdict.type === 'static' ? verdict.reason : null,
    ...(bench.exam === undefined
      ? {}
      : { obligations: [...obligations], selfJudgement: bench.judges === 'itself' }),
  }
}

const pictures = async (bench: StepBench, verdict: Judged): Promise<Evaluation['screenshots']> =>
  verdict.type === 'static'
    ? []
    : Promise.all(
        verdict.facts.screenshots.map(async ({ viewport, hash, png }) => ({
          viewport,
          sha256: hash,
          text: await bench.blobs.put(Buffer.from(png).toString('base64')),
        })),
      )

const mostFeedback = 8

/** What the builder is told: only of criteria that failed, each with what was found. */
function feedbackFor(
  items: readonly ContractItem[],
  { verdicts, scored }: Pick<Assessed, 'verdicts' | 'scored'>,
  { judgement }: Pick<Repaired['verdict'], 'judgement'>,
): Evaluation['feedback'] {
  const failed = items.flatMap((item) => {
    const verdict = verdicts.find(({ id }) => id === item.id)
    if (verdict === undefined || verdict.passed) return []
    const findings = findingsFor(item, judgement).slice(0, mostFeedback).map(findingText)
    return [{ id: item.id, text: [`${item.criterion}: ${verdict.reason}`, ...findings].join('\n') }]
  })
  // a profile may refuse a page that keeps every item of its contract
  return failed.length > 0 || scored.mustPassFailures.length === 0
    ? failed
    : [{ id: 'must-pass', text: scored.mustPassFailures.join('\n') }]
}
