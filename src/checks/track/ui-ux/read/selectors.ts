import { isUtility, utilityOf } from './tailwind.ts'
import { literal, type Style, type Ui, type UiElement } from './ui.ts'

/** The element that a selector styles: the last part of it. */
export type Target = {
  readonly tag: string | null
  readonly id: string | null
  readonly classes: readonly string[]
  readonly attributes: readonly string[]
  readonly pseudos: readonly string[]
  /** `before`, `after`, `placeholder`; null for the element itself. */
  readonly part: string | null
  /** Whether something stands before it. */
  readonly isNested: boolean
}

/** `:is(a, b) c` as `a c, b c`; what `:not` keeps out is left out. */
function expanded(selector: string): readonly string[] {
  const whole = selector.replaceAll(/:not\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '')
  const match = /:(?:is|where|matches|-webkit-any)\(([^()]*)\)/.exec(whole)
  if (match === null) return whole.split(/,(?![^()]*\))/)
  return (match[1] ?? '')
    .split(',')
    .flatMap((each) => expanded(whole.replace(match[0], () => each.trim())))
}

const read = new Map<string, readonly Target[]>()

export function targetsOf(selector: string): readonly Target[] {
  const known = read.get(selector)
  if (known !== undefined) return known
  const targets = expanded(selector).flatMap((each) => {
    const parts = each.trim().split(/\s*[>+~]\s*|\s+(?![^[]*\])/)
    const last = parts.at(-1) ?? ''
    if (last === '') return []
    const all = (form: RegExp) => [...last.matchAll(form)].map((match) => match[1] ?? '')
    return [
      {
        tag: /^[a-z][\w-]*/i.exec(last)?.[0].toLowerCase() ?? null,
        id: /#([\w-]+)/.exec(last)?.[1] ?? null,
        classes: all(/\.((?:[\w-]|\\.)+)/g).map((name) => name.replaceAll('\\', '')),
        attributes: all(/\[([\w-]+)/g),
        pseudos: all(/(?<!:):([a-z-]+)/g),
        part: /::([a-z-]+)/.exec(last)?.[1] ?? /:(before|after)\b/.exec(last)?.[1] ?? null,
        isNested: parts.length > 1,
      },
    ]
  })
  read.set(selector, targets)
  return targets
}

const states = /^(?:disabled|open|checked|selected|hidden|aria-\w+|data-\w+)/

/** `button--${variant}` is any class that begins so. */
const isClass = (written: string, name: string): boolean =>
  written === name || (/[-_]$/.test(written) && name.startsWith(written))

const fits = ({ tag, id, classes, attributes }: Target, element: UiElement): boolean =>
  (tag === null || tag === element.tag) &&
  (id === null || id === literal(element, 'id')) &&
  classes.every((name) => element.classes.some((each) => isClass(each, name))) &&
  attributes.every((name) => states.test(name) || element.attributes.has(name))

export type Fitting = { readonly style: Style; readonly target: Target }

const indexes = new WeakMap<Ui, ReadonlyMap<string, readonly Fitting[]>>()

/** Styles by a class, tag or id of what they style; `*` for those that have none. */
function indexOf(ui: Ui): ReadonlyMap<string, readonly Fitting[]> {
  const known = indexes.get(ui)
  if (known !== undefined) return known
  const index = new Map<string, Fitting[]>()
  for (const style of ui.styles)
    for (const target of targetsOf(style.selector)) {
      const key = target.classes[0] ?? target.tag ?? target.id ?? '*'
      const list = index.get(key)
      if (list === undefined) index.set(key, [{ style, target }])
      else list.push({ style, target })
    }
  indexes.set(ui, index)
  return index
}

/** The styles that apply to an element in some state of it. */
export function stylesFor(ui: Ui, element: UiElement): readonly Fitting[] {
  const index = indexOf(ui)
  const begun = element.classes.filter((name) => /[-_]$/.test(name))
  const keys = new Set([
    ...element.classes,
    ...(begun.length === 0
      ? []
      : [...index.keys()].filter((key) => begun.some((each) => isClass(each, key)))),
    element.tag,
    literal(element, 'id') ?? '',
    '*',
  ])
  return [...keys]
    .flatMap((key) => index.get(key) ?? [])
    .filter(({ style, target }) => fits(target, element) && isLoaded(ui, style, element))
}

/** A CSS module styles only those who import it. */
const isLoaded = (ui: Ui, { path }: Style, element: UiElement): boolean =>
  !path.includes('.module.') ||
  (ui.files.get(element.path) ?? '').includes(path.slice(path.lastIndexOf('/') + 1))

export type State = 'hover' | 'focus' | 'active' | 'disabled' | 'invalid'

const stateForms: readonly (readonly [State, RegExp])[] = [
  ['hover', /^(?:hover|group-hover|peer-hover)/],
  ['focus', /^(?:focus|focus-visible|focus-within|peer-focus)/],
  ['active', /^active|^data-\[pressed/],
  ['disabled', /^(?:disabled|enabled|aria-disabled|data-\[disabled|peer-disabled)/],
  ['invalid', /^(?:invalid|user-invalid|aria-invalid|valid)/],
]

/** Its classes are styled nowhere in the project: a framework does. */
function isForeign(ui: Ui, { classes }: UiElement): boolean {
  const isStyled = (name: string) => indexOf(ui).has(name) || /^(?:js|is|has)-|[-_]$/.test(name)
  const foreign = classes.filter((name) => !isStyled(name))
  return ui.tokens.hasTailwind
    ? foreign.some((name) => !isUtility(name))
    : classes.length > 0 && foreign.length === classes.length
}

/** States of an element that its styles know; null where styles come from elsewhere. */
export function statesFor(ui: Ui, element: UiElement): ReadonlySet<State> | null {
  if (element.hasUnknownClasses || isForeign(ui, element)) return null
  const matches = new Set<State>()
  const add = (name: string) => {
    for (const [state, form] of stateForms) if (form.test(name)) matches.add(state)
  }
  for (const { style, target } of stylesFor(ui, element)) {
    if (style.property === '@include') {
      const fragments = style.value.split(' ').flatMap((name) => indexOf(ui).get(name) ?? [])
      if (fragments.length === 0) return null
      for (const { target: inner } of fragments) for (const name of inner.pseudos) add(name)
    }
    for (const name of [...target.pseudos, ...target.attributes]) add(name)
    if (style.property === '@apply') addUtilities(style.value.split(/\s+/), add)
  }
  addUtilities(element.classes, add)
  return matches
}

function addUtilities(classes: readonly string[], add: (variant: string) => void): void {
  for (const { variants } of classes.map(utilityOf)) for (const variant of variants) add(variant)
}
