import type { PageFacts } from '../../../model/page-facts.ts'
import type { Control, Rgba } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule } from '../score/define-rule.ts'
import { faded, over, reaches } from './colour.ts'
import { bestAgainst, ringColours } from './edges.ts'
import { groundsOf } from './layers.ts'
import { allViews, gatherSightings, type Gathered, placeIn, whereSeen } from './page-views.ts'
import { tooLow } from './too-low.ts'

const needed = 3

/** A part of a control, and how well it stands out. */
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
      const part = measure(control, groundsOf(control.paint.around))
      return part === null || reaches(part.ratio, needed) ? [] : [{ view, seen: part }]
    }),
  )
  return gatherSightings(
    sightings,
    ({ seen, view }) => `${seen.control.selector} ${view.scheme}`,
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
  return partOn(control, grounds, { inks, shown: line ? paint.borderColour : wrapper })
}

/** The shapes of a control that has no words. */
function iconOf(control: Control, grounds: readonly Rgba[]): Part | null {
  const { paint, text, iconColours, icon } = control
  if (icon !== 'svg' || text !== '' || iconColours.length === 0) return null
  if (paint.backgroundImage !== null) return null
  const under = grounds.map((ground) => over(faded(paint.background, paint.opacity), ground))
  return partOn(control, under, { inks: iconColours, shown: iconColours[0] ?? null })
}

/** On a gradient the best of its colours counts: which one lies there is not known. */
function partOn(
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
  return measured.toSorted((one, other) => other.ratio - one.ratio)[0] ?? null
}

const titleOf = ({ name, placeholder, selector }: Control): string =>
  JSON.stringify(name === '' ? (placeholder ?? selector) : name)

const partRule = (
  about: Pick<PageRule, 'id' | 'about' | 'example'>,
  measure: Parameters<typeof partsOf>[1],
  { what, properties }: { readonly what: string; readonly properties: readonly string[] },
): PageRule =>
  definePageRule({ ...about, dimension: 'Design Quality', mustPass: true }, (facts) =>
    partsOf(facts, measure).map((gathered) => {
      const { control, ratio, ground, ink } = gathered.worst.seen
      return {
        // without a line of its own, a field may be framed by what it stands in
        severity: ink === null ? ('warning' as const) : ('error' as const),
        place: placeIn(facts, control, gathered),
        ...tooLow(facts.static, {
          what: `${what} ${titleOf(control)} has a contrast of`,
          where: ` with what is around it${whereSeen(gathered.worst)}`,
          ratio,
          needed,
          shown: { ink, ground },
          written: ink,
          opacity: control.paint.opacity,
          properties,
        }),
      }
    }),
  )

export const partRules: readonly PageRule[] = [
  partRule(
    {
      id: 'contrast-field-edge',
      about:
        'The edge of a field can be seen: its line or its fill has 3:1 against what is around it. ' +
        'Boxes that the browser draws itself and disabled fields are not asked.',
      example: {
        bad: 'input { border: 1px solid #ddd }',
        better: 'input { border: 1px solid #767676 }',
      },
    },
    edgeOf,
    {
      what: 'the edge of the field',
      properties: ['border', 'border-color', 'border-bottom', 'border-bottom-color'],
    },
  ),
  partRule(
    {
      id: 'contrast-icon',
      about: 'An icon that stands for a control without words has 3:1 against its ground.',
      example: { bad: 'a #ccc cross on white closes a dialog', better: 'a #555 cross on white' },
    },
    iconOf,
    { what: 'the icon of', properties: ['color', 'fill', 'stroke'] },
  ),
]
