import type { PageFacts } from '../../../model/page-facts.ts'
import type { TextRun } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { quote } from '../accessibility/elements.ts'
import { definePageRule, type Sighting as Finding } from '../score/define-rule.ts'
import { toHex } from './colour.ts'
import { tooLow } from './too-low.ts'
import {
  allViews,
  gatherSightings,
  type Gathered,
  placeIn,
  type Sighting,
  whereSeen,
} from './page-views.ts'
import { judgeText, type TextContrast } from './text-contrast.ts'

// three rules read the same verdicts
const judged = new WeakMap<PageFacts, readonly Sighting<TextContrast>[]>()

function judgeAll(facts: PageFacts): readonly Sighting<TextContrast>[] {
  const known = judged.get(facts)
  if (known !== undefined) return known
  const sightings = allViews(facts).flatMap((view) =>
    view.texts.map((run) => {
      const observed = judgeText(run, view)
      const isUnseen = observed.verdict.type === 'too-low' && liesOnKeptBack(run, facts)
      return { view, seen: isUnseen ? { ...observed, verdict: keptBack } : observed }
    }),
  )
  judged.set(facts, sightings)
  return sightings
}

const keptBack = { type: 'unknown', why: 'the image behind it was not let through' } as const

/** Visitors see an image there that the look did not fetch. */
const liesOnKeptBack = ({ backdrop }: TextRun, { network }: PageFacts): boolean =>
  backdrop.layers.some(
    (layer) =>
      layer.kind === 'image' &&
      network.requests.some(
        // the layer holds the beginning of its address
        ({ blocked, url }) => blocked !== null && layer.url.includes(url.slice(0, 200)),
      ),
  )

const ratioIn = ({ verdict }: TextContrast): number => ('ratio' in verdict ? verdict.ratio : 21)

/** The texts with such a verdict in any view, each told once with its worst. */
const verdictsOf = (
  facts: PageFacts,
  wanted: TextContrast['verdict']['type'],
): readonly Gathered<TextContrast>[] =>
  gatherSightings(
    judgeAll(facts).filter(({ seen: observed }) => observed.verdict.type === wanted),
    // the dark scheme tells again only what has other colours there
    ({ seen: { run }, view }) =>
      `${run.selector} ${run.source} ${view.scheme === 'dark' ? toHex(run.colour) : ''}`,
    (one, other) => ratioIn(one) < ratioIn(other),
  )

const nameOf = ({ run }: TextContrast): string =>
  `the ${run.source === 'placeholder' ? 'placeholder' : 'text'} ${quote(run.text)}`

function lowFinding(facts: PageFacts, gathered: Gathered<TextContrast>): readonly Finding[] {
  const { run, needed, verdict } = gathered.worst.seen
  if (verdict.type !== 'too-low') return []
  return [
    {
      severity: run.ariaHidden || (needed === 3 && !run.isLarge) ? 'warning' : 'error',
      place: placeIn(facts, run, gathered),
      ...tooLow(facts.static, {
        what: `${nameOf(gathered.worst.seen)} has a contrast of`,
        where: whereSeen(gathered.worst),
        ratio: verdict.ratio,
        needed,
        shown: verdict.pair,
        written: run.clipFill === null ? run.colour : null,
        opacity: run.opacity,
        properties: ['color', '-webkit-text-fill-color', 'fill'],
      }),
    },
  ]
}

const lowTexts = (
  about: Pick<PageRule, 'id' | 'about' | 'example'>,
  isPlaceholder: boolean,
): PageRule =>
  definePageRule({ ...about, dimension: 'Design Quality', mustPass: true }, (facts) =>
    verdictsOf(facts, 'too-low')
      .filter(({ worst }) => (worst.seen.run.source === 'placeholder') === isPlaceholder)
      .flatMap((each) => lowFinding(facts, each)),
  )

/** Pixels are looked at in some views only: one measured view answers for the others. */
function neverMeasured(facts: PageFacts): readonly Gathered<TextContrast>[] {
  const keyOf = ({ seen: { run }, view }: Sighting<TextContrast>) =>
    `${run.selector} ${run.source} ${view.scheme}`
  const measured = new Set(
    judgeAll(facts).flatMap((each) => (each.seen.verdict.type === 'unknown' ? [] : [keyOf(each)])),
  )
  return verdictsOf(facts, 'unknown').filter(({ worst }) => !measured.has(keyOf(worst)))
}

export const textRules: readonly PageRule[] = [
  lowTexts(
    {
      id: 'contrast-text',
      about:
        'Text stands out from what is behind it: 4.5:1, or 3:1 from 24 pixels, or 18.66 pixels bold. ' +
        'Layers, opacity, gradients and the dark scheme are counted as painted; disabled controls are not asked.',
      example: { bad: 'color: #999 on a white page', better: 'color: #595959 on a white page' },
    },
    false,
  ),
  lowTexts(
    {
      id: 'contrast-placeholder',
      about: 'A placeholder is text too, and needs 4.5:1 against its field.',
      example: { bad: '::placeholder { color: #bbb }', better: '::placeholder { color: #666 }' },
    },
    true,
  ),
  definePageRule(
    {
      id: 'contrast-not-checked',
      dimension: 'Design Quality',
      about:
        'Names the texts whose contrast could not be measured, so that nobody takes them for passed.',
      example: {
        bad: 'text on an image that did not load',
        better: 'text on a colour of its own',
      },
    },
    (facts) =>
      neverMeasured(facts).map((gathered) => {
        const { verdict, run } = gathered.worst.seen
        const why = verdict.type === 'unknown' ? verdict.why : ''
        return {
          severity: 'info' as const,
          message: `could not check the contrast of ${nameOf(gathered.worst.seen)}: ${why}`,
          place: placeIn(facts, run, gathered),
        }
      }),
  ),
]
