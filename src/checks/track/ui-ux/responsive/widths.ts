import { pixels } from '../../../page/tokens/token-scale.ts'
import type { Issue } from '../../evaluation.ts'
import { issueAt } from '../page-issues.ts'
import { stylesFor } from '../read/selectors.ts'
import { stepOf, utilityOf } from '../read/tailwind.ts'
import { inside, type Ui, type UiElement, literal } from '../read/ui.ts'
import { isOverruled, onPhones, phone } from './phone.ts'

/** Wide boxes that may be scrolled by themselves, or stand in something that may. */
const hasScroller = (ui: Ui): boolean =>
  ui.styles.some(
    ({ property, value }) => /^overflow(?:-x)?$/.test(property) && /auto|scroll/.test(value),
  ) ||
  ui.elements.some(({ classes }) =>
    classes.some((name) => /^overflow-(?:x-)?(?:auto|scroll)$/.test(utilityOf(name).name)),
  )

export function fixedWidths(ui: Ui): readonly Issue[] {
  const fix = 'Use max-width, and a width of 100 %.'
  const scrolls = hasScroller(ui)
  const inSheets = onPhones(ui).filter((style) => {
    const width = pixels(ui.tokens.valueOf(style.value) ?? '')
    if (width === null || width <= phone || !/^(?:min-)?width$/.test(style.property)) return false
    if (style.property === 'min-width' && scrolls) return false
    const isHidden = ui.elements.some(
      (each) =>
        each.classes.some((name) => /^(?:d-none|hidden)$/.test(name)) &&
        stylesFor(ui, each).some((one) => one.style === style),
    )
    if (isHidden) return false
    return !isOverruled(ui, style, style.property === 'width' ? /^(?:max-)?width$/ : /^min-width$/)
  })
  const inClasses = ui.tokens.hasTailwind
    ? ui.elements.filter((each) => ui.isTouched(each) && isFixedWide(each, scrolls))
    : []
  return [
    ...inSheets.map((style) =>
      issueAt(
        style,
        `${style.selector || 'the element'} is ${style.value} wide on every screen`,
        fix,
      ),
    ),
    ...inClasses.map((each) =>
      issueAt(each, `<${each.tag}> is wider than a phone on every screen`, fix),
    ),
  ]
}

function isFixedWide({ classes }: UiElement, scrolls: boolean): boolean {
  const utilities = classes.map(utilityOf)
  const isWide = utilities.some(
    (each) =>
      each.variants.length === 0 &&
      (each.name.startsWith('w-') || (each.name.startsWith('min-w-') && !scrolls)) &&
      (stepOf(each) ?? 0) > phone,
  )
  return (
    isWide &&
    !utilities.some(
      ({ name, variants }) =>
        name.startsWith('max-w-') || (variants.length > 0 && name.startsWith('w-')),
    )
  )
}

export function viewportIssues(ui: Ui): readonly Issue[] {
  const documents = ui.elements.filter(
    (each) =>
      each.tag === 'html' && ui.isTouched(each) && /\.\w*html?$|\.[cm]?[jt]s$/.test(each.path),
  )
  return documents
    .filter(
      (each) =>
        ![...inside(each)].some((one) => literal(one, 'name') === 'viewport') &&
        [...inside(each)].some(({ tag }) => tag === 'head'),
    )
    .filter((each) => ![...inside(each)].some(({ isOpen, tag }) => tag === 'head' && isOpen))
    .map((each) =>
      issueAt(
        each,
        'the page does not fit itself to the device',
        'Write <meta name="viewport" content="width=device-width, initial-scale=1">.',
      ),
    )
}
