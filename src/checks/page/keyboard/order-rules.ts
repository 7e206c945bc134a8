import type { PageFacts } from '../../../model/page-facts.ts'
import type { FocusStop } from '../../../model/page-probes.ts'
import type { Box } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { at, quote, type Seen, worksRule } from '../accessibility/about.ts'

/** A jump up the page by more than this is no change of line or column. */
const farUp = 240

type Placed = { readonly box: Box }
type Step = { readonly from: FocusStop; readonly to: FocusStop; readonly index: number }

const stepsOf = ({ stops }: { readonly stops: readonly FocusStop[] }): readonly Step[] =>
  stops.slice(1).flatMap((to, index) => {
    const from = stops[index]
    return from === undefined || !from.visible || !to.visible ? [] : [{ from, to, index }]
  })

/** Up, and not into a column beside: back to something that was passed by. */
function goesBack({ from, to }: Step, turned: boolean): boolean {
  const up = from.box.y - (to.box.y + to.box.height)
  const beside = turned
    ? to.box.x + to.box.width <= from.box.x + from.box.width / 2
    : to.box.x >= from.box.x + from.box.width / 2
  return up > farUp && !beside
}

/** In one line, against the way the language is read. */
function goesAgainst(
  { from, to }: { readonly from: Placed; readonly to: Placed },
  turned: boolean,
): boolean {
  const shared =
    Math.min(from.box.y + from.box.height, to.box.y + to.box.height) -
    Math.max(from.box.y, to.box.y)
  if (shared < Math.min(from.box.height, to.box.height) / 2) return false
  return turned
    ? to.box.x >= from.box.x + from.box.width - 1
    : to.box.x + to.box.width <= from.box.x + 1
}

/** What stays on the screen has no place on the page. */
function isPinned(facts: PageFacts, { selector }: FocusStop): boolean {
  const known = facts.views.at(-1)?.controls.find((control) => control.selector === selector)
  return known === undefined || known.insideDialog !== null
}

function jumps(facts: PageFacts): readonly Seen[] {
  const turned = facts.dir?.toLowerCase() === 'rtl'
  const steps = stepsOf(facts.probes.keyboard)
  const told = steps.flatMap((step): readonly Seen[] => {
    if (isPinned(facts, step.from) || isPinned(facts, step.to)) return []
    if (goesBack(step, turned)) return [jump(step, 'up the page')]
    // one step can be a column; two in a row are an order turned around
    const before = steps.find(({ index }) => index === step.index - 1)
    return before !== undefined && goesAgainst(before, turned) && goesAgainst(step, turned)
      ? [jump(step, 'against the direction of reading')]
      : []
  })
  return told
}

/** Rows of three or more that are painted from their end, though one stop may stand for all. */
function turnedRows(facts: PageFacts): readonly Seen[] {
  const turned = facts.dir?.toLowerCase() === 'rtl'
  const shown = (facts.views.at(-1)?.controls ?? []).filter(
    ({ visible, inline, insideDialog }) => visible && !inline && insideDialog === null,
  )
  return shown.flatMap((middle, index): readonly Seen[] => {
    const [from, to] = [shown[index - 1], shown[index + 1]]
    if (from === undefined || to === undefined) return []
    const against =
      goesAgainst({ from, to: middle }, turned) && goesAgainst({ from: middle, to }, turned)
    return against
      ? [
          {
            message: `${quote(from.name)}, ${quote(middle.name)} and ${quote(to.name)} are painted against their order`,
            place: at(middle),
          },
        ]
      : []
  })
}

const jump = ({ from, to }: Step, where: string): Seen => ({
  message: `the Tab key goes from ${quote(from.name || from.selector)} ${where} to ${quote(to.name || to.selector)}`,
  place: at(to),
})

const sensible: PageRule = worksRule(
  {
    id: 'focus-order',
    about: 'The Tab key goes through the page in the order in which it is read.',
    example: {
      bad: 'flex-direction: row-reverse on the links of a menu',
      better: 'the links in the order they are shown',
    },
    needs: ['views', 'probes'],
  },
  (facts) => {
    const found = jumps(facts)
    return found.length > 0 ? found : turnedRows(facts)
  },
)

export const orderRules: readonly PageRule[] = [sensible]
