import { differenceCiede2000 } from 'culori'
import { hexOf, readColour, type Rgba } from '../../../kit/colour.ts'
import { hslOf } from '../../../model/colour.ts'
import { type Answer, met, undecided, unmet } from '../../../obligations/examine.ts'
import { lighthouseScore } from '../accessibility/lighthouse-score.ts'
import { quote } from '../score/define-rule.ts'
import { firstFamily } from '../tokens/token-scale.ts'
import type { Shown } from './parts.ts'

const apart = differenceCiede2000()
const distance = (one: Rgba, other: Rgba): number => apart(hexOf(one), hexOf(other))

/** Colours this close are one colour to the eye, as painting and blending change them a little. */
const nearly = 4

type Painted = { readonly value: Rgba; readonly selector: string; readonly area: number }

function painted({ view, facts }: Shown): readonly Painted[] {
  const views = facts.dark === null ? [view] : [view, facts.dark]
  return views.flatMap(({ styles }) => [
    ...styles.colours
      .filter(({ value }) => value.a > 0.05)
      .map(({ value, selectors, area }) => ({ value, selector: selectors[0] ?? 'body', area })),
    ...styles.gradients.flatMap(({ stops, selector, area }) =>
      stops.map((value) => ({ value, selector, area })),
    ),
  ])
}

/** The page is painted with this colour somewhere. */
export function findColour(shown: Shown, text: string): Answer {
  const wanted = readColour(text)
  if (wanted === null) return undecided(`${quote(text)} is no colour that a check can read`)
  const all = painted(shown)
  const hit = all.find(({ value }) => distance(value, wanted) < nearly)
  if (hit !== undefined)
    return met(`${hexOf(hit.value)} is painted at ${hit.selector}`, hit.selector)
  const used = [...new Set(all.map(({ value }) => hexOf(value)))].slice(0, 6).join(', ')
  return unmet(`${text} is painted nowhere; the page is painted with ${used}`)
}

const hueOf = (colour: Rgba) => hslOf(colour)
const isGrey = (colour: Rgba): boolean => {
  const { s, l } = hueOf(colour)
  return s < 0.15 || l > 0.96 || l < 0.06
}

/** What is painted large in a hue that the brand does not have. */
export function findStrangers(shown: Shown, palette: readonly string[]): Answer {
  const own = palette.flatMap((text) => readColour(text) ?? [])
  if (own.length === 0) return undecided('the brand names no colours that a check can read')
  const screen = shown.view.width * shown.view.height
  const belongs = (value: Rgba): boolean =>
    isGrey(value) ||
    own.some((each) => {
      const turn = Math.abs(hueOf(each).h - hueOf(value).h)
      return distance(each, value) < 12 || (!isGrey(each) && Math.min(turn, 360 - turn) <= 18)
    })
  const strangers = painted(shown)
    .filter(({ value, area }) => area > screen * 0.04 && !belongs(value))
    .toSorted((one, other) => other.area - one.area)
  const [worst] = strangers
  return worst === undefined
    ? met(`everything large is painted in the hues of ${palette.slice(0, 4).join(', ')}`, 'body')
    : unmet(`${hexOf(worst.value)} at ${worst.selector} is no colour of the brand`, worst.selector)
}

/** Texts are set in this family. */
export function findFont({ view }: Shown, family: string): Answer {
  const wanted = firstFamily(family)
  const used = view.styles.fontFamilies.map(({ value, selectors }) => ({
    first: firstFamily(value),
    selector: selectors[0] ?? 'body',
  }))
  const hit = used.find(({ first }) => first === wanted)
  return hit === undefined
    ? unmet(
        `nothing is set in ${wanted}; the page is set in ${[...new Set(used.map(({ first }) => first))].join(', ')}`,
      )
    : met(`${hit.selector} is set in ${wanted}`, hit.selector)
}

/** No sideways scrolling at this width. */
export function fitsWidth({ facts }: Shown, width: number): Answer {
  const view =
    facts.views.find((each) => each.width === width) ??
    facts.views.find((each) => each.width > width)
  if (view === undefined) return undecided(`nobody looked at ${width} px`)
  const wide = view.scrollWidth - view.clientWidth
  const [first] = view.overflows
  return wide > 1
    ? unmet(`at ${view.width} px the page is ${wide} px wider than the screen`, first?.selector)
    : met(`at ${view.width} px nothing is wider than the screen`, 'html')
}

export function scoresAccessibility({ facts }: Shown, least: number): Answer {
  if (facts.axe.version === '') return undecided('the accessibility was not measured')
  const score = lighthouseScore(facts.axe)
  const text = `accessibility is ${score} of 100, counted as Lighthouse does`
  return score >= least ? met(text, 'html') : unmet(`${text}; ${least} was asked`)
}

export function thirdParties({ facts }: Shown): number {
  return facts.network.requests.filter(({ blocked }) => blocked === 'third-party').length
}
