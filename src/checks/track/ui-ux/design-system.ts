import { readColour } from '../../../kit/colour.ts'
import type { StyleLiteral } from '../../../model/page-static.ts'
import { literalsIn } from '../../page/static/css-values.ts'
import { sameHue } from '../../page/tokens/css-colour.ts'
import { firstFamily, pixels, plainShadow } from '../../page/tokens/token-scale.ts'
import { type Issue, met, notApplicable, type Part, type Pass, undecided } from '../evaluation.ts'
import { partOf } from './page-issues.ts'
import { kindOfUtility, literalOfUtility, utilityOf } from './read/tailwind.ts'
import { hasTokens } from './read/tokens.ts'
import type { DesignTokens, Place, Style, Ui } from './read/ui.ts'

type Kind = StyleLiteral['kind']

/** A value that is written out, and where. */
type Value = Place & { readonly kind: Kind; readonly value: string; readonly text: string }

const isReference = /var\(|(?<![\w-])[$@][\w-]|theme\(|token\(/
const visual =
  /color|^background|^border|^outline|^fill$|^stroke$|shadow$|^(?:margin|padding|gap|row-gap|column-gap)|radius$|^font-size$|^font-family$|^font$/
const notPainted = /shadow|filter|mask|tap-highlight|color-scheme/

const known =
  /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|(?:repeating-)?(?:linear|radial|conic)-gradient|calc|min|max|clamp|var|url|env|drop-shadow|darken|lighten|mix|rgba|shade|tint)$/

/** A value without its quotes, and with a reference for every function of the project's own. */
const withoutCalls = (value: string): string =>
  value
    .replaceAll(/"[^"]*"|'[^']*'/g, (part) => (/["']\s*,|,\s*["']/.test(value) ? part : '""'))
    .replaceAll(/([\w.-]+)\([^()]*\)/g, (call, name: string) =>
      known.test(name) || /#[\da-f]{3,8}\b/i.test(call) ? call : 'var(--_)',
    )

const onScreen = ({ conditions }: Style): boolean =>
  !conditions.some((each) => /\bprint\b|forced-colors|@font-face/.test(each))

function valuesOf(ui: Ui): readonly Value[] {
  const written = ui.styles
    .filter((style) => ui.isTouched(style) && !ui.tokens.isDefinition(style) && onScreen(style))
    .flatMap(({ path, line, property, value }) =>
      literalsIn(property, withoutCalls(value))
        .filter(({ kind }) => kind !== 'colour' || !notPainted.test(property))
        .filter(({ kind }) => kind !== 'shadow' || property === 'box-shadow')
        .filter((each) => !(each.kind === 'font-family' && isReference.test(each.value)))
        .filter((each) => !/calc|clamp|min\(|max\(/.test(value) || each.kind === 'colour')
        .map((each) => ({ path, line, ...each, text: `${property}: ${value}` })),
    )
  const inClasses = ui.elements.filter(ui.isTouched).flatMap(({ path, line, classes }) =>
    classes.flatMap((name) => {
      const found = ui.tokens.hasTailwind ? literalOfUtility(utilityOf(name)) : null
      return found === null ? [] : [{ path, line, ...found, text: name }]
    }),
  )
  return [...written, ...inClasses]
}

/** How many visual values are references or steps of a scale. */
function references(ui: Ui): number {
  const inStyles = ui.styles.filter(
    (style) =>
      ui.isTouched(style) &&
      !ui.tokens.isDefinition(style) &&
      visual.test(style.property) &&
      isReference.test(style.value),
  )
  const inClasses = ui.elements.filter(ui.isTouched).flatMap(({ classes }) =>
    classes.filter((name) => {
      const utility = utilityOf(name)
      return ui.tokens.hasTailwind && utility.arbitrary === null && kindOfUtility(utility) !== null
    }),
  )
  return inStyles.length + inClasses.length
}

const issue = ({ path, line, text, value }: Value, what: string, fix: string): Issue => ({
  message: `"${text.length > 80 ? `${text.slice(0, 77)}…` : text}" ${what}`,
  path,
  line,
  fix: `Replace ${value}: ${fix}`,
})

/** The token that has this value, as it is used; null where none has. */
function nameFor({ named }: DesignTokens, isSame: (value: string) => boolean): string | null {
  const name = [...named].find(([, value]) => isSame(value))?.[0]
  return name === undefined ? null : name.startsWith('--') ? `var(${name})` : name
}

/** White, black and their shades of transparency need no name. */
function isNeutral(value: string): boolean {
  const colour = readColour(value)
  if (colour === null || colour.a === 0) return true
  const isGrey = colour.r === colour.g && colour.g === colour.b
  return isGrey && (colour.a < 1 || /^(?:white|black)$/i.test(value.trim()))
}

function colourPart(ui: Ui, values: readonly Value[]): Part {
  const about = 'Colours come from the tokens: no raw hex or rgb'
  const raw = values.filter(({ kind, value }) => kind === 'colour' && !isNeutral(value))
  if (!hasTokens(ui.tokens, 'colour') && !ui.tokens.hasTailwind) {
    const many = raw.length >= 8 ? raw : []
    return partOf('colour-tokens', about, {
      issues: many.map((each) =>
        issue(
          each,
          'is a raw colour, and the project has no tokens',
          'define the palette once as custom properties and use those',
        ),
      ),
      met: null,
      open:
        raw.length > 0
          ? `the project defines no colours, and ${raw.length} are written out: is that its design?`
          : null,
      none: 'the track writes no colours',
    })
  }
  const issues = raw.map((each) => {
    const colour = readColour(each.value)
    const token = nameFor(ui.tokens, (value) => {
      const other = readColour(value)
      return colour !== null && other !== null && sameHue(other, colour)
    })
    return issue(
      each,
      'is a raw colour',
      token === null ? `use a colour of ${homeOf(ui)}, or define one there` : `use ${token}`,
    )
  })
  return partOf('colour-tokens', about, {
    issues,
    met: `${references(ui)} values take their colour and size from tokens, no colour is written out`,
  })
}

const homeOf = ({ tokens }: Ui): string => [...tokens.files][0] ?? 'the Tailwind theme'

/** The step that most spaces are multiples of; null where there is none. */
function gridOf(ui: Ui): number | null {
  const { spacing } = ui.tokens
  const all =
    spacing.length >= 3
      ? spacing
      : ui.styles
          .filter(onScreen)
          .flatMap(({ property, value }) => literalsIn(property, value))
          .filter(({ kind }) => kind === 'spacing')
          .flatMap(({ value }) => pixels(value) ?? [])
  const sizes = all.map(Math.abs).filter((size) => size > 3)
  if (sizes.length < 5 && spacing.length < 3) return ui.tokens.hasTailwind ? 4 : null
  const share = (step: number) => sizes.filter((size) => size % step === 0).length / sizes.length
  const best = [4, 5, 6].toSorted((one, other) => share(other) - share(one))[0] ?? 4
  return share(best) >= 0.75 ? best : null
}

/** Half steps of small sizes are part of every scale. */
const isHalfStep = (size: number, step: number): boolean => size <= 14 && size % (step / 2) === 0

function spacingPart(ui: Ui, values: readonly Value[]): Part {
  const about = 'Spaces lie on the spacing grid'
  const step = gridOf(ui)
  const spaces = values.flatMap((each) => {
    const size = each.kind === 'spacing' ? pixels(each.value) : null
    return size === null ? [] : [{ each, size: Math.abs(size) }]
  })
  if (step === null)
    return spaces.length === 0
      ? notApplicable('spacing-grid', about, 'the track writes no spaces')
      : undecided('spacing-grid', about, 'no spacing grid can be told from the tokens and styles')
  const { spacing, lengths } = ui.tokens
  const isKnown = (size: number) =>
    [...spacing, ...lengths].some((each) => Math.abs(each - size) < 0.1)
  const off = spaces.filter(
    ({ size }) => size > 3 && size % step !== 0 && !isHalfStep(size, step) && !isKnown(size),
  )
  return partOf('spacing-grid', about, {
    issues: off.map(({ each, size }) =>
      issue(
        each,
        `is off the grid of ${step} px`,
        `use ${Math.max(step, Math.round(size / step) * step)}px, or the token of that size`,
      ),
    ),
    met: `${spaces.length} written spaces lie on the grid of ${step} px, all others are tokens`,
  })
}

type Scale = {
  readonly id: string
  readonly about: string
  readonly kind: Kind
  readonly isKnown: (value: string, tokens: DesignTokens) => boolean
}

const isSize = (value: string, sizes: readonly number[]): boolean => {
  const size = pixels(value)
  return size === null || size === 0 || sizes.some((each) => Math.abs(each - size) < 0.5)
}

const isRing = (shadow: string): boolean =>
  plainShadow(shadow)
    .split(', ')
    .every((layer) => /^(?:inset )?0(?:px)? 0(?:px)? 0(?:px)? /.test(layer))

const scales: readonly Scale[] = [
  {
    id: 'type-scale',
    about: 'Sizes of text are steps of the type scale',
    kind: 'font-size',
    isKnown: (value, { fontSizes, lengths }) => isSize(value, [...fontSizes, ...lengths]),
  },
  {
    id: 'font-families',
    about: 'Fonts are those of the design system',
    kind: 'font-family',
    isKnown: (value, { families }) => {
      const first = firstFamily(value)
      return (
        families.includes(first) ||
        /^(?:inherit|sans-serif|serif|system-ui|(?:ui-)?monospace|var\(.*)$/.test(first)
      )
    },
  },
  {
    id: 'radius-tokens',
    about: 'Corners have a radius of the design system',
    kind: 'radius',
    isKnown: (value, { radii, lengths }) =>
      (pixels(value) ?? 0) >= 100 || isSize(value, [...radii, ...lengths]),
  },
  {
    id: 'shadow-tokens',
    about: 'Shadows are those of the design system',
    kind: 'shadow',
    isKnown: (value, { shadows }) =>
      isRing(value) || isReference.test(value) || shadows.includes(plainShadow(value)),
  },
]

function scalePart(ui: Ui, values: readonly Value[], { id, about, kind, isKnown }: Scale): Part {
  const own = values.filter((each) => each.kind === kind)
  if (!hasTokens(ui.tokens, kind))
    return notApplicable(id, about, `the design system defines no ${kind}`)
  const off = own.filter(({ value }) => !isKnown(value, ui.tokens))
  return partOf(id, about, {
    issues: off.map((each) =>
      issue(each, `is no ${kind} of the design system`, `use a token of ${homeOf(ui)}`),
    ),
    met: `${own.length} written values are those of tokens, all others refer to them`,
  })
}

function coveragePart(ui: Ui, values: readonly Value[]): Part {
  const about = 'Visual properties use design tokens'
  const raw = values.filter(
    ({ kind, value }) => hasTokens(ui.tokens, kind) && !(kind === 'colour' && isNeutral(value)),
  ).length
  const used = references(ui)
  if (raw + used === 0) return notApplicable('token-coverage', about, 'the track styles nothing')
  const share = Math.round((used / (raw + used)) * 100)
  const reason = `${share} % of the visual values use tokens (${used} of ${raw + used})`
  return share >= 50
    ? met('token-coverage', about, reason)
    : undecided('token-coverage', about, `${reason}: is the design system meant to be used here?`)
}

/** Pass 1: what the track styles is made of the tokens that the project has. */
export function designSystem(ui: Ui): Pass {
  const values = valuesOf(ui)
  return {
    number: 1,
    name: 'Design system adherence',
    parts: [
      colourPart(ui, values),
      spacingPart(ui, values),
      ...scales.map((scale) => scalePart(ui, values, scale)),
      coveragePart(ui, values),
    ],
  }
}
