import type { ViewFacts } from '../../../model/page-structure.ts'
import type { Issue, Pass } from '../evaluation.ts'
import { pagesOf, partOf, rulePart } from './page-issues.ts'
import type { Ui } from './read/ui.ts'

const phone = 375

/** Pass 4: it works at 375, 768 and 1024 pixels, as the browser shows it. */
export const responsive = (ui: Ui): Pass => ({
  number: 4,
  name: 'Responsive',
  parts: [
    partOf('grid-collapse', 'Columns stand below each other on a phone', {
      issues: crampedGrids(ui),
      met: ui.unseen === null ? `${pagesOf(ui)} at ${phone} px` : null,
      open: ui.unseen,
    }),
    rulePart(ui, 'no-horizontal-scroll', 'Nothing reaches past the edge at 375, 768 and 1024 px', {
      rules: ['layout/phone-overflow', 'layout/overflow'],
    }),
    rulePart(ui, 'touch-targets', 'What is tapped is 44 px high on phones', {
      rules: ['touch-size', 'target-size'],
      counts: ({ place }) => (place.width ?? phone) === phone,
    }),
    rulePart(ui, 'mobile-menu', 'What the menu leads to can be reached on a phone', {
      rules: ['layout/control-gone-on-phones', 'layout/control-off-canvas'],
    }),
    rulePart(ui, 'truncation', 'Long texts are neither cut off nor painted over', {
      rules: [
        'layout/clipped-text',
        'layout/overlapping-text',
        'layout/covered-text',
        'layout/tiny-text',
      ],
      counts: ({ message }) => !/ellipsis/.test(message),
    }),
    rulePart(ui, 'viewport', 'The page fits itself to the device', {
      rules: ['viewport-fits-device'],
    }),
  ],
})

/** Cards side by side that a phone shows as a desk does. */
function crampedGrids(ui: Ui): readonly Issue[] {
  const repeatsAt = (views: readonly ViewFacts[], width: number) =>
    (views.find((view) => view.width === width)?.sections ?? []).flatMap(
      ({ repeats }) => repeats ?? [],
    )
  return ui.pages.flatMap((page) => {
    const wide = new Map(repeatsAt(page.views, 1280).map((each) => [each.selector, each.columns]))
    return repeatsAt(page.views, phone)
      .filter(
        ({ item, columns, selector }) =>
          (item.heading || item.sentences > 0) &&
          columns >= 3 &&
          columns >= (wide.get(selector) ?? 0),
      )
      .map(({ selector, columns }) => ({
        message: `${columns} columns stand side by side at ${phone} px (${selector})`,
        ...ui.placeOf(page, selector),
        fix: 'Let the grid be one column on phones.',
      }))
  })
}
