import { contrastRatio } from '../../model/colour.ts'
import { parseColour } from '../../workflows/gan/inputs/colour.ts'
import { customProperty, namedTokens, type Tokens } from '../../workflows/gan/inputs/tokens.ts'
import type { Inputs } from './read-inputs.ts'

/** Text as the tokens say, or in a token that can be read. */
export type Palette = 'as-given' | 'readable'
type Colours = Tokens['colors']

/** The whole style sheet: all tokens as custom properties, the parts they play, and one layout. */
export function styleSheet({ tokens, visual }: Inputs, palette: Palette): string {
  const dark = visual?.darkModeSupport ?? false
  const named = namedTokens(tokens).map(({ name, value }) => [customProperty(name), value])
  const roles = rolesOf(tokens, visual?.borderRadiusStyle ?? 'rounded')
  const root = [
    ['color-scheme', dark ? 'light dark' : 'light'],
    ...named,
    ...roles.map(([role, token]) => [`--${role}`, `var(${customProperty(token)})`]),
  ]
  const night = `@media (prefers-color-scheme: dark) {\n${groundRules(tokens.colors, palette, true)}}\n`
  return [
    `:root {\n${root.map(([name, value]) => `  ${name}: ${value};\n`).join('')}}\n`,
    groundRules(tokens.colors, palette, false),
    dark ? night : '',
    layout.trimStart(),
  ].join('')
}

const nearest = <Name>(scale: readonly (readonly [Name, number])[], goal: number) =>
  scale.toSorted(([, one], [, other]) => Math.abs(one - goal) - Math.abs(other - goal))[0]?.[0]

const sizes = { display: 64, title: 36, figure: 30, lead: 20, text: 17.9, note: 16 }
const spaces = { tiny: 8, small: 12, step: 16, more: 24, wide: 32, far: 48, vast: 64 }

/** Each part with the token that comes nearest to what it should measure. */
function rolesOf(
  { typography, spacing, radii }: Tokens,
  radius: 'sharp' | 'rounded' | 'pill',
): readonly (readonly [role: string, token: string])[] {
  const fontSizes = Object.entries(typography.fontSize)
  const steps = spacing.scale.map(
    (step) => [Number((step / spacing.base).toFixed(4)), step] as const,
  )
  const families = Object.keys(typography.fontFamily)
  const family = (...names: readonly string[]) =>
    `font.${names.find((name) => families.includes(name)) ?? families[0] ?? 'body'}`
  const round = nearest(Object.entries(radii), radius === 'pill' ? 9999 : 8) ?? 'sm'
  return [
    ...Object.entries(sizes).map(
      ([role, goal]) => [role, `size.${nearest(fontSizes, goal) ?? 'base'}`] as const,
    ),
    ['display-small', `size.${nearest(fontSizes, 40) ?? 'base'}`],
    ...Object.entries(spaces).map(
      ([role, goal]) => [role, `space.${nearest(steps, goal) ?? 1}`] as const,
    ),
    ...(families.length === 0
      ? []
      : ([
          ['face', family('heading', 'display', 'body')],
          ['plain', family('body', 'text', 'sans')],
        ] as const)),
    ...(radius === 'sharp' ? [] : ([['round', `radius.${round}`]] as const)),
  ]
}

const darks = ['neutral.900', 'neutral.950', 'neutral.800', 'neutral.700', 'text']
const lights = ['neutral.50', 'background', 'surface', 'neutral.100', 'neutral.200']

/** A ground sets the colours of all that stands on it, so that every part can be read anywhere. */
function groundRules(colors: Colours, palette: Palette, night: boolean): string {
  const grounds = [
    ['body', night ? darks : ['background', 'surface', 'neutral.50'], !night],
    ['.on-band', night ? darks.slice(2) : ['neutral.100', 'surface', 'neutral.50'], !night],
    ['.on-brand', ['primary'], false],
    ['.on-deep', night ? darks.slice(2) : darks, false],
  ] as const
  return grounds
    .map(([selector, names, plain]) => {
      const rules = Object.entries(coloursOn(colors, names, { palette, plain }))
        .map(([role, name]) => `  --${role}: var(${customProperty(`color.${name}`)});\n`)
        .join('')
      return `${selector} {\n${rules}  background-color: var(--ground);\n  color: var(--ink);\n}\n`
    })
    .join('')
}

function coloursOn(
  colors: Colours,
  grounds: readonly string[],
  { palette, plain }: { readonly palette: Palette; readonly plain: boolean },
): Readonly<Record<string, string>> {
  const all = Object.keys(colors)
  const ground = grounds.find((name) => all.includes(name)) ?? all[0] ?? 'primary'
  const read = (names: readonly string[], on: string, needed = 4.5): string => {
    const there = names.filter((name) => all.includes(name))
    const [wanted] = there
    // these tokens say themselves what they stand on
    if (palette === 'as-given' && wanted !== undefined && /^text\b|\.foreground$/.test(wanted))
      return wanted
    const contrast = (name: string) => ratio(colors[name], colors[on])
    const best = all.toSorted((one, other) => contrast(other) - contrast(one))[0]
    return there.find((name) => contrast(name) >= needed) ?? best ?? 'primary'
  }
  const inks = plain ? ['text', ...darks] : [`${ground}.foreground`, ...lights, ...darks]
  const call = read(plain ? ['primary', ...darks] : [...lights, ...darks], ground, 3)
  return {
    ground,
    ink: read(inks, ground),
    quiet: read(plain ? ['text.muted', 'neutral.600', ...darks] : inks, ground),
    mark: read(['accent', 'secondary', 'primary', ...inks], ground, 3),
    link: read(plain ? ['primary', 'secondary', ...darks] : inks, ground),
    call,
    'on-call': read([`${call}.foreground`, ...lights, ...darks], call),
  }
}

function ratio(one: string | undefined, other: string | undefined): number {
  const [front, back] = [parseColour(one ?? ''), parseColour(other ?? '')]
  return front.ok && back.ok ? contrastRatio(front.value, back.value) : 1
}

const layout = `
*, *::before, *::after { box-sizing: border-box; }
html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; }
body {
  margin: 0;
  font-family: var(--plain, sans-serif);
  font-size: var(--note);
  line-height: var(--leading-normal);
}
h1, h2, h3, p, ul, ol, blockquote, fieldset { margin: 0; padding: 0; overflow-wrap: anywhere; }
h1, h2, h3 {
  font-family: var(--face, serif);
  line-height: var(--leading-tight);
  text-wrap: balance;
  hyphens: auto;
  hyphenate-limit-chars: 16 6 6;
}
h1 { font-size: var(--display-small); }
h2 { font-size: var(--figure); }
h3, .lead, .voices blockquote { font-size: var(--lead); }
p { max-width: 62ch; text-wrap: pretty; }
ul, ol { list-style: none; }
fieldset { border: 0; min-width: 0; }
.wrap {
  display: grid;
  gap: var(--more);
  width: 100%;
  max-width: var(--container-max);
  margin-inline: auto;
  padding-inline: var(--more);
}
section { padding-block: var(--section-mobile); border-top: 2px solid var(--ink); scroll-margin-top: var(--wide); }
header .wrap { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; padding-block: var(--small); }
header ul { display: flex; gap: 0 var(--more); }
header li:not(:last-child) { display: none; }
header a, .quiet-link, .wordmark { display: inline-flex; align-items: center; min-height: 2.75rem; font-weight: 700; }
.wordmark { color: var(--ink); font-family: var(--face, serif); font-size: var(--lead); text-decoration: none; }
footer .wrap { padding-block: var(--far); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
a { color: var(--link); text-underline-offset: 0.3em; }
a:hover { color: var(--ink); text-decoration: underline; text-decoration-thickness: 2px; }
a:active { text-decoration-style: dotted; }
a:focus-visible, button:focus-visible, input:focus-visible { outline: 3px solid var(--ink); outline-offset: 3px; }
.button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  min-height: 3.25rem;
  padding: var(--small) var(--wide);
  border: 2px solid var(--call);
  border-radius: var(--round, 0);
  background-color: var(--call);
  color: var(--on-call);
  font: inherit;
  font-weight: 700;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
}
.button:hover { border-color: var(--ink); background-color: var(--ink); color: var(--ground); }
.button:active { transform: translateY(2px); }
.calls { display: flex; flex-wrap: wrap; gap: var(--step) var(--wide); align-items: center; }
.problem p { font-family: var(--face, serif); font-size: var(--lead); }
.features li { display: grid; gap: var(--tiny) var(--wide); padding-block: var(--more); border-top: 1px solid var(--quiet); }
.metric, .price { color: var(--mark); font-family: var(--face, serif); font-size: var(--figure); line-height: var(--leading-tight); }
.note, .metric { max-width: 52ch; }
.note { color: var(--quiet); }
.plans { border: 2px solid var(--ink); border-radius: var(--round, 0); }
.plans > li { display: grid; gap: var(--tiny); align-content: start; padding: var(--more); }
.plans > li + li { border-top: 2px solid var(--ink); }
.voices { display: grid; gap: var(--wide); }
form { display: grid; gap: var(--step); }
fieldset label { display: flex; gap: var(--small); align-items: center; min-height: 3.25rem; cursor: pointer; }
fieldset label + label { border-top: 1px solid var(--quiet); }
fieldset label span:first-of-type { flex: 1; font-weight: 700; }
fieldset label:hover span:first-of-type { text-decoration: underline; }
input[type='radio'] { flex: none; width: 1.5rem; height: 1.5rem; margin: 0; accent-color: var(--ink); }
input[type='email'] {
  min-height: 3.25rem;
  padding: var(--tiny) var(--step);
  border: 2px solid var(--ink);
  border-radius: var(--round, 0);
  background-color: var(--ground);
  color: var(--ink);
  font: inherit;
}
@media (min-width: 48rem) {
  body { font-size: var(--text); }
  h2 { font-size: var(--title); }
  section { padding-block: var(--section-desktop); }
  .wrap { padding-inline: var(--far); }
  header li:not(:last-child) { display: list-item; }
  .problem .wrap { grid-template-columns: 5fr 7fr; gap: var(--vast); }
  .features li { grid-template-columns: 16rem 1fr; }
  .features .metric { grid-column: 1; grid-row: 1 / span 2; }
  .features h3, .features li > p { grid-column: 2; }
  .plans { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); }
  .plans > li + li { border-top: 0; border-left: 2px solid var(--ink); }
  .voices { grid-auto-flow: column; grid-auto-columns: 1fr; gap: var(--far); }
  .cta .wrap { grid-template-columns: 5fr 7fr; gap: var(--more) var(--vast); }
  .cta form, .cta .calls { grid-column: 2; grid-row: 1 / span 2; align-content: start; }
}
@media (min-width: 64rem) {
  h1 { max-width: 18ch; font-size: var(--display); }
}
@media (prefers-reduced-motion: reduce) {
  html { scroll-behavior: auto; }
  .button:active { transform: none; }
}
@media print {
  nav, form, .calls { display: none; }
  section { padding-block: var(--step); break-inside: avoid; }
}
`
