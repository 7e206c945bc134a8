export const brandFiles = {
  voice: 'brand-voice.md',
  visual: 'visual-identity.md',
  audience: 'target-audience.md',
} as const

/** How the brand speaks, as far as anything is made of it. */
export type BrandVoice = {
  readonly name: string | undefined
  readonly tone: readonly string[]
  readonly avoidedTerms: readonly string[]
}

/** How the brand looks. Colours are written #RRGGBB. */
export type VisualIdentity = {
  readonly colours: Readonly<Record<string, string>>
  /** 50 to 950. */
  readonly neutralScale: Readonly<Record<string, string>>
  readonly fonts: Readonly<Record<string, string>>
  readonly borderRadiusStyle: 'sharp' | 'rounded' | 'pill'
  readonly darkModeSupport: boolean
}

/** The kinds of reader that the reading levels know. */
export type AudienceKind = 'b2b_developers' | 'smb' | 'consumers'

/** Whom the page is for; null where the file does not name a kind. */
export type TargetAudience = { readonly kind: AudienceKind | null }
