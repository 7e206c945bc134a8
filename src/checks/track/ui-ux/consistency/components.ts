import type { Control } from '../../../../model/page-view.ts'
import { pixels } from '../../../page/tokens/token-scale.ts'
import type { Issue } from '../../evaluation.ts'
import { hexOf } from '../../../../kit/colour.ts'
import { issueAt, pathOf } from '../page-issues.ts'
import { targetsOf } from '../read/selectors.ts'
import { utilityOf } from '../read/tailwind.ts'
import type { Ui, UiElement } from '../read/ui.ts'
import { common, wide } from './most-frequent.ts'

const isUniform = (radius: string): number | null =>
  /^[\d.]+px$/.test(radius) ? Number.parseFloat(radius) : null

const isTextButton = ({ tag, role, visible, text, paint, box }: Control): boolean =>
  visible &&
  text.length > 1 &&
  (tag === 'button' || role === 'button') &&
  role !== 'tab' &&
  (paint.background.a > 0.5 || paint.borderSides.length === 4) &&
  box.height > 20

/** Buttons of one height whose corners differ, and parts that a style attribute makes an exception. */
export function componentIssues(ui: Ui): readonly Issue[] {
  const buttons = ui.pages.flatMap((page) =>
    (wide(page)?.controls ?? []).filter(isTextButton).flatMap((control) => {
      const radius = isUniform(control.paint.radius ?? '')
      return radius === null || radius * 2 >= control.box.height - 1
        ? []
        : [{ page, control, radius }]
    }),
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
    ...exceptions(ui),
    ...contextIssues(ui),
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

const shape =
  /^(?:border-radius|padding|font-size|font-family|letter-spacing|text-transform|box-shadow|background|background-color|border|border-color)/
const shared =
  /^(?:button|card|input|badge|chip|alert|btn)$|(?:Button|Card|Input|Badge|Chip|Alert)$/

/** One of many that look alike is given another look where it is used. */
function exceptions(ui: Ui): readonly Issue[] {
  const groups = Map.groupBy(
    ui.elements.filter(
      (each) =>
        shared.test(each.tag) ||
        each.classes.some((name) => /^(?:btn|button|card|badge|input)$/.test(name)),
    ),
    ({ tag, isComponent, classes }) => (isComponent ? tag : `.${classes[0] ?? tag}`),
  )
  const rows = Map.groupBy(
    ui.elements.filter((each) => /^(?:li|article|section|a|button)$/.test(each.tag)),
    (each) => each.parent,
  )
  const siblings = [...rows].flatMap(([parent, elements]) =>
    parent === null || new Set(elements.map(({ tag }) => tag)).size > 1
      ? []
      : [[`<${elements[0]?.tag ?? ''}>`, elements] as const],
  )
  return [...groups, ...siblings].flatMap(([name, elements]) => {
    const other = elements.filter((each) => overrides(ui, each))
    if (elements.length < 3 || other.length * 3 > elements.length) return []
    return other
      .filter(ui.isTouched)
      .map((each) =>
        issueAt(
          each,
          `this ${name} is given a look of its own`,
          'Make it a variant of the component, or leave it as the others are.',
        ),
      )
  })
}

function overrides(ui: Ui, element: UiElement): boolean {
  const inline = ui.styles.some(
    ({ origin, path, line, property }) =>
      origin === 'attribute' &&
      path === element.path &&
      line >= element.line &&
      line <= element.line + 2 &&
      shape.test(property) &&
      element.attributes.has('style'),
  )
  const utilities =
    element.isComponent && ui.tokens.hasTailwind ? element.classes.map(utilityOf) : []
  return (
    inline ||
    utilities.some(
      (each) =>
        /^(?:rounded|shadow|font-|uppercase|p[xy]?-|tracking)/.test(each.name) &&
        each.variants.length === 0,
    )
  )
}

/** A rule that gives a component another shape in one place, with values of its own. */
function contextIssues(ui: Ui): readonly Issue[] {
  const based = new Set(
    ui.styles.flatMap(({ selector, property }) =>
      targetsOf(selector).flatMap(({ isNested, classes, pseudos }) =>
        isNested || pseudos.length > 0 ? [] : classes.map((name) => `${name} ${property}`),
      ),
    ),
  )
  return ui.styles
    .filter(
      (style) =>
        ui.isTouched(style) &&
        style.conditions.length === 0 &&
        /^(?:border-radius|padding|font-size)$/.test(style.property),
    )
    .filter(({ value }) => pixels(value) !== null && !/var\(/.test(value))
    .flatMap((style) => {
      const target = targetsOf(style.selector).find(
        ({ isNested, classes, pseudos, part }) =>
          isNested &&
          pseudos.length === 0 &&
          part === null &&
          /^(?:btn|button|card|badge|input)$/.test(classes[0] ?? '') &&
          classes.length === 1,
      )
      const name = target?.classes[0] ?? ''
      if (/group|toolbar|--/.test(style.selector)) return []
      return based.has(`${name} ${style.property}`)
        ? [
            issueAt(
              style,
              `${style.selector} gives .${name} another ${style.property}`,
              `Make it a variant of .${name}, or leave it as it is elsewhere.`,
            ),
          ]
        : []
    })
}
