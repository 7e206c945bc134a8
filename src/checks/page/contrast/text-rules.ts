import type { PageFacts } from '../../../model/page-facts.ts'
import type { ViewFacts } from '../../../model/page-structure.ts'
import type { PageFinding, PageRule } from '../page-rule.ts'
import { shownRatio } from '../../../model/colour.ts'
import { toHex } from './colour.ts'
import { contrastFix } from './colour-fix.ts'
import {
  allViews,
  gatherSightings,
  type Gathered,
  gradientBoxes,
  placeIn,
  type Sighting,
  whereSeen,
} from './page-views.ts'
import { judgeText, type TextContrast } from './text-contrast.ts'

type Verdict = TextContrast['verdict']['type']

// four rules read the same verdicts
const judged = new WeakMap<PageFacts, readonly Sighting<TextContrast>[]>()

function judgeAll(facts: PageFacts): readonly Sighting<TextContrast>[] {
  const known = judged.get(facts)
  if (known !== undefined) return known
  const sightings = allViews(facts).flatMap((view) => {
    const boxes = gradientBoxes(view)
    return view.texts.map((run) => ({ view, seen: judgeText(run, view, boxes) }))
  })
  judged.set(facts, sightings)
  return sightings
}

const keyOf = ({ run }: TextContrast, { scheme }: ViewFacts): string =>
  `${run.selector} ${run.source} ${scheme}`

/** The texts with such a verdict in any view, each told once with its worst. */
function verdictsOf(facts: PageFacts, wanted: Verdict): readonly Gathered<TextContrast>[] {
  return gatherSightings(
    judgeAll(facts).filter(({ seen }) => seen.verdict.type === wanted),
    (seen, view) =>
      // the dark scheme tells again only what has other colours there
      `${seen.run.selector} ${seen.run.source} ${view.scheme === 'dark' ? toHex(seen.run.colour) : ''}`,
    (one, other) => ratioIn(one) < ratioIn(other),
  )
}

const ratioIn = ({ verdict }: TextContrast): number => ('ratio' in verdict ? verdict.ratio : 21)

const quote = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}…` : text)

const nameOf = ({ run }: TextContrast): string =>
  run.source === 'placeholder'
    ? `the placeholder ${quote(run.text)}`
    : `the text ${quote(run.text)}`

function lowFinding(
  facts: PageFacts,
  gathered: Gathered<TextContrast>,
  ruleId: string,
): readonly PageFinding[] {
  const { seen } = gathered.worst
  if (seen.verdict.type !== 'too-low' && seen.verdict.type !== 'patchy') return []
  const { ratio, pair } = seen.verdict
  const value = shownRatio(ratio)
  const fix =
    seen.verdict.type === 'patchy' || seen.run.clipFill !== null
      ? null
      : contrastFix(facts.static, {
          written: seen.run.colour,
          ground: pair.ground,
          opacity: seen.run.opacity,
          needed: seen.needed,
          properties: ['color', '-webkit-text-fill-color', 'fill'],
        })
  const patchy = seen.verdict.type === 'patchy'
  return [
    {
      ruleId,
      dimension: 'Design Quality',
      severity:
        patchy || seen.run.ariaHidden || (seen.needed === 3 && !seen.run.isLarge)
          ? 'warning'
          : 'error',
      message: `${nameOf(seen)} has a contrast of ${value}:1${whereSeen(gathered.worst)}${
        patchy ? ' where the image behind it is at its worst' : ''
      }: ${toHex(pair.ink)} on ${toHex(pair.ground)}; ${seen.needed}:1 is needed`,
      place: placeIn(facts, seen.run, gathered),
      measured: { value, needed: seen.needed, unit: ':1' },
      ...(fix === null ? {} : { fix }),
    },
  ]
}

const textContrast: PageRule = {
  id: 'contrast-text',
  dimension: 'Design Quality',
  about:
    'Text stands out from what is behind it: 4.5:1, or 3:1 from 24 pixels, or 18.66 pixels bold. ' +
    'Layers, opacity, gradients and the dark scheme are counted as painted; disabled controls are not asked.',
  example: { bad: 'color: #999 on a white page', better: 'color: #595959 on a white page' },
  mustPass: true,
  run: (facts) =>
    verdictsOf(facts, 'too-low')
      .filter(({ worst }) => worst.seen.run.source !== 'placeholder')
      .flatMap((each) => lowFinding(facts, each, 'contrast-text')),
}

const placeholderContrast: PageRule = {
  id: 'contrast-placeholder',
  dimension: 'Design Quality',
  about: 'A placeholder is text too, and needs 4.5:1 against its field.',
  example: { bad: '::placeholder { color: #bbb }', better: '::placeholder { color: #666 }' },
  mustPass: true,
  run: (facts) =>
    verdictsOf(facts, 'too-low')
      .filter(({ worst }) => worst.seen.run.source === 'placeholder')
      .flatMap((each) => lowFinding(facts, each, 'contrast-placeholder')),
}

const patchyContrast: PageRule = {
  id: 'contrast-over-image',
  dimension: 'Design Quality',
  about:
    'Text over a picture can be read at its lightest and its darkest spot, not only on the whole.',
  example: {
    bad: 'white words on a photo of clouds',
    better: 'the same with a dark layer between',
  },
  run: (facts) =>
    verdictsOf(facts, 'patchy').flatMap((each) => lowFinding(facts, each, 'contrast-over-image')),
}

/** Pixels are looked at in some views only: one measured view answers for the others. */
function neverMeasured(facts: PageFacts): readonly Gathered<TextContrast>[] {
  const measured = new Set(
    judgeAll(facts)
      .filter(({ seen }) => seen.verdict.type !== 'unknown')
      .map(({ seen, view }) => keyOf(seen, view)),
  )
  return verdictsOf(facts, 'unknown').filter(
    ({ worst }) => !measured.has(keyOf(worst.seen, worst.view)),
  )
}

const unknownContrast: PageRule = {
  id: 'contrast-not-checked',
  dimension: 'Design Quality',
  about:
    'Names the texts whose contrast could not be measured, so that nobody takes them for passed.',
  example: { bad: 'text on an image that did not load', better: 'text on a colour of its own' },
  run: (facts) =>
    neverMeasured(facts).map((gathered) => ({
      ruleId: 'contrast-not-checked',
      dimension: 'Design Quality',
      severity: 'info',
      message: `could not check the contrast of ${nameOf(gathered.worst.seen)}: ${
        gathered.worst.seen.verdict.type === 'unknown' ? gathered.worst.seen.verdict.why : ''
      }`,
      place: placeIn(facts, gathered.worst.seen.run, gathered),
    })),
}

export const textRules: readonly PageRule[] = [
  textContrast,
  placeholderContrast,
  patchyContrast,
  unknownContrast,
]
