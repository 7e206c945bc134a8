import { z } from 'zod'

export const ProfileName = z.enum(['default', 'strict', 'lenient', 'frontend', 'design'])
export type ProfileName = z.infer<typeof ProfileName>

export const Severity = z.enum(['critical', 'high', 'medium', 'low'])
export type Severity = z.infer<typeof Severity>

/** What an evaluator never lets pass. */
export type Profile = {
  readonly name: ProfileName
  /** The least score of every dimension; null where only the overall score counts. */
  readonly dimensionThreshold: number | null
  /** Findings of these severities fail the whole. */
  readonly forbiddenSeverities: readonly Severity[]
}

const profile = (
  name: ProfileName,
  forbiddenSeverities: readonly Severity[],
  dimensionThreshold: number | null = null,
): Profile => ({ name, dimensionThreshold, forbiddenSeverities })

export const profiles: Readonly<Record<ProfileName, Profile>> = {
  default: profile('default', ['critical', 'high']),
  strict: profile('strict', Severity.options, 0.8),
  lenient: profile('lenient', ['critical']),
  frontend: profile('frontend', ['critical', 'high']),
  design: profile('design', []),
}

/** What slop does to Originality under `frontend`: a cap at one or two patterns, a fail from three. */
export function originalityUnderSlop(
  score: number,
  patterns: number,
): { readonly score: number; readonly failed: boolean } {
  if (patterns <= 0) return { score, failed: false }
  return { score: Math.min(score, 0.5), failed: patterns >= 3 }
}

/** The profile a BRIEF asks for, else the configured one, else the built-in one (decision 0.21). */
export function resolveProfile(
  wanted: string | undefined,
  configured: ProfileName | undefined,
): Profile {
  const asked = ProfileName.safeParse(wanted)
  return profiles[asked.success ? asked.data : (configured ?? 'design')]
}
