import type { Issue } from '../../evaluation.ts'
import type { Ui } from '../read/ui.ts'
import { common, wide } from './most-frequent.ts'

/** Sections in the middle of a page whose space above and below is theirs alone. */
export function rhythmIssues(ui: Ui): readonly Issue[] {
  return ui.pages.flatMap((page) => {
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
}

const isOdd = (own: number, usual: number): boolean =>
  Math.abs(own - usual) > 2 && (own % 8 !== 0 || own * 2 < usual || own > usual * 2)
