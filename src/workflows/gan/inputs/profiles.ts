import { z } from 'zod'
import { rubrics } from './rubrics.ts'

export const ProfileName = z.enum(['default', 'strict', 'lenient', 'frontend', 'design'])
export type ProfileName = z.infer<typeof ProfileName>

export const Severity = z.enum(['critical', 'high', 'medium', 'low'])
export type Severity = z.infer<typeof Severity>

/** How an evaluator weighs and what it never lets pass. */
export type Profile = {
  readonly name: ProfileName
  readonly dimensions: readonly { readonly name: string; readonly weight: number }[]
  /** The least score of every dimension; null where only the overall score counts. */
  readonly dimensionThreshold: number | null
  /** Findings of these severities fail the whole. */
  readonly forbiddenSeverities: readonly Severity[]
  readonly coverage: number | null
  readonly mutation: number | null
  readonly unverified: 'fails' | 'allowed'
  /** Dimensions whose failure fails the whole, whatever the rest scores. */
  readonly mustPassDimensions: readonly string[]
  readonly mustPass: readonly string[]
}

const code = (weights: readonly [number, number, number, number]) =>
  ['Functionality', 'Security', 'Craft', 'Consistency'].map((name, index) => ({
    name,
    weight: weights[index] ?? 0,
  }))

/** What no score can outweigh in the loop: both lists of the method together (decision 0.5). */
export const mustPassConditions = [
  'the copy equals copy.json or the copy of the BRIEF',
  'no purple gradient with generic white cards as the main visual',
  'no overflow and no unreadable text at 375 px',
  'no interactive element answers 404 or is broken',
  'WCAG AA holds and the accessibility score is at least 80',
] as const

export const profiles: Readonly<Record<ProfileName, Profile>> = {
  default: {
    name: 'default',
    dimensions: code([0.4, 0.25, 0.2, 0.15]),
    dimensionThreshold: null,
    forbiddenSeverities: ['critical', 'high'],
    coverage: 85,
    mutation: null,
    unverified: 'fails',
    mustPassDimensions: ['Security'],
    mustPass: ['every acceptance criterion passes'],
  },
  strict: {
    name: 'strict',
    dimensions: code([0.35, 0.35, 0.2, 0.1]),
    dimensionThreshold: 0.8,
    forbiddenSeverities: Severity.options,
    coverage: 90,
    mutation: 80,
    unverified: 'fails',
    mustPassDimensions: ['Functionality', 'Security', 'Craft', 'Consistency'],
    mustPass: ['every acceptance criterion passes'],
  },
  lenient: {
    name: 'lenient',
    dimensions: code([0.6, 0.2, 0.1, 0.1]),
    dimensionThreshold: null,
    forbiddenSeverities: ['critical'],
    coverage: 60,
    mutation: null,
    unverified: 'allowed',
    mustPassDimensions: [],
    mustPass: [],
  },
  frontend: {
    name: 'frontend',
    dimensions: [
      { name: 'Originality', weight: 0.4 },
      { name: 'Design Quality', weight: 0.3 },
      { name: 'Craft & Functionality', weight: 0.3 },
    ],
    dimensionThreshold: null,
    forbiddenSeverities: ['critical', 'high'],
    coverage: null,
    mutation: null,
    unverified: 'fails',
    mustPassDimensions: ['Originality'],
    mustPass: [
      'WCAG AA holds',
      'the page works on mobile, tablet and desktop',
      'controls have hover, focus and active states',
    ],
  },
  design: {
    name: 'design',
    dimensions: rubrics.map(({ dimension, weight }) => ({ name: dimension, weight })),
    dimensionThreshold: null,
    forbiddenSeverities: [],
    coverage: null,
    mutation: null,
    unverified: 'fails',
    mustPassDimensions: [],
    mustPass: mustPassConditions,
  },
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
