import type { ViewFacts } from '../../../../model/page-structure.ts'
import type { Issue } from '../../evaluation.ts'
import { issueAt } from '../page-issues.ts'
import { stylesFor } from '../read/selectors.ts'
import { utilityOf } from '../read/tailwind.ts'
import { inside, type Style, type Ui, type UiElement } from '../read/ui.ts'
import { isOverruled, onPhones, phone } from './phone.ts'

/** How many columns a grid has; null where they follow from the room there is. */
function columnsOf(value: string): number | null {
  if (/auto-fi|minmax\(\s*min\(/.test(value)) return null
  const repeated = /repeat\(\s*(\d+)\s*,/.exec(value)?.[1]
  if (repeated !== undefined) return Number(repeated)
  const tracks = value.split(/\s+(?![^()]*\))/)
  return tracks.every((each) => /fr$|px$|%$|^minmax|^auto$/.test(each)) ? tracks.length : null
}

/** Whether what stands in the columns is to be read, such as cards. */
const holdsText = (element: UiElement): boolean =>
  // what a template puts into a list is not to be seen here
  (element.isOpen && element.node === null && /^(?:ul|ol|div|section)$/.test(element.tag)) ||
  [...inside(element)].some(
    ({ tag, isComponent }) =>
      /^(?:h[2-6]|p|article|img|form|input)$/.test(tag) ||
      (isComponent && /card|tile|panel|item/i.test(tag)),
  )

export function rigidGrids(ui: Ui): readonly Issue[] {
  const fix =
    'Let it be one column on phones: repeat(auto-fit, minmax(16rem, 1fr)), or a media query.'
  const told = (element: UiElement | Style, columns: number) =>
    issueAt(element, `the grid keeps its ${columns} columns at ${phone} px`, fix)
  const inSheets = onPhones(ui).flatMap((style) => {
    const columns =
      style.property === 'grid-template-columns'
        ? columnsOf(ui.tokens.valueOf(style.value) ?? style.value)
        : null
    if (
      columns === null ||
      columns < 3 ||
      columns === 7 ||
      isOverruled(ui, style, /^grid-template/)
    )
      return []
    const users = ui.elements.filter((each) =>
      stylesFor(ui, each).some((one) => one.style === style),
    )
    return users.some(holdsText) ? [told(style, columns)] : []
  })
  const inClasses = ui.elements
    .filter((each) => ui.tokens.hasTailwind && ui.isTouched(each))
    .flatMap((element) => {
      const grids = element.classes
        .map(utilityOf)
        .filter(({ name }) => /^grid-cols-\d+$/.test(name))
      const columns = Number(
        grids.find(({ variants }) => variants.length === 0)?.name.slice('grid-cols-'.length) ?? 1,
      )
      const spans = element.children.some(({ classes }) =>
        classes.some((name) => /:col-span-/.test(name)),
      )
      const isRigid =
        columns >= 3 && columns !== 7 && columns !== 12 && grids.length === 1 && !spans
      return isRigid && holdsText(element) ? [told(element, columns)] : []
    })
  return [...inSheets, ...inClasses]
}

/** Cards side by side that a phone shows as a desk does. */
export function crampedGrids(ui: Ui): readonly Issue[] {
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
