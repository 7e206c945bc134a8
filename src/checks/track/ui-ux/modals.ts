import { mentions, scriptsAround } from './read/mentions.ts'
import { inside, literal, type Ui, type UiElement } from './read/ui.ts'

/** A dialog that the track writes itself, and all that the code around it mentions. */
export type Modal = { readonly element: UiElement; readonly code: ReadonlySet<string> }

/** Dialogs of the track, those of libraries apart. */
export const modalsOf = (ui: Ui): readonly Modal[] =>
  ui.elements
    .filter((each) => ui.isTouched(each) && isDialog(each) && !isOfFramework(ui, each))
    .map((element) => ({
      element,
      code: new Set(scriptsAround(ui, element.path).flatMap((source) => [...mentions(source)])),
    }))

/** Bootstrap and its like make a dialog of what has their classes. */
const isOfFramework = (ui: Ui, { classes }: UiElement): boolean =>
  classes.includes('modal') &&
  [...ui.facts.files].some(([path, text]) =>
    /\.(?:x?html?|json|vue|[cm]?[jt]sx?)$/.test(path)
      ? /\bbootstrap(?:\.bundle)?(?:\.min)?\.js|"bootstrap"\s*:|['"]bootstrap['"]/.test(text)
      : false,
  )

function isDialog(element: UiElement): boolean {
  if (element.isComponent) return false
  if (element.tag === 'dialog' || /^(?:alert)?dialog$/.test(literal(element, 'role') ?? ''))
    return true
  const isNamed = element.classes.some((name) => /^(?:[\w-]*-)?(?:modal|dialog)$/i.test(name))
  if (!isNamed || element.parent?.classes.some((name) => /modal|dialog/i.test(name)) === true)
    return false
  // a box over the page that holds controls, and none of its parts is the dialog
  const parts = [...inside(element)]
  return (
    parts.some(({ tag }) => /^(?:button|input|form)$/.test(tag)) &&
    !parts.some((each) => each.tag === 'dialog' || literal(each, 'role') === 'dialog')
  )
}

const libraries =
  /focus-trap|react-aria|@radix-ui|@headlessui|@reach\/dialog|react-modal|@mui\/|a11y-dialog|micromodal|^useDialog$|FocusScope|FocusLock|FocusTrap/i

/** Whether a dialog does what a dialog must, as far as its code shows. */
export function isModalSafe(ui: Ui, { element, code }: Modal, what: 'focus' | 'escape'): boolean {
  const has = (...words: readonly string[]) => words.some((word) => code.has(word))
  if ([...code].some((word) => libraries.test(word))) return true
  const isInvoked = ui.elements.some((each) => literal(each, 'command') === 'show-modal')
  const isOpened = ui.scripts.some((source) => mentions(source).has('showModal'))
  if (element.tag === 'dialog' && (isInvoked || isOpened || has('show-modal'))) return true
  if (element.attributes.has('popover')) return true
  return what === 'escape' ? has('Escape', 'Esc', '27', 'CloseWatcher') : has('Tab', 'inert')
}
