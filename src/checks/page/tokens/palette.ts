import type { ViewFacts } from '../../../model/page-structure.ts'
import type { Rgba } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule, oncePerPlace } from '../score/define-rule.ts'
import { readColour, hexOf } from '../../../kit/colour.ts'
import { sameHue } from './css-colour.ts'
import { isToken } from './literals.ts'
import { tokenScale } from './token-scale.ts'

// what browsers paint on their own: links, buttons, the edges of fields
const ofBrowsers: readonly Rgba[] = ['#0000ee', '#551a8b', '#efefef', '#767676', '#ff0000'].flatMap(
  (hex) => readColour(hex) ?? [],
)
// fields and the canvas are white and black unless told
const plain: readonly Rgba[] = ['#ffffff', '#000000'].flatMap((hex) => readColour(hex) ?? [])

const drawnByBrowsers = /^(input|select|textarea|button|legend|fieldset|dialog|video|audio|option)$/

export const palette: PageRule = definePageRule(
  {
    id: 'tokens/palette',
    dimension: 'Design Quality',
    about: 'The colours that the rendered page is painted with are colours of the tokens.',
    example: { bad: 'A text painted #8a4b2a', better: 'A text painted in the token cocoa' },
    needs: ['views', 'tokens'],
  },
  (facts, { tokens }) => {
    const scale = tokens === null ? null : tokenScale(tokens)
    const colours = scale?.colours ?? []
    if (scale === null || colours.length === 0) return []
    // a literal in the files is told there, at its line
    const rgbas = (facts.static?.literals ?? [])
      .filter((literal) => literal.kind === 'colour' && !isToken(literal, scale))
      .flatMap(({ value }) => readColour(value) ?? [])
    const allowed = [...colours, ...ofBrowsers, ...rgbas]
    const view = facts.views.at(-1)
    return oncePerPlace(
      [view, facts.dark].flatMap((each) =>
        (each?.styles.colours ?? [])
          .filter(({ value }) => value.a > 0 && !allowed.some((one) => sameHue(one, value, 1.2)))
          .filter(({ value, selectors }) => !isLeftToBrowser(value, selectors, each))
          .map(({ value, use, selectors, count }) => ({
            message: `${hexOf(value)} (${use}, ${count} times) is no colour of the tokens.`,
            place: { selector: selectors[0] ?? 'body', ...(each ? { width: each.width } : {}) },
          })),
      ),
    )
  },
)

function isLeftToBrowser(
  value: Rgba,
  selectors: readonly string[],
  view: ViewFacts | null | undefined,
): boolean {
  if (!plain.some((each) => sameHue(each, value))) return false
  const tags = new Map(view?.controls.map(({ selector, tag }) => [selector, tag]))
  return selectors.every((selector) => {
    const last = /([a-z][\w-]*)(?::nth-of-type\(\d+\))?$/i.exec(selector)?.[1] ?? ''
    return drawnByBrowsers.test(tags.get(selector) ?? '') || drawnByBrowsers.test(last)
  })
}

export const unusedTokens: PageRule = definePageRule(
  {
    id: 'tokens/unused',
    dimension: 'Design Quality',
    about: 'The page is painted with the colours of the tokens.',
    example: { bad: 'A page in the colours of the browser', better: 'A page in brand colours' },
    needs: ['views', 'tokens'],
  },
  ({ views }, { tokens }) => {
    const colours = tokens === null ? [] : (tokenScale(tokens).colours ?? [])
    const painted = views.at(-1)?.styles.colours ?? []
    if (colours.length === 0 || painted.length === 0) return []
    const used = colours.filter((each) => painted.some(({ value }) => sameHue(each, value, 1.2)))
    const needed = Math.min(2, colours.length)
    if (used.length >= needed) return []
    return [
      {
        message: `${used.length} of ${colours.length} colours of the tokens are used.`,
        place: { selector: 'body' },
        measured: { value: used.length, needed, unit: 'colours' },
      },
    ]
  },
)

export const paletteRules: readonly PageRule[] = [palette, unusedTokens]
