import { readColour } from '../../../../kit/colour.ts'
import type { StyleLiteral } from '../../../../model/page-static.ts'
import { literalsIn } from '../../../page/static/css-values.ts'
import type { Issue } from '../../evaluation.ts'
import { kindOfUtility, literalOfUtility, utilityOf } from '../read/tailwind.ts'
import type { Place, Style, Ui } from '../read/ui.ts'

export type Kind = StyleLiteral['kind']

/** A value that is written out, and where. */
export type Value = Place & { readonly kind: Kind; readonly value: string; readonly text: string }

export const isReference = /var\(|(?<![\w-])[$@][\w-]|theme\(|token\(/
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

export const onScreen = ({ conditions }: Style): boolean =>
  !conditions.some((each) => /\bprint\b|forced-colors|@font-face/.test(each))

export function valuesOf(ui: Ui): readonly Value[] {
  const written = ui.styles
    .filter((style) => ui.isTouched(style) && !ui.tokens.isDefinition(style) && onScreen(style))
    .filter(({ value }) => !/^[a-z]\w*(?:\.\w+)+$/i.test(value))
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
      const result = ui.tokens.hasTailwind ? literalOfUtility(utilityOf(name)) : null
      return result === null ? [] : [{ path, line, ...result, text: name }]
    }),
  )
  return [...written, ...inClasses]
}

/** How many visual values are references or steps of a scale. */
export function references(ui: Ui): number {
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

export const issue = ({ path, line, text, value }: Value, what: string, fix: string): Issue => ({
  message: `"${text.length > 80 ? `${text.slice(0, 77)}…` : text}" ${what}`,
  path,
  line,
  fix: `Replace ${value}: ${fix}`,
})

/** White, black and their shades of transparency need no name. */
export function isNeutral(value: string): boolean {
  const colour = readColour(value)
  if (colour === null || colour.a === 0) return true
  const isGrey = colour.r === colour.g && colour.g === colour.b
  return isGrey && (colour.a < 1 || colour.r === 0 || colour.r === 255)
}

export const homeOf = ({ tokens }: Ui): string => [...tokens.files][0] ?? 'the Tailwind theme'
