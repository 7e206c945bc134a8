import type { PageFacts } from '../../../model/page-facts.ts'
import type { Control, Rgba } from '../../../model/page-view.ts'
import { definePageRule } from '../score/define-rule.ts'
import { over, reaches } from './colour.ts'
import { bestAgainst, ringColours } from './edges.ts'
import { groundsOf } from './layers.ts'
import { allViews, gatherSightings, type Gathered, placeIn, whereSeen } from './page-views.ts'
import { tooLow } from './too-low.ts'

const needed = 3

/** The edge of a field, and how well it stands out. */
type Edge = {
  readonly control: Control
  readonly ratio: number
  readonly ground: Rgba
  readonly ink: Rgba | null
}

function lowEdges(facts: PageFacts): readonly Gathered<Edge>[] {
  const sightings = allViews(facts).flatMap((view) =>
    view.controls.filter(isAsked).flatMap((control) => {
      const edge = edgeOf(control)
      return edge === null || reaches(edge.ratio, needed) ? [] : [{ view, seen: edge }]
    }),
  )
  return gatherSightings(
    sightings,
    ({ seen: observed, view }) => `${observed.control.selector} ${view.scheme}`,
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
function edgeOf(control: Control): Edge | null {
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
  const ink = line ? paint.borderColour : wrapper
  const measured = groundsOf(paint.around).map((ground) => ({
    control,
    ground,
    ink,
    ratio: bestAgainst(ground, inks, paint.opacity),
  }))
  // on a gradient the best of its colours counts: which one lies there is not known
  return measured.toSorted((one, other) => other.ratio - one.ratio)[0] ?? null
}

const titleOf = ({ name, placeholder, selector }: Control): string =>
  JSON.stringify(name === '' ? (placeholder ?? selector) : name)

export const fieldEdge = definePageRule(
  {
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
  },
  (facts) =>
    lowEdges(facts).map((gathered) => {
      const { control, ratio, ground, ink } = gathered.worst.seen
      return {
        // without a line of its own, a field may be framed by what it stands in
        severity: ink === null ? ('warning' as const) : ('error' as const),
        place: placeIn(facts, control, gathered),
        ...tooLow(facts.static, {
          what: `the edge of the field ${titleOf(control)} has a contrast of`,
          where: ` with what is around it${whereSeen(gathered.worst)}`,
          ratio,
          needed,
          shown: { ink, ground },
          written: ink,
          opacity: control.paint.opacity,
          properties: ['border', 'border-color', 'border-bottom', 'border-bottom-color'],
        }),
      }
    }),
)
