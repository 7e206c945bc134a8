import type { Issue } from '../../evaluation.ts'
import { type Ui } from '../read/ui.ts'
import { common, wide } from './most-frequent.ts'

/** Icons that stand in equal places and differ in size. */
export function iconIssues(ui: Ui): readonly Issue[] {
  return ui.pages.flatMap((page) => {
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
}
