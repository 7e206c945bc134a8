import type { Control } from '../../../../model/page-view.ts'
import type { Issue } from '../../evaluation.ts'
import { hexOf } from '../../../../kit/colour.ts'
import { pathOf } from '../page-issues.ts'
import type { Ui } from '../read/ui.ts'
import { common, wide } from './most-frequent.ts'

const isUniform = (radius: string): number | null =>
  /^[\d.]+px$/.test(radius) ? Number.parseFloat(radius) : null

const isFilled = ({ visible, text, paint, box }: Control): boolean =>
  visible && text.length > 1 && paint.background.a > 0.5 && box.height > 20

/** Links that are painted as a button is are one. */
const isLikeButton = (control: Control, buttons: readonly Control[]): boolean =>
  control.tag === 'a' &&
  isFilled(control) &&
  buttons.some(
    ({ paint }) =>
      paint.background.a > 0.5 && hexOf(paint.background) === hexOf(control.paint.background),
  )

const isTextButton = ({ tag, role, visible, text, paint, box }: Control): boolean =>
  visible &&
  text.length > 1 &&
  (tag === 'button' || role === 'button') &&
  role !== 'tab' &&
  (paint.background.a > 0.5 || paint.borderSides.length === 4) &&
  box.height > 20

/** Buttons of one height whose corners differ, twins that look different, and cards that are no family. */
export function componentIssues(ui: Ui): readonly Issue[] {
  const controls = ui.pages.flatMap((page) => wide(page)?.controls ?? [])
  const plain = controls.filter(isTextButton)
  const painted = ui.pages.flatMap((page) =>
    (wide(page)?.controls ?? [])
      .filter((each) => isTextButton(each) || isLikeButton(each, plain))
      .flatMap((control) => {
        const radius = isUniform(control.paint.radius ?? '')
        return radius === null ? [] : [{ page, control, radius }]
      }),
  )
  const isPill = ({ control, radius }: (typeof painted)[number]) =>
    radius * 2 >= control.box.height - 1
  // chips and round icons are other components; a pill of the same paint is not
  const buttons = painted.filter(
    (each) =>
      !isPill(each) ||
      painted.filter(
        (other) =>
          !isPill(other) &&
          each.control.paint.background.a > 0.5 &&
          hexOf(other.control.paint.background) === hexOf(each.control.paint.background),
      ).length >= 2,
  )
  const usual = common(buttons.map(({ radius }) => radius))
  const uneven = buttons.filter(
    ({ radius, control }) =>
      usual !== null &&
      Math.abs(radius - usual) >= 2 &&
      buttons.some(
        (each) =>
          each.radius === usual && Math.abs(each.control.box.height - control.box.height) <= 4,
      ),
  )
  return [
    ...uneven.map(({ page, control, radius }) => ({
      message: `the button "${control.text}" has corners of ${radius} px, the others of ${usual ?? 0} px`,
      ...ui.placeOf(page, control.selector),
      fix: 'Use the same component for all buttons.',
    })),
    ...twinIssues(ui),
    ...cardIssues(ui),
    ...oddIssues(ui),
  ]
}

/** Buttons with the same words that look different, on one page or on two. */
function twinIssues(ui: Ui): readonly Issue[] {
  const all = ui.pages.flatMap((page) =>
    (wide(page)?.controls ?? [])
      .filter((control) => isTextButton(control) && !control.disabled)
      .map((control) => ({ page, control })),
  )
  return [...Map.groupBy(all, ({ control }) => control.text).values()].flatMap((twins) => {
    const [first] = twins
    const other = twins.find(
      ({ control }) => first !== undefined && differs(control, first.control),
    )
    return first === undefined || other === undefined
      ? []
      : [
          {
            message: `the button "${other.control.text}" looks different on ${pathOf(first.page)} and ${pathOf(other.page)}`,
            ...ui.placeOf(other.page, other.control.selector),
            fix: 'Use the same component for both.',
          },
        ]
  })
}

const differs = (one: Control, other: Control): boolean =>
  one.paint.radius !== other.paint.radius ||
  Math.abs(one.box.height - other.box.height) > 6 ||
  hexOf(one.paint.background) !== hexOf(other.paint.background)

/** One of several alike may have another colour; another shape is another component. */
const oddIssues = (ui: Ui): readonly Issue[] =>
  ui.pages.flatMap((page) =>
    (wide(page)?.sections ?? []).flatMap(({ repeats }) =>
      (repeats?.odd ?? []).map(({ selector, item }) => ({
        message: `${selector} has corners of ${item.radius} px, edges of ${item.borderWidth} px and a padding of ${item.padding} px, and those beside it have others`,
        ...ui.placeOf(page, selector),
        fix: 'Use the same component for all of them.',
      })),
    ),
  )

/** Cards with other corners, padding or edges: one of them where they are built alike, else most. */
function cardIssues(ui: Ui): readonly Issue[] {
  const cards = ui.pages.flatMap((page) =>
    (wide(page)?.sections ?? []).flatMap(({ repeats }) =>
      repeats === null || repeats.item.background.a === 0 ? [] : [{ page, ...repeats }],
    ),
  )
  return cards.flatMap(({ page, selector, item }, index) => {
    const other = cards.slice(0, index).find((each) => {
      const differences = [
        Math.abs(item.radius - each.item.radius) >= 2,
        Math.abs(item.padding - each.item.padding) >= 4,
        item.borderWidth !== each.item.borderWidth,
      ].filter(Boolean).length
      return item.signature === each.item.signature
        ? differences > 0
        : item.heading && each.item.heading && differences > 1
    })
    const said = ({ radius, padding }: typeof item) => `${radius} px and a padding of ${padding} px`
    return other === undefined
      ? []
      : [
          {
            message: `the cards of ${selector} have corners of ${said(item)}, those of ${other.selector} of ${said(other.item)}`,
            ...ui.placeOf(page, selector),
            fix: 'Use the same card for both.',
          },
        ]
  })
}
