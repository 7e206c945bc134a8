import type { Issue } from '../../evaluation.ts'
import { issueAt } from '../page-issues.ts'
import { stepOf, utilityOf } from '../read/tailwind.ts'
import type { Ui, UiElement } from '../read/ui.ts'
import { common, wide } from './most-frequent.ts'

/** Sections in the middle of a page whose space above and below is theirs alone. */
export function rhythmIssues(ui: Ui): readonly Issue[] {
  const onPages = ui.pages.flatMap((page) => {
    const sections = (wide(page)?.sections ?? []).filter(
      ({ tag }) => tag === 'section' || tag === 'article',
    )
    const usual = common(
      sections.map(({ padding }) => (padding?.top ?? 0) + (padding?.bottom ?? 0)),
    )
    if (usual === null || sections.length < 4) return []
    return sections.slice(1, -1).flatMap(({ selector, padding }) => {
      const own = (padding?.top ?? 0) + (padding?.bottom ?? 0)
      return isOdd(own, usual)
        ? [
            {
              message: `${selector} keeps ${own} px above and below, the other sections ${usual} px`,
              ...ui.placeOf(page, selector),
              fix: 'Give it the space of the other sections.',
            },
          ]
        : []
    })
  })
  const siblings = Map.groupBy(
    ui.elements.filter((each) => ui.isTouched(each) && /^(?:section|Section)$/.test(each.tag)),
    ({ path, parent }) => parent ?? path,
  )
  const inFiles = [...siblings.values()].flatMap((sections) => {
    const spaces = sections.map((each) => verticalStep(each))
    const usual = common(spaces.filter((each) => each !== null))
    if (usual === null || sections.length < 4) return []
    return sections.slice(1, -1).flatMap((each) => {
      const own = verticalStep(each)
      return own !== null && isOdd(own * 2, usual * 2)
        ? [
            issueAt(
              each,
              `the section keeps ${own} px above and below, the other sections ${usual} px`,
              'Give it the space of the other sections.',
            ),
          ]
        : []
    })
  })
  return [...onPages, ...inFiles]
}

const isOdd = (own: number, usual: number): boolean =>
  Math.abs(own - usual) > 2 && (own % 8 !== 0 || own * 2 < usual || own > usual * 2)

const verticalStep = ({ classes }: UiElement): number | null => {
  const utility = classes
    .map(utilityOf)
    .find(({ name, variants }) => variants.length === 0 && /^p(?:y)?-/.test(name))
  return utility === undefined ? null : stepOf(utility)
}
