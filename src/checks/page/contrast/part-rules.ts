import type { PageFacts } from '../../../model/page-facts.ts'
import type { ViewFacts } from '../../../model/page-structure.ts'
import type { Control, Rgba } from '../../../model/page-view.ts'
import type { PageFinding, PageRule } from '../page-rule.ts'
import { shownRatio } from '../../../model/colour.ts'
import { faded, over, reaches, toHex } from './colour.ts'
import { contrastFix } from './colour-fix.ts'
import { bestAgainst, ringColours } from './edges.ts'
import { groundsOf } from './layers.ts'
import {
  allViews,
  gatherSightings,
  type Gathered,
  gradientBoxes,
  placeIn,
  whereSeen,
} from './page-views.ts'

const needed = 3

/** A part of a control, and how well it stands out at the worst place of the ground. */
type Part = {
  readonly control: Control
  readonly ratio: number
  readonly ground: Rgba
  readonly ink: Rgba | null
}

function partsOf(
  facts: PageFacts,
  measure: (control: Control, grounds: readonly Rgba[]) => Part | null,
): readonly Gathered<Part>[] {
  const sightings = allViews(facts).flatMap((view) =>
    view.controls.filter(isAsked).flatMap((control) => {
      const grounds = groundsOf(control.paint.around, control.box, gradientBoxes(view)) ?? []
      const part = grounds.length === 0 ? null : measure(control, grounds)
      return part === null || reaches(part.ratio, needed) ? [] : [{ view, seen: part }]
    }),
  )
  const scheme = ({ scheme: name }: ViewFacts) => name
  return gatherSightings(
    sightings,
    ({ control }, view) => `${control.selector} ${scheme(view)}`,
    (one, other) => one.ratio < other.ratio,
  )
}

const isAsked = ({ visible, disabled, ariaHidden, coveredBy }: Control): boolean =>
  visible && !disabled && !ariaHidden && coveredBy === null

const wordless = ['range', 'color', 'file', 'submit', 'button', 'reset', 'image', 'hidden']

function isField({ tag, type }: Control): boolean {
  return ['select', 'textarea'].includes(tag) || (tag === 'input' && !wordless.includes(type ?? ''))
}

/** The edge of a field: its line, its fill or a ring, whichever stands out most. */
function edgeOf(control: Control, grounds: readonly Rgba[]): Part | null {
  const { paint, type } = control
  if (!isField(control) || paint.backgroundImage !== null) return null
  const ticked = type === 'checkbox' || type === 'radio'
  const rings = ringColours(paint.boxShadow)
  const line = paint.borderWidth > 0 && paint.borderColour.a > 0
  // a bare box without line and fill is drawn by the browser, or by what is around it
  if (!line && rings.length === 0 && (paint.background.a === 0 || ticked)) return null
  const wrapper = line ? null : (paint.wrapperLine ?? null)
  const inks = [
    ...(line ? [over(paint.borderColour, paint.background)] : []),
    ...(paint.background.a > 0 ? [paint.background] : []),
    ...(paint.outlineWidth > 0 ? [paint.outlineColour] : []),
    ...(wrapper === null ? [] : [wrapper]),
    ...rings,
  ]
  return worstPart(control, grounds, { inks, shown: line ? paint.borderColour : wrapper })
}

/** The shapes of a control that has no words. */
function iconOf(control: Control, grounds: readonly Rgba[]): Part | null {
  const { paint, text, iconColours, icon } = control
  if (icon !== 'svg' || text !== '' || iconColours.length === 0) return null
  if (paint.backgroundImage !== null) return null
  const under = grounds.map((ground) => over(faded(paint.background, paint.opacity), ground))
  return worstPart(control, under, { inks: iconColours, shown: iconColours[0] ?? null })
}

function worstPart(
  control: Control,
  grounds: readonly Rgba[],
  { inks, shown }: { readonly inks: readonly Rgba[]; readonly shown: Rgba | null },
): Part | null {
  const measured = grounds.map((ground) => ({
    control,
    ground,
    ink: shown,
    ratio: bestAgainst(ground, inks, control.paint.opacity),
  }))
  return measured.toSorted((one, other) => one.ratio - other.ratio)[0] ?? null
}

const titleOf = ({ name, placeholder, selector }: Control): string =>
  JSON.stringify(name === '' ? (placeholder ?? selector) : name)

function partFinding(
  facts: PageFacts,
  gathered: Gathered<Part>,
  told: {
    readonly ruleId: string
    readonly what: string
    readonly severity: PageFinding['severity']
    readonly properties: readonly string[]
  },
): PageFinding {
  const { control, ratio, ground, ink } = gathered.worst.seen
  const value = shownRatio(ratio)
  const fix =
    ink === null
      ? null
      : contrastFix(facts.static, {
          written: ink,
          ground,
          opacity: control.paint.opacity,
          needed,
          properties: told.properties,
        })
  const colours = ink === null ? '' : `: ${toHex(ink)} on ${toHex(ground)}`
  return {
    ruleId: told.ruleId,
    dimension: 'Design Quality',
    severity: told.severity,
    message: `${told.what} ${titleOf(control)} has a contrast of ${value}:1 with what is around it${whereSeen(gathered.worst)}${colours}; ${needed}:1 is needed`,
    place: placeIn(facts, control, gathered),
    measured: { value, needed, unit: ':1' },
    ...(fix === null ? {} : { fix }),
  }
}

const borderProperties = ['border', 'border-color', 'border-bottom', 'border-bottom-color']

const fieldEdge: PageRule = {
  id: 'contrast-field-edge',
  dimension: 'Design Quality',
  about:
    'The edge of a field can be seen: its line or its fill has 3:1 against what is around it. ' +
    'Boxes that the browser draws itself and disabled fields are not asked.',
  example: {
    bad: 'input { border: 1px solid #ddd }',
    better: 'input { border: 1px solid #767676 }',
  },
  mustPass: true,
  run: (facts) =>
    partsOf(facts, edgeOf).map((each) =>
      partFinding(facts, each, {
        ruleId: 'contrast-field-edge',
        what: 'the edge of the field',
        // without a line of its own, a field may be framed by what it stands in
        severity: each.worst.seen.ink === null ? 'warning' : 'error',
        properties: borderProperties,
      }),
    ),
}

const iconContrast: PageRule = {
  id: 'contrast-icon',
  dimension: 'Design Quality',
  about: 'An icon that stands for a control without words has 3:1 against its ground.',
  example: { bad: 'a #ccc cross on white closes a dialog', better: 'a #555 cross on white' },
  mustPass: true,
  run: (facts) =>
    partsOf(facts, iconOf).map((each) =>
      partFinding(facts, each, {
        ruleId: 'contrast-icon',
        what: 'the icon of',
        severity: 'error',
        properties: ['color', 'fill', 'stroke'],
      }),
    ),
}

export const partRules: readonly PageRule[] = [fieldEdge, iconContrast]
