import type { Issue } from '../evaluation.ts'
import { stylesFor, targetsOf } from './read/selectors.ts'
import { utilityOf } from './read/tailwind.ts'
import { around, literal, type Style, type Ui, type UiElement } from './read/ui.ts'

const focusable = (element: UiElement): boolean =>
  /^(?:a|button|input|select|textarea|summary)$/.test(element.tag) ||
  (Number(literal(element, 'tabindex') ?? -1) >= 0 && element.attributes.has('tabindex'))

const removes = ({ property, value, selector }: Style): boolean =>
  ((property === 'outline' && /^(?:none|0(?:px)?)\b/.test(value)) ||
    (property === 'outline-style' && value === 'none') ||
    (property === 'outline-width' && value.startsWith('0'))) &&
  !/:not\(:focus-visible\)/.test(selector)
const shows = ({ property, value }: Style): boolean =>
  /^(?:outline|outline-color|outline-style|box-shadow|border(?:-[a-z]+)*|background(?:-color)?|text-decoration(?:-[a-z]+)*|color|transform|@apply|@include)$/.test(
    property,
  ) && !/^(?:none|0|0px|transparent)$/.test(value)
const isFocus = (name: string): boolean => name.startsWith('focus')

/** Where the ring of an element is taken away and nothing put in its place; null if it is not. */
function ringRemoval(ui: Ui, element: UiElement): Style | UiElement | null {
  const own = stylesFor(ui, element)
  const utilities = element.classes.map(utilityOf)
  const removals = own.filter(
    ({ style, target }) =>
      removes(style) && (target.pseudos.length === 0 || target.pseudos.some(isFocus)),
  )
  const strongest = removals.find(({ target }) => target.pseudos.some(isFocus)) ?? removals[0]
  const removal =
    strongest?.style ??
    (ui.tokens.hasTailwind && utilities.some(({ name }) => /^outline-(?:none|hidden|0)$/.test(name))
      ? element
      : null)
  if (removal === null) return null
  const isStronger =
    strongest !== undefined &&
    strongest.target.pseudos.some(isFocus) &&
    strongest.target.classes.length > 0
  const replaced =
    own.some(
      ({ style, target }) =>
        target.pseudos.some(isFocus) &&
        shows(style) &&
        // an outline for everything loses against the rule of one class
        !(isStronger && target.classes.length === 0 && style.property.startsWith('outline')),
    ) ||
    utilities.some(
      ({ name, variants }) => variants.some(isFocus) && !/^outline-(?:none|hidden|0)$/.test(name),
    ) ||
    [...around(element)].some(
      (each) =>
        each.classes.some((name) => name.startsWith('focus-within:')) ||
        stylesFor(ui, each).some(({ target }) => target.pseudos.includes('focus-within')),
    ) ||
    // a box that is drawn by its neighbour shows there that it has the focus
    /^(?:checkbox|radio)$/.test(literal(element, 'type') ?? '')
  return replaced ? null : removal
}

/** Where the ring of the focus is taken away, for all elements or for some. */
export function ringIssues(
  ui: Ui,
  isAsked: (element: UiElement) => boolean = focusable,
): readonly Issue[] {
  const seen = new Set<string>()
  const isNew = ({ path, line }: Style | UiElement) => {
    const key = `${path}:${line}`
    return !seen.has(key) && seen.add(key) !== undefined
  }
  const fix = 'Show the focus: :focus-visible { outline: 2px solid; outline-offset: 2px }.'
  const ofElements = ui.elements
    .filter(isAsked)
    .flatMap((element) => ringRemoval(ui, element) ?? [])
  // sheets whose elements are not in the files are judged by their rules alone
  const anyFocus = ui.styles.some(
    (style) =>
      shows(style) && targetsOf(style.selector).some(({ pseudos }) => pseudos.some(isFocus)),
  )
  const ofSheets = ui.styles.filter(
    (style) =>
      removes(style) &&
      !anyFocus &&
      targetsOf(style.selector).some(
        ({ pseudos, tag }) => pseudos.some(isFocus) || /^(?:a|button|input)$/.test(tag ?? ''),
      ),
  )
  return [...ofElements, ...ofSheets]
    .filter((each) => ui.isTouched(each) && isNew(each))
    .map(({ path, line }) => ({
      message: 'the outline of the focus is removed and nothing takes its place',
      path,
      line,
      fix,
    }))
}
