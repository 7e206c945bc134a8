import { literalsIn } from '../../../page/static/css-values.ts'
import { firstFamily, pixels, plainShadow } from '../../../page/tokens/token-scale.ts'
import { notApplicable, type Part, undecided } from '../../evaluation.ts'
import { partOf } from '../page-issues.ts'
import { hasTokens } from '../read/tokens.ts'
import type { DesignTokens, Ui } from '../read/ui.ts'
import { homeOf, isReference, issue, type Kind, onScreen, type Value } from './values.ts'

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

export function spacingPart(ui: Ui, values: readonly Value[]): Part {
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

export const scales: readonly Scale[] = [
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
        /^(?:inherit|sans-serif|serif|system-ui|-apple-system|ui-.*|var\(.*)$/.test(first) ||
        /\bmonospace\b/.test(value)
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

export function scalePart(
  ui: Ui,
  values: readonly Value[],
  { id, about, kind, isKnown }: Scale,
): Part {
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
