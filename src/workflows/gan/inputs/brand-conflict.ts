import type { VisualIdentity } from './brand.ts'
import { type ContrastFailure, contrastFailures } from './contrast.ts'
import type { Tokens } from './tokens.ts'

export type Difference = {
  readonly name: string
  /** What visual-identity.md says. */
  readonly defined: string
  /** What the tokens hold. */
  readonly generated: string
}

/** Why the design cannot go on as it is, and what a person may choose. It halts the work. */
export type BrandConflict = {
  readonly code: 'BRAND_DESIGN_CONFLICT'
  readonly differences: readonly Difference[]
  readonly contrast: readonly ContrastFailure[]
  readonly options: readonly { readonly id: string; readonly text: string }[]
}

/** What is defined against what was generated, and pairs nobody can read; null where all is well. */
export function brandConflict(
  identity: VisualIdentity | null,
  tokens: Tokens,
): BrandConflict | null {
  const differences = identity === null ? [] : differencesOf(identity, tokens)
  const contrast = contrastFailures(tokens)
  if (differences.length === 0 && contrast.length === 0) return null
  return {
    code: 'BRAND_DESIGN_CONFLICT',
    differences,
    contrast,
    options: [
      ...(differences.length === 0
        ? []
        : [
            { id: 'keep-defined', text: 'keep what visual-identity.md defines' },
            {
              id: 'take-generated',
              text: 'take the generated values and change visual-identity.md',
            },
          ]),
      ...(contrast.length === 0
        ? []
        : [{ id: 'take-nearest', text: 'take the nearest alternative that passes for each pair' }]),
      { id: 'stop', text: 'stop and change the files by hand' },
    ],
  }
}

function differencesOf(identity: VisualIdentity, tokens: Tokens): readonly Difference[] {
  const colours = { ...identity.colours, ...prefixed(identity.neutralScale) }
  return [
    ...Object.entries(colours).flatMap(([name, defined]) => {
      const generated = tokens.colors[name]
      return generated === undefined || generated === defined
        ? []
        : [{ name: `color.${name}`, defined, generated }]
    }),
    ...Object.entries(identity.fonts).flatMap(([name, defined]) => {
      const generated = tokens.typography.fontFamily[name]
      return generated === undefined || firstFamily(generated) === firstFamily(defined)
        ? []
        : [{ name: `font.${name}`, defined, generated }]
    }),
  ]
}

const prefixed = (scale: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(scale).map(([step, hex]) => [`neutral.${step}`, hex]))

/** Fallbacks may differ; the first family is the brand's. */
const firstFamily = (stack: string): string =>
  (stack.split(',')[0] ?? '').replaceAll(/["']/g, '').trim().toLowerCase()

/** The report as lines for people. */
export function brandConflictText({ code, differences, contrast, options }: BrandConflict): string {
  return [
    code,
    ...differences.map(
      ({ name, defined, generated }) => `  ${name}: defined ${defined}, generated ${generated}`,
    ),
    ...contrast.flatMap(({ foreground, background, ratio, needed, alternatives }) => [
      `  ${foreground.name} ${foreground.hex} on ${background.name} ${background.hex}: ${ratio}:1, needs ${needed}:1`,
      ...alternatives.map(
        (each) => `    try ${each.foreground} on ${each.background}: ${each.ratio}:1`,
      ),
    ]),
    ...options.map(({ id, text }) => `  option ${id}: ${text}`),
  ].join('\n')
}
