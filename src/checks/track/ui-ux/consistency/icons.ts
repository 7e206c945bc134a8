import type { Issue } from '../../evaluation.ts'
import { issueAt } from '../page-issues.ts'
import { isIcon } from '../read/elements.ts'
import { stepOf, utilityOf } from '../read/tailwind.ts'
import { type Ui, type UiElement, literal } from '../read/ui.ts'
import { common, wide } from './most-frequent.ts'

/** Icons that stand in equal places and differ in size. */
export function iconIssues(ui: Ui): readonly Issue[] {
  const onPages = ui.pages.flatMap((page) => {
    const icons = (wide(page)?.images ?? []).filter(
      ({ kind, visible, box }) => kind === 'svg' && visible && box.width <= 64,
    )
    const groups = Map.groupBy(icons, ({ selector }) =>
      selector.replaceAll(/:nth-of-type\(\d+\)/g, ''),
    )
    return [...groups.values()].flatMap((group) => {
      const usual = common(group.map(({ box }) => Math.round(box.width)))
      if (group.length < 3 || usual === null) return []
      return group
        .filter(({ box }) => Math.abs(box.width - usual) > 1.5)
        .map(({ selector, box }) => ({
          message: `the icon ${selector} is ${Math.round(box.width)} px wide, those beside it ${usual} px`,
          ...ui.placeOf(page, selector),
          fix: `Let it be ${usual} px, as the others are.`,
        }))
    })
  })
  const rows = Map.groupBy(
    ui.elements.filter((each) => ui.isTouched(each) && isIcon(ui, each) && iconSize(each) !== null),
    (each) => each.parent?.parent ?? each.parent ?? each,
  )
  const inFiles = [...rows.values()].flatMap((row) => {
    const usual = common(row.map(iconSize))
    if (row.length < 3 || usual === null) return []
    return row
      .filter((each) => iconSize(each) !== usual)
      .map((each) =>
        issueAt(
          each,
          `the icon is ${iconSize(each) ?? 0} px wide, those beside it ${usual} px`,
          `Let it be ${usual} px, as the others are.`,
        ),
      )
  })
  return [...onPages, ...inFiles]
}

function iconSize(element: UiElement): number | null {
  const written = literal(element, 'size') ?? literal(element, 'width')
  if (written !== null && /^\d+$/.test(written)) return Number(written)
  const utility = element.classes.map(utilityOf).find(({ name }) => /^(?:w|size)-\d/.test(name))
  return utility === undefined ? null : stepOf(utility)
}
