import type { PageFacts } from '../../../model/page-facts.ts'
import type { FocusStop } from '../../../model/page-probes.ts'
import { definePageRule, type Sighting } from '../score/define-rule.ts'
import { at, quote } from '../accessibility/elements.ts'

/** A jump up the page by more than this is no change of line or column. */
const farUp = 240

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
function goesAgainst({ from, to }: Step, turned: boolean): boolean {
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

function jumps(facts: PageFacts): readonly Sighting[] {
  const turned = facts.dir?.toLowerCase() === 'rtl'
  const steps = stepsOf(facts.probes.keyboard)
  return steps.flatMap((step): readonly Sighting[] => {
    if (isPinned(facts, step.from) || isPinned(facts, step.to)) return []
    if (goesBack(step, turned)) return [jump(step, 'up the page')]
    // one step can be a column; two in a row are an order turned around
    const before = steps.find(({ index }) => index === step.index - 1)
    return before !== undefined && goesAgainst(before, turned) && goesAgainst(step, turned)
      ? [jump(step, 'against the direction of reading')]
      : []
  })
}

const jump = ({ from, to }: Step, where: string): Sighting => ({
  severity: 'warning',
  message: `the Tab key goes from ${quote(from.name || from.selector)} ${where} to ${quote(to.name || to.selector)}`,
  place: at(to),
})

export const focusOrder = definePageRule(
  {
    id: 'focus-order',
    about: 'The Tab key goes through the page in the order in which it is read.',
    example: {
      bad: 'flex-direction: row-reverse on the links of a menu',
      better: 'the links in the order they are shown',
    },
    needs: ['views', 'probes'],
  },
  jumps,
)
