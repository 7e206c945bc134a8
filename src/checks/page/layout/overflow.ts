import type { PageFacts } from '../../../model/page-facts.ts'
import type { Overflow, ViewFacts } from '../../../model/page-structure.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule, oncePerPlace, quote, type Sighting } from '../score/define-rule.ts'

export const phoneWidth = 375

/** The widths at which a page is looked at, phones apart. */
const wider = (view: ViewFacts): boolean => view.width !== phoneWidth
const phones = (view: ViewFacts): boolean => view.width === phoneWidth

/** How much further than the screen a page may reach before anyone can scroll it. */
const slack = 1

const openedNote = (view: ViewFacts): string =>
  view.opened === null ? '' : ` with ${view.opened} open`

function scrollsSideways(view: ViewFacts): readonly Sighting[] {
  const over = view.scrollWidth - view.clientWidth
  if (over <= slack) return []
  // what reaches furthest is what makes the page wide; what it drags along is not to blame
  const culprits = view.overflows
    .filter(({ right }) => right > slack)
    .toSorted((a, b) => b.right - a.right)
  const furthest = culprits[0]?.right ?? 0
  const named = culprits.filter(({ right }) => right >= furthest - 2).slice(0, 3)
  const message = `The page scrolls sideways at ${view.width} px${openedNote(view)}: it is ${Math.round(over)} px wider than the screen.`
  const measured = { value: view.scrollWidth, needed: view.clientWidth, unit: 'px' }
  if (named.length === 0)
    return [{ message, measured, place: { selector: 'html', width: view.width } }]
  return named.map(({ selector, box }: Overflow) => ({
    message,
    measured,
    place: { selector, box, width: view.width },
  }))
}

/** Words that the edge of the screen cuts, where nobody can scroll to the rest; what stands beyond it whole is a closed drawer. */
export const cutByEdge = (view: ViewFacts): ViewFacts['texts'] =>
  view.texts.filter(
    ({ pastEdge, box, ariaHidden, insideScroller }) =>
      pastEdge > slack &&
      !ariaHidden &&
      insideScroller === null &&
      box.x < view.clientWidth &&
      box.x + box.width > 0,
  )

function wordsPastEdge(view: ViewFacts): readonly Sighting[] {
  return cutByEdge(view).map(({ selector, text, box, pastEdge }) => ({
    message: `${quote(text)} runs ${Math.round(pastEdge)} px past the edge of the screen at ${view.width} px${openedNote(view)}.`,
    place: { selector, box, width: view.width },
    measured: { value: Math.round(pastEdge), needed: 0, unit: 'px' },
  }))
}

/** A picture that says something, or a control, of which only a part is on the screen. */
function partsPastEdge(view: ViewFacts): readonly Sighting[] {
  const controls = view.controls.filter(({ visible, offCanvas, ariaHidden }) => {
    return visible && !offCanvas && !ariaHidden
  })
  const images = view.images.filter(({ visible, decorative, kind }) => {
    return visible && !decorative && kind !== 'background'
  })
  const over = new Map(view.overflows.map((each) => [each.selector, each]))
  return [...controls, ...images].flatMap(({ selector, box }) => {
    const past = over.get(selector)
    if (past === undefined || box.x >= view.clientWidth || box.x + box.width <= 0) return []
    const reach = Math.max(past.right, past.left)
    return [
      {
        message: `${selector} reaches ${Math.round(reach)} px past the edge of the screen at ${view.width} px${openedNote(view)}.`,
        place: { selector, box, width: view.width },
        measured: { value: Math.round(reach), needed: 0, unit: 'px' },
      },
    ]
  })
}

function overflowsOf(views: readonly ViewFacts[]): readonly Sighting[] {
  return oncePerPlace(
    views.flatMap((view) => {
      const sideways = scrollsSideways(view)
      return [...sideways, ...wordsPastEdge(view), ...partsPastEdge(view)]
    }),
  )
}

const example = {
  bad: '.plans { width: 720px }',
  better: '.plans { width: 100%; max-width: 720px }',
}

export const phoneOverflow: PageRule = definePageRule(
  {
    id: 'layout/phone-overflow',
    about:
      'On a phone nothing reaches past the edge of the screen, also with menus and dialogs open.',
    example,
    mustPass: true,
  },
  ({ views, opened }: PageFacts) => overflowsOf([...views, ...opened].filter(phones)),
)

export const wideOverflow: PageRule = definePageRule(
  {
    id: 'layout/overflow',
    dimension: 'Design Quality',
    about: 'On tablets and desktops nothing reaches past the edge of the screen.',
    example,
  },
  ({ views, opened }: PageFacts) => overflowsOf([...views, ...opened].filter(wider)),
)
