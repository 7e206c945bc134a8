import type { Issue } from '../../evaluation.ts'
import { issueAt } from '../page-issues.ts'
import { statesFor, stylesFor } from '../read/selectors.ts'
import { utilityOf } from '../read/tailwind.ts'
import { type Ui, type UiElement, literal } from '../read/ui.ts'

const painted = /^(?:background|background-color|border|border-color|box-shadow)$/
const paintedClass = /^(?:bg-|border(?:-|$)|shadow)/

/** Has a look of its own, so that the browser draws none of its states. */
function isStyled(ui: Ui, element: UiElement): boolean {
  const own = stylesFor(ui, element).some(
    ({ style, target }) =>
      target.pseudos.length === 0 &&
      (target.classes.length > 0 || target.tag !== null || target.id !== null) &&
      painted.test(style.property) &&
      !/^(?:none|0|transparent|inherit)\b/.test(style.value),
  )
  const inClasses = element.classes
    .map(utilityOf)
    .some(({ name, variants }) => variants.length === 0 && paintedClass.test(name))
  const inline = /background|border/i.test(element.attributes.get('style')?.raw ?? '')
  return own || inline || (ui.tokens.hasTailwind && inClasses)
}

/** One of each look: what is written ten times is one component. */
export function looks(elements: readonly UiElement[]): readonly UiElement[] {
  const visited = new Set<string>()
  return elements.filter(({ tag, classes, path }) => {
    const key = `${tag} ${classes.join(' ') || path}`
    return !visited.has(key) && visited.add(key) !== undefined
  })
}

export const nameOf = ({ tag, classes }: UiElement): string =>
  `<${tag}${classes[0] === undefined ? '' : ` class="${classes[0]}"`}>`

const has = (classes: readonly string[], form: RegExp, variant: RegExp | null): boolean =>
  classes
    .map(utilityOf)
    .some(
      ({ name, variants }) =>
        form.test(name) &&
        (variant === null ? variants.length === 0 : variants.some((each) => variant.test(each))),
    )

/** Variants that are painted and have no hover, neither of their own nor of what all share. */
const stillVariants = ({ classGroups }: UiElement): readonly (readonly string[])[] => {
  const paints = (group: readonly string[]) => has(group, /^bg-(?!transparent|none|inherit)/, null)
  const common = classGroups.filter((group) => !has(group, /^bg-/, null)).flat()
  return classGroups.filter(
    (group) => paints(group) && !has([...group, ...common], /./, /^(?:group-|peer-)?hover/),
  )
}

/** Whether anybody switches it off, as far as the files show. */
function isSwitchedOff(ui: Ui, element: UiElement): boolean {
  if (element.attributes.has('disabled') || element.attributes.has('aria-disabled')) return true
  const isScripted = ui.scripts.some(
    ({ path, text }) =>
      (path === element.path &&
        /\.disabled\s*=(?!=)|\b(?:setAttribute|toggleAttribute)\(\s*['"](?:aria-)?disabled/.test(
          text,
        )) ||
      // a script that the page loads, for what is sent
      (element.tag === 'button' &&
        literal(element, 'type') !== 'button' &&
        /\b(?:button|btn|submit\w*)\.disabled\s*=(?!=)/i.test(text)),
  )
  if (isScripted) return true
  const file = element.path.replace(/\/index\.\w+$/, '').replace(/\.[\w.]+$/, '')
  const component = file
    .slice(file.lastIndexOf('/') + 1)
    .replaceAll('-', '')
    .toLowerCase()
  return (
    element.hasSpread &&
    ui.elements.some(
      (each) => each.tag.toLowerCase() === component && each.attributes.has('disabled'),
    )
  )
}

/** Switched off by a look that a condition gives it. */
const showsOff = ({ classes, attributes }: UiElement): boolean =>
  classes.some((name) => /disabled|opacity|not-allowed|inactive|loading|busy/i.test(name)) ||
  /opacity|cursor/i.test(attributes.get('style')?.raw ?? '')

export function stateIssues(
  ui: Ui,
  elements: readonly UiElement[],
  wanted: readonly ('hover' | 'disabled')[],
): readonly Issue[] {
  return elements.flatMap((element) => {
    const states = statesFor(ui, element)
    if (states === null || !isStyled(ui, element)) return []
    const misses = (state: 'hover' | 'disabled') =>
      wanted.includes(state) &&
      (!states.has(state) ||
        (state === 'hover' && ui.tokens.hasTailwind && stillVariants(element).length > 0))
    return [
      ...(misses('hover') && literal(element, 'disabled') === null
        ? [
            issueAt(
              element,
              `${nameOf(element)} looks the same when it is hovered`,
              'Give it a :hover style.',
            ),
          ]
        : []),
      ...(misses('disabled') && isSwitchedOff(ui, element) && !showsOff(element)
        ? [
            issueAt(
              element,
              `${nameOf(element)} looks the same when it is disabled`,
              'Give it a :disabled style.',
            ),
          ]
        : []),
    ]
  })
}
