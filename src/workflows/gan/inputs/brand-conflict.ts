import type { VisualIdentity } from './brand.ts'
import type { Tokens } from './tokens.ts'

export type Difference = {
  readonly name: string
  /** What visual-identity.md says. */
  readonly defined: string
  /** What the tokens hold. */
  readonly generated: string
}

/** What the brand defines against what the tokens hold. Any difference halts the work. */
export function brandConflict(
  identity: VisualIdentity | null,
  tokens: Tokens,
): readonly Difference[] {
  if (identity === null) return []
  const neutrals = Object.entries(identity.neutralScale).map(
    ([step, hex]) => [`neutral.${step}`, hex] as const,
  )
  const colours = [...Object.entries(identity.colours), ...neutrals].map(([name, defined]) => ({
    name: `color.${name}`,
    defined,
    generated: tokens.colors[name] ?? defined,
  }))
  const fonts = Object.entries(identity.fonts).map(([name, defined]) => ({
    name: `font.${name}`,
    defined,
    generated: tokens.typography.fontFamily[name] ?? defined,
  }))
  return [
    ...colours.filter(({ defined, generated }) => defined !== generated),
    ...fonts.filter(({ defined, generated }) => firstFamily(defined) !== firstFamily(generated)),
  ]
}

/** Fallbacks may differ; the first family is the brand's. */
const firstFamily = (stack: string): string =>
  (stack.split(',')[0] ?? '').replaceAll(/["']/g, '').trim().toLowerCase()

/** The report as lines for people, with what they may choose. */
export const brandConflictText = (differences: readonly Difference[]): string =>
  [
    'BRAND_DESIGN_CONFLICT',
    ...differences.map(
      ({ name, defined, generated }) => `  ${name}: defined ${defined}, generated ${generated}`,
    ),
    '  option keep-defined: keep what visual-identity.md defines',
    '  option take-generated: take the generated values and change visual-identity.md',
    '  option stop: stop and change the files by hand',
  ].join('\n')
