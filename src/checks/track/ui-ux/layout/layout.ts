import type { Pass } from '../../evaluation.ts'
import { pageIssues, pagesOf, partOf, rulePart } from '../page-issues.ts'
import type { Ui } from '../read/ui.ts'
import { containerPart } from './container.ts'
import { sizeIssues, writtenHeadings } from './headings.ts'
import { regions, regionPart } from './regions.ts'
import { writtenPages } from './written-pages.ts'

/** Pass 3: header, content and footer stand where they belong. */
export function layoutStructure(ui: Ui): Pass {
  const written = writtenPages(ui)
  const hasHeadings = ui.elements.some((each) => ui.isTouched(each) && /^h[1-6]$/.test(each.tag))
  const isUnseen = ui.unseen !== null
  return {
    number: 3,
    name: 'Layout and structure',
    parts: [
      ...regions.map((region) => regionPart(ui, region, written)),
      containerPart(ui, written),
      rulePart(ui, 'heading-order', 'Headings go from h1 to h2 to text, one level at a time', {
        rules: ['heading-one-top', 'heading-order'],
        files: [...(isUnseen ? writtenHeadings(ui) : []), ...sizeIssues(ui)],
        metByFiles: hasHeadings ? 'the headings of each file go down one level at a time' : null,
      }),
      rulePart(ui, 'text-width', 'Lines of running text are not as wide as the screen', {
        rules: ['text-long-lines'],
      }),
      partOf('sections', 'The parts of a page keep their places', {
        issues: pageIssues(ui, ['layout/broken-grid', 'layout/scroll-locked']),
        met: isUnseen ? null : pagesOf(ui),
        open: ui.unseen,
      }),
    ],
  }
}
