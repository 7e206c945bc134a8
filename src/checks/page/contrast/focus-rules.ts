import type { PageFacts } from '../../../model/page-facts.ts'
import type { FocusStop } from '../../../model/page-probes.ts'
import type { Control, Rgba } from '../../../model/page-view.ts'
import { definePageRule, type Sighting } from '../score/define-rule.ts'
import { over, reaches } from './colour.ts'
import { bestAgainst, ringColours } from './edges.ts'
import { groundsOf } from './layers.ts'
import { tooLow } from './too-low.ts'

const needed = 3

const isLine = (property: string): boolean => /outline|shadow|border/i.test(property)

/** The colours of the lines that appear with the focus, by what they are drawn on. */
type Lines = { readonly onPage: readonly Rgba[]; readonly onControl: readonly Rgba[] }

/** Null where the browser draws its own ring. */
function linesOf({ changed, indicator }: FocusStop): Lines | null {
  if (/\bauto\b/.test(indicator.outline)) return null
  const has = (part: string) => changed.some((property) => property.toLowerCase().includes(part))
  const outlined = has('outline') && indicator.outline !== 'none'
  const outline = outlined && indicator.outlineColour !== null ? [indicator.outlineColour] : []
  // an outline that is pulled in lies on the control, one that is not lies on the page
  const pulledIn = /-[\d.]+px$/.test(indicator.outline)
  const inset = /\binset\b/.test(indicator.boxShadow ?? '')
  const rings = has('shadow') ? ringColours(indicator.boxShadow) : []
  const border = has('border') && indicator.borderColour !== null ? [indicator.borderColour] : []
  return {
    onPage: [...(pulledIn ? [] : outline), ...(inset ? [] : rings), ...border],
    onControl: [...(pulledIn ? outline : []), ...(inset ? rings : []), ...border],
  }
}

function judgeStop(facts: PageFacts, stop: FocusStop): readonly Sighting[] {
  // a fill, a colour or an underline that changes is an indicator too, and seen as such
  if (stop.changed.length === 0 || !stop.changed.every(isLine)) return []
  const lines = linesOf(stop)
  const control = controlAt(facts, stop.selector)
  if (lines === null || control === null) return []
  const grounds = groundsOf(control.paint.around)
  if (lines.onPage.length + lines.onControl.length === 0 || grounds.length === 0) return []
  const ratio = Math.max(...grounds.map((ground) => bestNear(lines, ground, control)))
  if (reaches(ratio, needed)) return []
  return [
    {
      place: { selector: stop.selector, box: stop.box },
      ...tooLow(facts.static, {
        what: `the focus ring of ${JSON.stringify(stop.name)} has a contrast of`,
        where: ' with what is around it',
        ratio,
        needed,
        shown: null,
        written: null,
        opacity: 1,
        properties: [],
      }),
    },
  ]
}

/** Whichever line stands out most from what it covers. */
function bestNear({ onPage, onControl }: Lines, ground: Rgba, { paint }: Control): number {
  const inside = over(paint.background, ground)
  return Math.max(bestAgainst(ground, onPage, 1), bestAgainst(inside, onControl, 1))
}

const controlAt = (facts: PageFacts, selector: string): Control | null =>
  [...facts.views.toReversed(), ...facts.opened]
    .flatMap(({ controls }) => controls)
    .find((control) => control.selector === selector && control.visible) ?? null

export const focusIndicator = definePageRule(
  {
    id: 'contrast-focus-indicator',
    dimension: 'Design Quality',
    about: 'The ring that shows where the keyboard is has 3:1 against what it is drawn on.',
    example: {
      bad: 'outline: 2px solid #eee on white',
      better: 'outline: 2px solid #1a4fd6 on white',
    },
    needs: ['views', 'probes'],
    mustPass: true,
  },
  (facts) => facts.probes.keyboard.stops.flatMap((stop) => judgeStop(facts, stop)),
)
