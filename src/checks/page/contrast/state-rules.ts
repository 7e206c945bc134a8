import { contrastRatio } from '../../../model/colour.ts'
import type { PageFacts } from '../../../model/page-facts.ts'
import type { StatePaint, StateProbe } from '../../../model/page-probes.ts'
import type { ViewFacts } from '../../../model/page-structure.ts'
import type { Rgba, TextRun } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule, type Sighting } from '../score/define-rule.ts'
import { reaches, sameColour, toHex } from './colour.ts'
import { type Pair, paintedPairs } from './layers.ts'
import { widestView } from './page-views.ts'
import { bestOf, neededFor } from './text-contrast.ts'
import { tooLow } from './too-low.ts'

type State = 'hover' | 'focus' | 'active'

/** The colour a text in the control has in a state: its own, or the one it takes from the control. */
const inkIn = (run: TextRun, probe: StateProbe, paint: StatePaint): Rgba =>
  sameColour(run.colour, probe.rest.colour) ? paint.colour : run.colour

/** On a gradient the best of its colours: which one lies there is not known. */
const pairIn = (run: TextRun, probe: StateProbe, paint: StatePaint): Pair | null =>
  bestOf(
    paintedPairs({ colour: inkIn(run, probe, paint), opacity: paint.opacity }, paint.backdrop) ??
      [],
  )

const runsIn = (probe: StateProbe, runs: readonly TextRun[]): readonly TextRun[] =>
  runs.filter(
    ({ selector, inDisabled, clipFill, backdrop }) =>
      (selector === probe.selector || selector.startsWith(`${probe.selector} > `)) &&
      !inDisabled &&
      clipFill === null &&
      // a text with a background of its own does not stand on what the control paints
      !(backdrop.layers[0]?.selector ?? '').startsWith(`${probe.selector} > `),
  )

/** Browsers paint a pressed link red unless the page says something about it. */
const isBrowsersOwn = ({ states }: ViewFacts, { colour }: StatePaint, state: State): boolean =>
  state === 'active' && states.active.length === 0 && toHex(colour) === '#ff0000'

const stateName = { hover: 'hovered', focus: 'focused', active: 'pressed' } as const

function judgeState(facts: PageFacts, probe: StateProbe, state: State): readonly Sighting[] {
  const paint = probe[state]
  const view = widestView(facts)
  if (paint === null || view === null || isBrowsersOwn(view, paint, state)) return []
  const low = runsIn(probe, view.texts).flatMap((run) => {
    const [shown, rest] = [pairIn(run, probe, paint), pairIn(run, probe, probe.rest)]
    if (shown === null) return []
    const ratio = contrastRatio(shown.ink, shown.ground)
    const before = rest === null ? 21 : contrastRatio(rest.ink, rest.ground)
    // what is as low at rest is told by the rule for texts
    return reaches(ratio, neededFor(run)) || ratio >= before - 0.01 ? [] : [{ run, shown, ratio }]
  })
  const [worst] = low.toSorted((one, other) => one.ratio - other.ratio)
  if (worst === undefined) return []
  const { run, shown, ratio } = worst
  return [
    {
      place: { selector: probe.selector, box: run.box },
      ...tooLow(facts.static, {
        what: `${JSON.stringify(probe.text)} has a contrast of`,
        where: ` when ${stateName[state]}`,
        ratio,
        needed: neededFor(run),
        shown,
        written: inkIn(run, probe, paint),
        opacity: paint.opacity,
        properties: ['color'],
      }),
    },
  ]
}

const ruleFor = (state: State): PageRule =>
  definePageRule(
    {
      id: `contrast-${state}`,
      dimension: 'Design Quality',
      about: `The words of a control can still be read while it is ${stateName[state]}: 4.5:1, or 3:1 if large.`,
      example: {
        bad: `.button:${state} { background: #fff } under white words`,
        better: `.button:${state} { background: #1f3d2b } under white words`,
      },
      needs: ['views', 'probes'],
      mustPass: true,
    },
    (facts) => facts.probes.states.flatMap((probe) => judgeState(facts, probe, state)),
  )

export const stateRules: readonly PageRule[] = [
  ruleFor('hover'),
  ruleFor('focus'),
  ruleFor('active'),
]
