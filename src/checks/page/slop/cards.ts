import { readColour } from '../../../kit/colour.ts'
import { hslOf } from '../../../model/colour.ts'
import type { PageFacts } from '../../../model/page-facts.ts'
import type { CardFact, SectionFact, StyleTally } from '../../../model/page-structure.ts'
import type { Rgba } from '../../../model/page-view.ts'
import type { PageContract, PageRule } from '../page-rule.ts'
import { definePageRule } from '../score/define-rule.ts'
import { tokenScale } from '../tokens/token-scale.ts'

/** The violet that #8B5CF6 and #6D28D9 stand for. */
function isPurple(colour: Rgba): boolean {
  const { h, s, l } = hslOf(colour)
  return colour.a > 0.3 && h >= 245 && h <= 292 && s >= 0.3 && l >= 0.2 && l <= 0.82
}

/** Blue and pink are its usual partners. */
function goesWithPurple(colour: Rgba): boolean {
  const { h, s, l } = hslOf(colour)
  return colour.a <= 0.3 || s < 0.15 || l > 0.9 || (h >= 215 && h <= 335)
}

type Gradient = StyleTally['gradients'][number]

const isPurpleGradient = ({ stops }: Gradient): boolean =>
  stops.length >= 2 && stops.some(isPurple) && stops.every(goesWithPurple)

/** A gradient is a main visual if it fills this much of the first screen. */
const mainShare = 0.15

/** The purple gradients that make up the main visual of a page: by size, or together by area. */
function mainPurple({ views }: PageFacts): readonly Gradient[] {
  const view = views.at(-1)
  if (view === undefined) return []
  const screen = view.width * view.height
  const results = view.styles.gradients.filter((each) => !each.onText && isPurpleGradient(each))
  const area = results.reduce((sum, each) => sum + Math.min(each.area, screen), 0)
  return area >= screen * mainShare ? results.filter((each) => each.area >= screen * 0.02) : []
}

/** The brand itself asks for violet (decision 0.26). */
function brandIsPurple({ brand, tokens }: PageContract): boolean {
  const palette =
    brand === null
      ? tokens === null
        ? []
        : (tokenScale(tokens).colours ?? [])
      : brand.palette.flatMap((each) => readColour(each) ?? [])
  return palette.some(isPurple)
}

const isWhite = ({ r, g, b, a }: Rgba): boolean => a > 0.85 && Math.min(r, g, b) >= 250

/** A white box with a title and a line: the card that every template has. */
const isGeneric = ({ background, padding, heading, sentences }: CardFact): boolean =>
  isWhite(background) && padding >= 8 && heading && sentences <= 2

type Cards = NonNullable<SectionFact['repeats']>

export function genericCards({ views }: PageFacts): readonly Cards[] {
  const results = (views.at(-1)?.sections ?? []).flatMap(({ repeats }) => repeats ?? [])
  return results.filter(({ count, item }) => count >= 3 && isGeneric(item))
}

export const purpleWithCards: PageRule = definePageRule(
  {
    id: 'slop/primary-purple',
    dimension: 'Originality',
    about:
      'No purple gradient as the main visual together with generic white cards, unless the brand is purple.',
    example: {
      bad: 'linear-gradient(135deg, #8b5cf6, #6d28d9) above three white cards',
      better: 'The colours of the brand and a layout for its content',
    },
    mustPass: true,
  },
  (facts, contract) => {
    const gradients = mainPurple(facts)
    const cards = genericCards(facts)
    if (gradients.length === 0 || cards.length === 0 || brandIsPurple(contract)) return []
    return [
      ...gradients.map(({ selector, box, css }) => ({
        message: `A purple gradient is the main visual, together with generic white cards: ${css.slice(0, 120)}`,
        place: { selector, box },
      })),
      ...cards.map(({ selector, count }) => ({
        message: `${count} generic white cards stand with a purple gradient as the main visual.`,
        place: { selector },
      })),
    ]
  },
)

export const purpleGradient: PageRule = definePageRule(
  {
    id: 'slop/purple-gradient',
    dimension: 'Originality',
    about: 'The main visual is no purple or violet-blue gradient that the brand did not ask for.',
    example: {
      bad: '.hero { background: linear-gradient(#667eea, #764ba2) }',
      better: '.hero { background: var(--color-paper) }',
    },
  },
  (facts, contract) =>
    brandIsPurple(contract)
      ? []
      : mainPurple(facts).map(({ selector, box, css }) => ({
          message: `A purple gradient that is no colour of the brand is a main visual: ${css.slice(0, 120)}`,
          place: { selector, box },
        })),
)

export const stockCards: PageRule = definePageRule(
  {
    id: 'slop/stock-cards',
    dimension: 'Originality',
    about:
      'No row of three and more equal white cards, each with an icon, a title and one line of text.',
    example: {
      bad: '<div class="card">🚀<h3>Fast</h3><p>Built for speed.</p></div> three times',
      better: 'A list whose items show what is different about each',
    },
  },
  (facts) =>
    genericCards(facts)
      .filter(({ item, columns }) => columns >= 2 && item.sentences <= 2 && looksLifted(item))
      .map(({ selector, count, item }) => ({
        severity: item.icon === null ? ('warning' as const) : ('error' as const),
        message: `${count} equal white cards, ${item.icon === null ? 'all' : `each with ${item.icon === 'emoji' ? 'an emoji' : 'an icon'},`} with a title and a line.`,
        place: { selector },
      })),
)

/** Set off from the page by a shadow, by round corners, or by nothing but its white. */
const looksLifted = ({ shadow, radius, icon, borderWidth }: CardFact): boolean =>
  (shadow !== null && radius >= 6) || (icon !== null && (shadow !== null || borderWidth === 0))
