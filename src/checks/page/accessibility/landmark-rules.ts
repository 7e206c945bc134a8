import type { ViewFacts } from '../../../model/page-structure.ts'
import type { Box, Control } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { at, isWithin, parentSelector, quote, shownOnce, worksRule } from './about.ts'

const main: PageRule = worksRule(
  {
    id: 'landmark-main',
    about: 'The page has one main part, so that a screen reader can go straight to it.',
    example: { bad: '<div id="content">', better: '<main id="content">' },
  },
  (facts) => {
    const mains = shownOnce(facts, ({ landmarks }) => landmarks).filter(
      ({ role }) => role === 'main',
    )
    if (facts.views.length === 0) return []
    if (mains.length === 0)
      return [{ message: 'the page has no main part', place: { selector: 'body' } }]
    return mains
      .slice(1)
      .map((each) => ({ message: 'the page has more than one main part', place: at(each) }))
  },
)

const holds = (outer: Box, inner: Box): boolean =>
  inner.x >= outer.x - 1 &&
  inner.y >= outer.y - 1 &&
  inner.x + inner.width <= outer.x + outer.width + 1 &&
  inner.y + inner.height <= outer.y + outer.height + 1

/** The list that the links of a menu share, or the box they stand in side by side. */
function menuOf({ selector }: Control): string {
  const parent = parentSelector(selector) ?? ''
  return /(^|> )li(:nth-of-type\(\d+\))?$/.test(parent) ? (parentSelector(parent) ?? '') : parent
}

/** Rows of links above the main part that no navigation holds. */
function unmarkedMenus(view: ViewFacts): readonly (readonly Control[])[] {
  const inside = (role: string, { selector, box }: Control) =>
    view.landmarks.some(
      (each) => each.role === role && (isWithin(selector, each.selector) || holds(each.box, box)),
    )
  const top = Math.min(
    ...view.landmarks.filter(({ role }) => role === 'main').map(({ box }) => box.y),
  )
  const links = view.controls.filter(
    (link) =>
      link.role === 'link' &&
      link.visible &&
      link.box.y + link.box.height <= top &&
      !inside('navigation', link),
  )
  const menus = Map.groupBy(links, menuOf)
  return [...menus].flatMap(([menu, controls]) =>
    menu !== '' && controls.length >= 3 ? [controls] : [],
  )
}

const navigation: PageRule = worksRule(
  {
    id: 'landmark-navigation',
    about: 'The menu of the page is marked as its navigation.',
    example: { bad: '<div class="menu"><a>…<a>…<a>…', better: '<nav><a>…<a>…<a>…' },
  },
  (facts) => {
    const view = facts.views.at(-1)
    if (view === undefined) return []
    return unmarkedMenus(view).flatMap(([first]) =>
      first === undefined
        ? []
        : [
            {
              message: `the menu with ${quote(first.name)} is not marked as navigation`,
              place: at({ selector: menuOf(first) }),
            },
          ],
    )
  },
)

export const landmarkRules: readonly PageRule[] = [main, navigation]
