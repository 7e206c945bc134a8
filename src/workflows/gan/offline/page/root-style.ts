import { customProperty, namedTokens, type Tokens } from '../../inputs/tokens.ts'
import { type Ground, groundNames, groundsOf, type Palette, type Scheme } from './grounds.ts'

export type RootStyle = {
  readonly palette: Palette
  readonly dark: boolean
  readonly radius: 'sharp' | 'rounded' | 'pill'
  /** How large the first headline should be, in pixels; the nearest token is taken. */
  readonly display: number
  readonly pace: 'tight' | 'even' | 'airy'
}

/** All tokens as custom properties, and the parts that they play on this page. */
export function rootStyle(tokens: Tokens, style: RootStyle): string {
  const named = namedTokens(tokens).map(({ name, value }) => `  ${customProperty(name)}: ${value};`)
  const roles = [
    ...typeRoles(tokens, style.display),
    ...spaceRoles(tokens, style.pace),
    ...radiusRoles(tokens, style.radius),
  ].map(([role, name]) => `  --${role}: var(${customProperty(name)});`)
  const dark = style.dark
    ? `\n@media (prefers-color-scheme: dark) {\n${grounds(tokens, style.palette, 'dark')}\n}\n`
    : ''
  return [
    ':root {',
    `  color-scheme: ${style.dark ? 'light dark' : 'light'};`,
    ...named,
    ...roles,
    '  --leading-display: calc(var(--leading-tight) * 0.84);',
    ...artRoles(tokens),
    '}',
    '',
    `@media (min-width: 64rem) {\n  :root {\n    --display: var(--display-large);\n    --title: var(--title-large);\n  }\n}`,
    '',
    grounds(tokens, style.palette, 'light'),
    dark,
  ].join('\n')
}

/** The colours of the art. A brand without a second colour draws with its first. */
function artRoles({ colors }: Tokens): readonly string[] {
  const inks: Readonly<Record<string, readonly string[]>> = {
    brand: ['primary'],
    accent: ['accent', 'secondary', 'neutral.400'],
    second: ['secondary', 'accent', 'neutral.500'],
    deep: ['neutral.900', 'neutral.950', 'text'],
    soft: ['neutral.200', 'border', 'neutral.300', 'surface'],
    pale: ['neutral.50', 'background', 'surface'],
  }
  return Object.entries(inks).map(([ink, names]) => {
    const name = names.find((each) => colors[each] !== undefined)
    return `  --art-${ink}: ${name === undefined ? 'currentColor' : `var(${customProperty(`color.${name}`)})`};`
  })
}

type Role = readonly [role: string, token: string]

/** Every part of the type, as near as the scale comes to what it should measure. */
function typeRoles({ typography }: Tokens, display: number): readonly Role[] {
  const sizes = Object.entries(typography.fontSize)
  const near = (goal: number): string =>
    `size.${sizes.toSorted(([, one], [, other]) => Math.abs(one - goal) - Math.abs(other - goal))[0]?.[0] ?? 'base'}`
  // a scale may end early; a title is smaller than the headline even then
  const large = Math.min(display, Math.max(...sizes.map(([, size]) => size)))
  const families = Object.keys(typography.fontFamily)
  const family = (...names: readonly string[]): string =>
    `font.${names.find((name) => families.includes(name)) ?? families[0] ?? 'body'}`
  return [
    // columns are narrow on tablets, so large type waits for a wide screen
    ['display', near(Math.min(48, display))],
    ['display-large', near(display)],
    ['display-small', near(40)],
    ['title', near(Math.min(36, large * 0.8))],
    ['title-large', near(Math.min(48, large * 0.8))],
    ['title-small', near(30)],
    ['figure', near(Math.min(64, display))],
    ['subtitle', near(24)],
    ['lead', near(20)],
    ['text', near(17.9)],
    ['text-small', near(16)],
    ['note', near(14)],
    ...(families.length === 0
      ? []
      : ([
          ['face', family('heading', 'display', 'body')],
          ['plain', family('body', 'text', 'sans')],
        ] as const)),
  ]
}

function spaceRoles({ spacing }: Tokens, pace: RootStyle['pace']): readonly Role[] {
  const near = (goal: number): string => {
    const step = spacing.scale.toSorted(
      (one, other) => Math.abs(one - goal) - Math.abs(other - goal),
    )[0]
    return `space.${Number(((step ?? spacing.base) / spacing.base).toFixed(4))}`
  }
  const { desktop, mobile } = spacing.section
  const section: readonly Role[] = [
    [
      'section',
      pace === 'airy'
        ? near(desktop * 1.25)
        : pace === 'tight'
          ? near(desktop * 0.8)
          : 'section.desktop',
    ],
    ['section-small', pace === 'airy' ? near(mobile * 1.3) : 'section.mobile'],
  ]
  const steps = {
    hair: 4,
    tiny: 8,
    small: 12,
    step: 16,
    more: 24,
    wide: 32,
    far: 48,
    vast: 64,
    huge: 96,
  }
  return [
    ...section,
    ...Object.entries(steps).map(([role, goal]): Role => [role, near(goal)]),
    ['page', 'container.max'],
  ]
}

function radiusRoles({ radii }: Tokens, radius: RootStyle['radius']): readonly Role[] {
  const near = (goal: number): string =>
    `radius.${Object.entries(radii).toSorted(([, one], [, other]) => Math.abs(one - goal) - Math.abs(other - goal))[0]?.[0] ?? 'sm'}`
  if (radius === 'sharp') return []
  return radius === 'pill'
    ? [
        ['round', near(9999)],
        ['corner', near(16)],
      ]
    : [
        ['round', near(8)],
        ['corner', near(12)],
      ]
}

/** A ground sets all that stands on it, so that a part looks right wherever it is put. */
function grounds(tokens: Tokens, palette: Palette, scheme: Scheme): string {
  const all = groundsOf(tokens, palette, scheme)
  return groundNames
    .map((name) => {
      const selector = name === 'paper' ? 'body, .on-paper' : `.on-${name}`
      return `${selector} {\n${declarations(tokens, all[name])}\n  background-color: var(--ground);\n  color: var(--ink);\n}`
    })
    .join('\n')
}

const declarations = (tokens: Tokens, ground: Ground): string =>
  Object.entries(ground)
    .map(([role, name]) =>
      tokens.colors[name] === undefined
        ? `  --${role}: currentColor;`
        : `  --${role}: var(${customProperty(`color.${name}`)});`,
    )
    .join('\n')
