import type { Issue, Part, Pass } from '../../evaluation.ts'
import { pagesOf, partOf, rulePart } from '../page-issues.ts'
import type { Ui } from '../read/ui.ts'
import { crampedGrids, rigidGrids } from './grids.ts'
import { phone } from './phone.ts'
import { least, lostMenus, lowButtons } from './targets.ts'
import { fixedWidths, viewportIssues } from './widths.ts'

/** Pass 4: it works at 375, 768 and 1024 pixels. */
export function responsive(ui: Ui): Pass {
  const isUnseen = ui.unseen !== null
  const own = ui.elements.filter(ui.isTouched)
  const read = own.length > 0 || ui.styles.some(ui.isTouched)
  const files = (list: () => readonly Issue[]) => (isUnseen ? list() : [])
  const grids = isUnseen ? rigidGrids(ui) : crampedGrids(ui)
  const hasGrid =
    ui.styles.some((style) => ui.isTouched(style) && style.property === 'grid-template-columns') ||
    own.some(({ classes }) => classes.some((name) => /grid-cols-/.test(name)))
  const parts: readonly Part[] = [
    partOf('grid-collapse', 'Columns stand below each other on a phone', {
      issues: grids,
      met: isUnseen
        ? hasGrid
          ? 'the grids of the files follow the room there is'
          : null
        : `${pagesOf(ui)} at ${phone} px`,
      open: isUnseen ? ui.unseen : null,
    }),
    rulePart(ui, 'no-horizontal-scroll', 'Nothing reaches past the edge at 375, 768 and 1024 px', {
      rules: ['layout/phone-overflow', 'layout/overflow', 'text-wider-than-screen'],
      files: files(() => fixedWidths(ui)),
    }),
    rulePart(ui, 'touch-targets', `What is tapped is ${least} px high on phones`, {
      rules: ['touch-size', 'target-size'],
      counts: ({ place }) => (place.width ?? phone) === phone,
      files: files(() => lowButtons(ui)),
    }),
    rulePart(ui, 'mobile-menu', 'What the menu leads to can be reached on a phone', {
      rules: ['layout/control-gone-on-phones', 'layout/control-off-canvas'],
      files: files(() => lostMenus(ui)),
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
      files: files(() => viewportIssues(ui)),
      metByFiles:
        read &&
        own.some(
          ({ tag, attributes }) => tag === 'meta' && attributes.get('name')?.text === 'viewport',
        )
          ? 'the documents say so'
          : null,
    }),
  ]
  return { number: 4, name: 'Responsive', parts }
}
