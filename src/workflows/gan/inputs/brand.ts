import { z } from 'zod'

export const brandFiles = {
  voice: 'brand-voice.md',
  visual: 'visual-identity.md',
  audience: 'target-audience.md',
} as const

/** How the brand speaks. */
export const BrandVoice = z.object({
  name: z.string().optional(),
  tone: z.array(z.string()).min(1),
  /** Axes such as formality, each with where the brand stands on it. */
  register: z.record(z.string(), z.string()),
  preferredTerms: z.array(z.string()),
  avoidedTerms: z.array(z.string()),
  jargonLevel: z.enum(['low', 'medium', 'high']).optional(),
  assumedKnowledge: z.string().optional(),
  examples: z.array(z.string()),
  antiExamples: z.array(z.string()),
})
export type BrandVoice = z.infer<typeof BrandVoice>

/** How the brand looks. Colours are written #RRGGBB. */
export const VisualIdentity = z.object({
  colours: z.record(z.string(), z.string()),
  /** 50 to 950. */
  neutralScale: z.record(z.string(), z.string()),
  fonts: z.record(z.string(), z.string()),
  logo: z.string().optional(),
  heroLayout: z.enum(['centered', 'split-left', 'split-right']).optional(),
  sectionRhythm: z.string().optional(),
  borderRadiusStyle: z.enum(['sharp', 'rounded', 'pill']).optional(),
  darkModeSupport: z.boolean().optional(),
  dos: z.array(z.string()),
  donts: z.array(z.string()),
})
export type VisualIdentity = z.infer<typeof VisualIdentity>

/** The kinds of reader that the reading levels know. */
export const AudienceKind = z.enum(['b2b_developers', 'smb', 'consumers'])
export type AudienceKind = z.infer<typeof AudienceKind>

/** Whom the page is for. */
export const TargetAudience = z.object({
  kind: AudienceKind,
  persona: z.string().min(1),
  goals: z.array(z.string()),
  pains: z.array(z.string()),
  triggers: z.array(z.string()),
  objections: z.array(z.string()),
  theirWords: z.array(z.string()),
  secondaryPersona: z.string().optional(),
})
export type TargetAudience = z.infer<typeof TargetAudience>
