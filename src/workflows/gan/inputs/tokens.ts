import { z } from 'zod'

const pixels = z.number().nonnegative()

/** Design tokens in their normal form. Lengths are CSS pixels, colours #RRGGBB. */
export const Tokens = z.object({
  /** `primary`, `primary.foreground`, `neutral.500`, `semantic.error`, … */
  colors: z.record(z.string(), z.string()),
  typography: z.object({
    fontFamily: z.record(z.string(), z.string()),
    fontSize: z.record(z.string(), pixels),
    lineHeight: z.record(z.string(), z.number().positive()),
  }),
  spacing: z.object({
    base: z.number().positive(),
    scale: z.array(pixels),
    section: z.object({ desktop: pixels, mobile: pixels }),
    container: pixels,
  }),
  radii: z.record(z.string(), pixels),
  shadows: z.record(z.string(), z.string()),
  source: z.string(),
  bundle_version: z.string().nullable(),
})
export type Tokens = z.infer<typeof Tokens>

export const neutralSteps = [
  '50',
  '100',
  '200',
  '300',
  '400',
  '500',
  '600',
  '700',
  '800',
  '900',
  '950',
] as const

/** The colour names that the components know. Others are kept, with a warning. */
export const knownColours: ReadonlySet<string> = new Set([
  'primary',
  'secondary',
  'accent',
  'background',
  'surface',
  'text',
  'text.muted',
  'border',
  ...['primary', 'secondary', 'accent', 'background', 'surface'].map(
    (name) => `${name}.foreground`,
  ),
  ...['success', 'warning', 'error'].flatMap((name) => [
    `semantic.${name}`,
    `semantic.${name}.foreground`,
  ]),
  ...neutralSteps.map((step) => `neutral.${step}`),
])

/** What holds where a file leaves something out. Colours have no default: they are the brand's. */
export const tokenDefaults = {
  fontSize: {
    xs: 12,
    sm: 14,
    base: 16,
    lg: 18,
    xl: 20,
    '2xl': 24,
    '3xl': 30,
    '4xl': 36,
  },
  lineHeight: { tight: 1.25, normal: 1.5, relaxed: 1.75 },
  base: 4,
  steps: [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24],
  section: { desktop: 80, mobile: 48 },
  container: 1280,
  radii: { sm: 4, md: 8, lg: 12, xl: 16, full: 9999 },
  shadows: {
    sm: '0 1px 2px rgb(0 0 0 / 0.05)',
    md: '0 4px 6px rgb(0 0 0 / 0.10)',
    lg: '0 10px 15px rgb(0 0 0 / 0.10)',
    xl: '0 20px 25px rgb(0 0 0 / 0.10)',
  },
} as const

/** Names that other tools use, and what they are here. */
export const renames: Readonly<Record<string, string>> = {
  primary_color: 'colors.primary',
  brand_color: 'colors.primary',
  heading_font: 'typography.fontFamily.heading',
  base_spacing: 'spacing.base',
}

/** All tokens by their names, `color.primary` to `shadow.xl`, in a fixed order. */
export function namedTokens(
  tokens: Tokens,
): readonly { readonly name: string; readonly value: string }[] {
  const { colors, typography, spacing, radii, shadows } = tokens
  const lengths = (prefix: string, record: Readonly<Record<string, number>>) =>
    Object.entries(record).map(([name, value]) => ({
      name: `${prefix}.${name}`,
      value: `${value}px`,
    }))
  const texts = (prefix: string, record: Readonly<Record<string, string>>) =>
    Object.entries(record).map(([name, value]) => ({ name: `${prefix}.${name}`, value }))
  return [
    ...texts('color', colors),
    ...texts('font', typography.fontFamily),
    ...lengths('size', typography.fontSize),
    ...Object.entries(typography.lineHeight).map(([name, value]) => ({
      name: `leading.${name}`,
      value: `${value}`,
    })),
    ...spacing.scale.map((step) => ({
      name: `space.${Number((step / spacing.base).toFixed(4))}`,
      value: `${step}px`,
    })),
    ...lengths('section', spacing.section),
    { name: 'container.max', value: `${spacing.container}px` },
    ...lengths('radius', radii),
    ...texts('shadow', shadows),
  ]
}

/** A token's name as a custom property: `color.primary.foreground` is `--color-primary-foreground`. */
export const customProperty = (name: string): string =>
  `--${name.replaceAll(/[^A-Za-z0-9]+/g, '-')}`
