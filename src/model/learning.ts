import { z } from 'zod'

/** What one run showed once, with the scores before and after it. */
export const Observation = z.object({
  category: z.string().min(1),
  observation: z.string().min(1),
  /** A must-pass failure or a fall of the score: once is enough to remember it for good. */
  critical: z.boolean(),
  evidence: z.object({
    project_id: z.string(),
    score_before: z.number(),
    score_after: z.number(),
    context: z.string(),
  }),
})
export type Observation = z.infer<typeof Observation>

/** How sure an observation has become. An anti-pattern stays one until a person says otherwise. */
export const LearningStatus = z.enum([
  'observation',
  'heuristic',
  'rule',
  'high-confidence',
  'anti-pattern',
])
export type LearningStatus = z.infer<typeof LearningStatus>

export const Learning = z.object({
  id: z.string().regex(/^LEARN-\d{8}-\d{3,}$/, 'must be such as LEARN-20260914-001'),
  category: z.string(),
  observation: z.string(),
  evidence: z.array(Observation.shape.evidence),
  count: z.number().int().positive(),
  confidence: z.number().min(0).max(1),
  status: LearningStatus,
  created_at: z.string(),
  updated_at: z.string(),
})
export type Learning = z.infer<typeof Learning>

/** Seen once, three, five and ten times. */
const tiers: readonly (readonly [least: number, status: LearningStatus])[] = [
  [10, 'high-confidence'],
  [5, 'rule'],
  [3, 'heuristic'],
  [1, 'observation'],
]

export const statusFor = (count: number): LearningStatus =>
  tiers.find(([least]) => count >= least)?.[1] ?? 'observation'

const mostEvidence = 50

/** The learnings with what was now observed: counted where it is known, new where it is not. */
export function learn(
  known: readonly Learning[],
  observations: readonly Observation[],
  at: string,
): readonly Learning[] {
  return observations.reduce<readonly Learning[]>((all, observation) => {
    const same = all.find(
      (each) =>
        each.category === observation.category && each.observation === observation.observation,
    )
    const evidence = [...(same?.evidence ?? []), observation.evidence].slice(-mostEvidence)
    const count = (same?.count ?? 0) + 1
    const lasting = observation.critical || same?.status === 'anti-pattern'
    const next: Learning = {
      id: same?.id ?? nextId(all, at),
      category: observation.category,
      observation: observation.observation,
      evidence,
      count,
      confidence: share(evidence),
      status: lasting ? 'anti-pattern' : statusFor(count),
      created_at: same?.created_at ?? at,
      updated_at: at,
    }
    return same === undefined ? [...all, next] : all.map((each) => (each === same ? next : each))
  }, known)
}

/** How much of the evidence points the same way, the first time trusted by half. */
function share(evidence: Learning['evidence']): number {
  const better = evidence.filter(({ score_before, score_after }) => score_after > score_before)
  const most = Math.max(better.length, evidence.length - better.length)
  return Math.round((most / (evidence.length + 1)) * 1e4) / 1e4
}

function nextId(all: readonly Learning[], at: string): string {
  const day = `LEARN-${at.slice(0, 10).replaceAll('-', '')}-`
  const used = all.filter(({ id }) => id.startsWith(day)).map(({ id }) => Number(id.slice(15)))
  return `${day}${String(Math.max(0, ...used) + 1).padStart(3, '0')}`
}
