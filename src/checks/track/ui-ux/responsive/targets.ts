import { pixels } from '../../../page/tokens/token-scale.ts'
import type { Issue } from '../../evaluation.ts'
import { issueAt } from '../page-issues.ts'
import { isButton } from '../read/elements.ts'
import { stylesFor } from '../read/selectors.ts'
import { stepOf, utilityOf } from '../read/tailwind.ts'
import { around, inside, type Ui, type UiElement, literal } from '../read/ui.ts'
import { isForWide } from './phone.ts'

export const least = 44

/** Buttons whose height is written, and too small to be tapped. */
export function lowButtons(ui: Ui): readonly Issue[] {
  const isHelped = ui.styles.some(({ conditions }) =>
    conditions.some((each) => /pointer:\s*coarse/.test(each)),
  )
  if (isHelped) return []
  const seen = new Set<string>()
  return ui.elements
    .filter((each) => ui.isTouched(each) && isButton(each) && !each.isComponent)
    .flatMap((element) => {
      const styles = stylesFor(ui, element).filter(
        ({ style, target }) =>
          target.pseudos.length === 0 &&
          target.part === null &&
          !isForWide(style.conditions) &&
          /^(?:min-)?height$/.test(style.property),
      )
      const heights = styles.flatMap(
        ({ style }) => pixels(ui.tokens.valueOf(style.value) ?? '') ?? [],
      )
      const steps = ui.tokens.hasTailwind
        ? element.classes
            .map(utilityOf)
            .flatMap((each) =>
              /^(?:min-h|h|size)-/.test(each.name) && each.variants.length === 0
                ? (stepOf(each) ?? [])
                : [],
            )
        : []
      const height = Math.max(0, ...heights, ...steps)
      const place = styles[0]?.style ?? element
      const key = `${place.path}:${place.line}`
      if (height === 0 || height >= least || seen.has(key)) return []
      seen.add(key)
      return [
        issueAt(
          place,
          `the button is ${height} px high`,
          `Give it a min-height of ${least}px on touch screens.`,
        ),
      ]
    })
}

const isMenu = (element: UiElement): boolean =>
  (element.tag === 'nav' ||
    [...around(element)].some(({ tag }) => tag === 'nav' || tag === 'header')) &&
  [...inside(element)].filter(({ tag }) => tag === 'a' || tag === 'Link' || tag === 'NavLink')
    .length >= 2

/** Menus that phones do not show, without anything that opens them. */
export function lostMenus(ui: Ui): readonly Issue[] {
  const menus = ui.elements.filter((each) => ui.isTouched(each) && isMenu(each))
  return menus.flatMap((menu) => {
    const byClass =
      menu.classes.includes('hidden') &&
      menu.classes.some((name) => /^(?:sm|md|lg|xl):(?:flex|block|grid|inline)/.test(name))
    const bySheet = stylesFor(ui, menu).some(
      ({ style }) =>
        style.property === 'display' &&
        style.value === 'none' &&
        style.conditions.some((each) => /max-width|width\s*</.test(each)),
    )
    if (!byClass && !bySheet) return []
    const opener = ui.elements.some(
      (each) =>
        each.path === menu.path &&
        (each.attributes.has('aria-expanded') ||
          /^(?:summary|details|dialog)$/.test(each.tag) ||
          literal(each, 'type') === 'checkbox' ||
          (isButton(each) && each.attributes.has('onclick')) ||
          (isButton(each) &&
            /menu|nav/i.test(
              `${literal(each, 'aria-label') ?? ''} ${each.classes.join(' ')} ${literal(each, 'id') ?? ''}`,
            )) ||
          (each.isComponent && /menu|drawer|sheet|mobile|hamburger/i.test(each.tag))),
    )
    return opener
      ? []
      : [
          issueAt(
            menu,
            'the menu is gone on phones, and nothing opens it',
            'Add a button with aria-expanded that opens the menu.',
          ),
        ]
  })
}
