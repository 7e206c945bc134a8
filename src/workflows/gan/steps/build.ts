import type { PageFinding } from '../../../checks/page/page-rule.ts'
import { isConfirming } from '../confirming.ts'
import { isRegressionOnly, withoutScore } from '../contract.ts'
import { BuildOutput } from '../contracts.ts'
import { findingsFor, isDecidedByRules } from '../judge-items.ts'
import { contractFor } from '../site-tokens.ts'
import { readSite, type SiteFiles, siteText } from '../site.ts'
import type { Building, Claim, GanRun } from '../state.ts'
import { evidenceProblems, evidenceText } from '../verify-evidence.ts'
import { attemptOf } from '../../../asking/ask-role.ts'
import { askAgent } from './ask.ts'
import type { Outcome, Repaired, StepBench } from './bench.ts'
import { cancelled, failedPhase, unanswered } from '../../../asking/outcome.ts'
import { sourcesOf } from './sources.ts'

type Run = Building

/** BUILD: machine repairs first; the builder is asked only for what is left. */
export async function build(bench: StepBench, run: Run): Promise<Outcome> {
  const { contract, guidance } = run
  if (contract === null) return failedPhase('BUILD', 'there is no contract', true)
  const items = contract.acceptance_checklist
  const before = await previous(bench, run)
  if (before !== null && isRegressionOnly(items) && isConfirming(run))
    return built(bench, { files: before, source: 'unchanged' })
  const mended = before === null ? null : await mend(bench, run, before)
  if (mended === 'cancelled') return cancelled
  if (mended !== null && mended.applied.length > 0 && nothingLeft(run, mended))
    return built(bench, { files: mended.files, source: 'fixed', fixed: mended.applied })

  const answer = await askAgent(bench, run, {
    role: 'builder',
    errand: 'BUILD',
    input: {
      ...sourcesOf(bench, run),
      contract: items.map(withoutScore),
      files: mended?.files ?? before,
      findings: mended === null ? [] : openFindings(run, mended.verdict.judgement),
      feedback: run.site === null ? [] : (run.evaluation?.feedback ?? []),
      guidance,
      approach: run.approach,
    },
    schema: BuildOutput,
    verify: ({ claims }) =>
      claims
        .filter(({ id }) => !items.some((item) => item.id === id))
        .map(({ id }) => `${id} is not in the contract; it cannot be claimed`),
    place: 'build',
    ...attemptOf(run, 'BUILD'),
  })
  if (!answer.ok) return unanswered('BUILD', answer.error)
  const { files, claims, notes } = answer.value
  return built(bench, {
    files,
    source: 'built',
    claims: claimed(files, claims),
    fixed: mended?.applied ?? [],
    notes,
  })
}

type Built = {
  readonly files: SiteFiles
  readonly source: 'built' | 'fixed' | 'unchanged'
  readonly claims?: readonly Claim[]
  readonly fixed?: readonly string[]
  readonly notes?: string
}

async function built(
  bench: StepBench,
  { files, source, claims = [], fixed = [], notes = '' }: Built,
): Promise<Outcome> {
  const site = await bench.blobs.put(siteText(files))
  return (cost) => ({
    type: 'record-build',
    site,
    paths: files.map(({ path }) => path),
    source,
    notes,
    cost,
    claims: [...claims],
    fixed: [...fixed],
  })
}

async function previous(bench: StepBench, { site }: GanRun): Promise<SiteFiles | null> {
  const text = site === null ? null : await bench.blobs.get(site)
  return text === null ? null : readSite(text)
}

/** A claim stands only with evidence in the builder's own files. It never counts for a score. */
const claimed = (files: SiteFiles, claims: BuildOutput['claims']): readonly Claim[] =>
  claims.map(({ id, evidence }) => ({
    id,
    evidence: evidence.map(evidenceText),
    verified:
      evidenceProblems(evidence, { files, judgement: null, screenshots: [], sections: [] })
        .length === 0,
  }))

type Mended = Repaired

/** The repairs that findings carry, verified by looking again. */
async function mend(
  bench: StepBench,
  run: Run,
  files: SiteFiles,
): Promise<Mended | 'cancelled' | null> {
  bench.tell({ type: 'doing', what: 'trying machine repairs' })
  const site = { files, contract: contractFor(bench.contract, bench.tokens, files) }
  const verdict = await bench.judge({ ...site, pictures: false }, bench.signal)
  if (bench.signal.aborted) return 'cancelled'
  if (verdict.type === 'broken') return null
  if (bench.repair === null || openFindings(run, verdict.judgement).length === 0)
    return { files, verdict, applied: [] }
  const repaired = await bench.repair(site, verdict, bench.signal)
  return bench.signal.aborted ? 'cancelled' : repaired
}

/** What rules find against criteria that failed; what passed is not brought up again. */
function openFindings(
  run: Run,
  judgement: Repaired['verdict']['judgement'],
): readonly PageFinding[] {
  const items = run.contract?.acceptance_checklist ?? []
  // where all of it passed and is not yet enough, the way up leads through what is left to find
  const open = isRegressionOnly(items) ? items : items.filter((item) => !item.carry_forward)
  const byId = new Map(
    open
      .filter(isDecidedByRules)
      .flatMap((item) => findingsFor(item, judgement))
      .map((finding) => [JSON.stringify(finding), finding]),
  )
  return [...byId.values()]
}

/** Everything that failed is decided by rules, and no repair broke what had passed. */
const nothingLeft = (run: Run, { verdict }: Mended): boolean =>
  run.guidance.length === 0 &&
  (run.contract?.acceptance_checklist ?? []).every((item) =>
    isDecidedByRules(item) ? findingsFor(item, verdict.judgement).length === 0 : item.carry_forward,
  ) &&
  verdict.judgement.mustPassFailures.length === 0
