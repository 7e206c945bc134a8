import {
  around,
  elementsIn,
  inside,
  literal,
  mayHoldWords,
  textIn,
  type Ui,
  type UiElement,
} from './ui.ts'

export const isField = (element: UiElement): boolean =>
  /^(?:input|select|textarea)$/.test(element.tag) &&
  !/^(?:hidden|submit|button|reset|image)$/.test(literal(element, 'type') ?? '')

export const isButton = (element: UiElement): boolean =>
  element.tag === 'button' ||
  literal(element, 'role') === 'button' ||
  (element.tag === 'input' && /^(?:submit|button|reset)$/.test(literal(element, 'type') ?? ''))

/** A name that is given by an attribute. */
export const hasNameAttribute = ({ attributes }: UiElement): boolean =>
  ['aria-label', 'aria-labelledby', 'title'].some((name) => {
    const attribute = attributes.get(name)
    return attribute !== undefined && attribute.text?.trim() !== ''
  })

const labelling = /label|field|formitem|formcontrol|inputgroup|fieldset/i

const keyOf = (element: UiElement, name: string): string | null => {
  const attribute = element.attributes.get(name)
  return attribute === undefined ? null : (attribute.text ?? attribute.raw)
}

/** Whether a field has a label, as far as the files show; null where that is not to be seen. */
export function isLabelled(ui: Ui, field: UiElement): boolean | null {
  if (hasNameAttribute(field)) return true
  for (const each of around(field)) {
    if (each.tag === 'label') return textIn(each) !== '' || mayHoldWords(each) || field.hasSpread
    if (each.isComponent && (labelling.test(each.tag) || each.attributes.has('label'))) return true
  }
  const id = keyOf(field, 'id')
  const labels = elementsIn(ui, field.path).filter((each) => each.attributes.has('for'))
  if (id !== null && labels.some((each) => keyOf(each, 'for') === id)) return true
  if (field.hasSpread) return null
  // a component may be given its id, and its label with it
  return id !== null && field.attributes.get('id')?.text === null ? null : false
}

const iconPackage = /icon|lucide|phosphor|feather|tabler/i

/** Components of a file that draw icons. */
function iconNames(ui: Ui, path: string): ReadonlySet<string> {
  const source = ui.scripts.find((each) => each.path === path)
  return new Set(
    (source?.module.staticImports ?? []).flatMap(({ moduleRequest, entries }) =>
      iconPackage.test(moduleRequest.value) ? entries.map(({ localName }) => localName.value) : [],
    ),
  )
}

export const isIcon = (ui: Ui, { tag, path, isComponent }: UiElement): boolean =>
  tag === 'svg' || (isComponent && (/icon$|^icon/i.test(tag) || iconNames(ui, path).has(tag)))

/** Whether something has words or a name for those who do not see it; null where that is not to be seen. */
export function isNamed(ui: Ui, element: UiElement): boolean | null {
  if (hasNameAttribute(element) || textIn(element) !== '') return true
  if (element.tag === 'input') return (literal(element, 'value') ?? ' ') !== ''
  const all = [element, ...inside(element)]
  const speaks = all.some(
    (each) =>
      each.tag === 'title' ||
      hasNameAttribute(each) ||
      (each.attributes.has('alt') && literal(each, 'alt') !== ''),
  )
  if (speaks) return true
  const hides = all.some(
    (each) => each.isOpen || each.hasSpread || (each.isComponent && !isIcon(ui, each)),
  )
  return hides || element.attributes.has('dangerouslysetinnerhtml') ? null : false
}
