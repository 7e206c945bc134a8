import type { PageFacts } from '../../../model/page-facts.ts'
import type { StatePaint, StateProbe } from '../../../model/page-probes.ts'
import type { ViewFacts } from '../../../model/page-structure.ts'
import type { Box, Rgba, TextRun } from '../../../model/page-view.ts'
import type { PageFinding, PageRule } from '../page-rule.ts'
import { contrastRatio, shownRatio } from '../../../model/colour.ts'
import { reaches, sameColour, toHex } from './colour.ts'
import { contrastFix } from './colour-fix.ts'
import { type GradientBoxes, type Pair, paintedPairs } from './layers.ts'
import { gradientBoxes, widestView } from './page-views.ts'
import { neededFor, worstOf } from './text-contrast.ts'

type State = 'hover' | 'focus' | 'active'

const nowhere: Box = { x: 0, y: 0, width: 0, height: 0 }

/** The colour a text in the control has in a state: its own, or the one it takes from the control. */
const inkIn = (run: TextRun, probe: StateProbe, paint: StatePaint): Rgba =>
  sameColour(run.colour, probe.rest.colour) ? paint.colour : run.colour

const worstPair = (
  run: TextRun,
  probe: StateProbe,
  { paint, boxes }: { readonly paint: StatePaint; readonly boxes: GradientBoxes },
): Pair | null => {
  const ink = { colour: inkIn(run, probe, paint), opacity: paint.opacity, box: run.box }
  const pairs = paintedPairs(ink, paint.backdrop, boxes)
  return pairs === null ? null : worstOf(pairs)
}

const runsIn = (probe: StateProbe, runs: readonly TextRun[]): readonly TextRun[] =>
  runs.filter(
    ({ selector, inDisabled, clipFill }) =>
      (selector === probe.selector || selector.startsWith(`${probe.selector} > `)) &&
      !inDisabled &&
      clipFill === null,
  )

/** A text inside that has a background of its own does not stand on what the control paints. */
const standsOn = (run: TextRun, probe: StateProbe): boolean =>
  !(run.backdrop.layers[0]?.selector ?? '').startsWith(`${probe.selector} > `)

/** Browsers paint a pressed link red unless the page says something about it. */
const isBrowsersOwn = ({ states }: ViewFacts, { colour }: StatePaint, state: State): boolean =>
  state === 'active' && states.active.length === 0 && toHex(colour) === '#ff0000'

function judgeState(facts: PageFacts, probe: StateProbe, state: State): readonly PageFinding[] {
  const paint = probe[state]
  const view = widestView(facts)
  if (paint === null || view === null || isBrowsersOwn(view, paint, state)) return []
  const boxes = gradientBoxes(view)
  const low = runsIn(probe, view.texts).flatMap((run) => {
    if (!standsOn(run, probe)) return []
    const pair = worstPair(run, probe, { paint, boxes })
    const rest = worstPair(run, probe, { paint: probe.rest, boxes })
    if (pair === null) return []
    const ratio = contrastRatio(pair.ink, pair.ground)
    const before = rest === null ? 21 : contrastRatio(rest.ink, rest.ground)
    // what is as low at rest is told by the rule for texts
    return reaches(ratio, neededFor(run)) || ratio >= before - 0.01 ? [] : [{ run, pair, ratio }]
  })
  const worst = low.toSorted((one, other) => one.ratio - other.ratio)[0]
  return worst === undefined ? [] : [stateFinding(facts, { ...worst, probe, state, paint })]
}

type Low = {
  readonly run: TextRun
  readonly pair: Pair
  readonly ratio: number
  readonly probe: StateProbe
  readonly state: State
  readonly paint: StatePaint
}

const stateName = { hover: 'hovered', focus: 'focused', active: 'pressed' } as const

function stateFinding(facts: PageFacts, low: Low): PageFinding {
  const { run, pair, probe, paint } = low
  const value = shownRatio(low.ratio)
  const needed = neededFor(run)
  const fix = contrastFix(facts.static, {
    written: inkIn(run, probe, paint),
    ground: pair.ground,
    opacity: paint.opacity,
    needed,
    properties: ['color'],
  })
  return {
    ruleId: `contrast-${low.state}`,
    dimension: 'Design Quality',
    severity: 'error',
    message: `${JSON.stringify(probe.text)} has a contrast of ${value}:1 when ${stateName[low.state]}: ${toHex(pair.ink)} on ${toHex(pair.ground)}; ${needed}:1 is needed`,
    place: { selector: probe.selector, box: run.box.width > 0 ? run.box : nowhere },
    measured: { value, needed, unit: ':1' },
    ...(fix === null ? {} : { fix }),
  }
}

const ruleFor = (state: State): PageRule => ({
  id: `contrast-${state}`,
  dimension: 'Design Quality',
  about: `The words of a control can still be read while it is ${stateName[state]}: 4.5:1, or 3:1 if large.`,
  example: {
    bad: `.button:${state} { background: #fff } under white words`,
    better: `.button:${state} { background: #1f3d2b } under white words`,
  },
  needs: ['views', 'probes'],
  mustPass: true,
  run: (facts) => facts.probes.states.flatMap((probe) => judgeState(facts, probe, state)),
})

export const stateRules: readonly PageRule[] = [
  ruleFor('hover'),
  ruleFor('focus'),
  ruleFor('active'),
]
