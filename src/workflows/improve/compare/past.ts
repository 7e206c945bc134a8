import type { ImprovementRow, IterationRow } from '../../../model/records-improvements.ts'
import { counted } from '../../../model/counted.ts'
import type { Records } from '../../../ports/records.ts'
import { tenths } from '../analysis.ts'
import { baselineOf } from '../autonomy.ts'
import type { Proposal } from '../events.ts'
import { appliedWith } from '../impact.ts'
import { type ImproveRun, scoreOf } from '../state.ts'
import { type Candidate, rankProposals } from './shortlist.ts'

/** Proposals against the same cause are of one kind. */
const kindOf = ({ cause, type }: Pick<Proposal, 'cause' | 'type'>): string =>
  cause === '' ? type : cause

/** What the improvements of a run were measured to do. What was applied together with others says nothing of each. */
export const pastOf = (run: ImproveRun): readonly Candidate[] =>
  run.improvements.flatMap((improvement) => {
    const { id, from, proposal, status, differences = [] } = improvement
    if (proposal.easier.length > 0 || proposal.undoes !== null) return []
    const isAlone = appliedWith(run, improvement).length === 1
    const next = run.iterations.find((each) => each.number === from + 1)
    const [before, after] = [baselineOf(run, from), next].map((iteration) =>
      iteration === undefined ? null : scoreOf(iteration),
    )
    const effect =
      status === 'applied' && isAlone && before != null && after != null ? [after - before] : []
    const measured = differences.length > 0 ? differences : effect
    return measured.length === 0 ? [] : [{ id, kind: kindOf(proposal), differences: measured }]
  })

/** The same of the other runs of this workspace, from its records. */
export async function recordedPast(
  records: Pick<Records, 'improvements' | 'iterations'>,
  runId: string,
): Promise<readonly Candidate[]> {
  const rows = (await records.improvements()).filter(
    ({ proposal_details: details, from_iteration_id }) =>
      details['run'] !== runId && from_iteration_id !== null,
  )
  const scores = new Map((await records.iterations()).map((row) => [row.id, overallOf(row)]))
  return rows.flatMap((row) => {
    const { id, improvement_type, proposal_details: details } = row
    if (isAny(details['easier']) || typeof details['undoes'] === 'string') return []
    const cause = typeof details['cause'] === 'string' ? details['cause'] : ''
    const differences = isAny(details['differences'])
      ? details['differences'].filter((each) => typeof each === 'number')
      : nextOf(row, rows, scores)
    const kind = kindOf({ cause, type: improvement_type })
    return differences.length === 0 ? [] : [{ id, kind, differences }]
  })
}

const isAny = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > 0

const overallOf = ({ human_quality_score, overall_score }: IterationRow): number | null =>
  human_quality_score ?? overall_score

function nextOf(
  {
    from_iteration_id: from,
    to_iteration_id: to,
    status,
    proposal_details: details,
  }: ImprovementRow,
  rows: readonly ImprovementRow[],
  scores: ReadonlyMap<string, number | null>,
): readonly number[] {
  const beside = rows.filter(
    (each) =>
      each.from_iteration_id === from &&
      each.status === 'applied' &&
      typeof each.proposal_details['undoes'] !== 'string',
  )
  const base = typeof details['baseline'] === 'string' ? details['baseline'] : (from ?? '')
  const [before, after] = [scores.get(base), scores.get(to ?? '')]
  return status === 'applied' && beside.length === 1 && before != null && after != null
    ? [after - before]
    : []
}

/** The most promising first, each with what was measured of its kind before; what takes something back goes before all. */
export function rankedWithEvidence(
  proposals: readonly Proposal[],
  past: readonly Candidate[],
): readonly (Proposal & { readonly evidence: string })[] {
  const candidates = proposals.map((proposal, index) => ({
    id: String(index),
    kind: kindOf(proposal),
    differences: [],
    proposal,
  }))
  const ranked = rankProposals(candidates, past).map(({ proposal }) => proposal)
  const [undoing, rest] = [
    ranked.filter(({ undoes }) => undoes !== null),
    ranked.filter(({ undoes }) => undoes === null),
  ]
  return [...undoing, ...rest].map((each) => ({ ...each, evidence: evidenceFor(each, past) }))
}

function evidenceFor(proposal: Proposal, past: readonly Candidate[]): string {
  const kind = kindOf(proposal)
  const alike = past.filter((each) => each.kind === kind)
  const differences = alike.flatMap((each) => each.differences)
  if (differences.length === 0) return `nothing was measured of changes against ${words(kind)}`
  const mean = tenths(differences.reduce((sum, each) => sum + each, 0) / differences.length)
  return `measured of ${counted(alike.length, 'change')} against ${words(kind)}: ${mean > 0 ? '+' : ''}${mean} points on average in ${counted(differences.length, 'comparison')}`
}

const words = (kind: string): string => kind.replaceAll('_', ' ')
