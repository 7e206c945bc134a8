import type { FieldFact, FormFact } from '../../../model/page-structure.ts'

export function forms(): readonly FormFact[] {
  return kit.memo.elements
    .filter((element) => element instanceof HTMLFormElement)
    .map((form) => ({
      selector: kit.selectorOf(form),
      action: form.getAttribute('action'),
      method: (form.getAttribute('method') ?? 'get').toLowerCase(),
      fields: kit.fieldsOf(form).map((field) => kit.fieldFact(field)),
      submitters: kit.submittersOf(form).map((each) => kit.selectorOf(each)),
    }))
}

export function fieldsOf(form: HTMLFormElement): readonly Element[] {
  return [...form.elements].filter(
    (element) =>
      element.matches('input, select, textarea') &&
      !element.matches('[type=submit], [type=button], [type=reset], [type=image], [type=hidden]'),
  )
}

export function submittersOf(form: HTMLFormElement): readonly HTMLElement[] {
  const inputs = [...document.querySelectorAll<HTMLInputElement>('input[type=image]')]
  return [...form.elements, ...inputs.filter((each) => each.form === form)].filter(
    (element): element is HTMLElement =>
      element instanceof HTMLElement &&
      element.matches('button:not([type]), button[type=submit], [type=submit], [type=image]'),
  )
}

export function fieldFact(field: Element): FieldFact {
  return {
    selector: kit.selectorOf(field),
    tag: field.localName,
    type: 'type' in field && typeof field.type === 'string' ? field.type : field.localName,
    name: field.getAttribute('name'),
    accessibleName: kit.nameOf(field),
    label: kit.labelOf(field),
    required: field.hasAttribute('required'),
    ariaRequired: field.getAttribute('aria-required') === 'true',
    pattern: field.getAttribute('pattern'),
    bounds: Object.fromEntries(
      ['min', 'max', 'minlength', 'maxlength'].flatMap((name) => {
        const value = field.getAttribute(name)
        return value === null ? [] : [[name, value] as const]
      }),
    ),
    placeholder: field.getAttribute('placeholder'),
    visible: kit.isShown(field),
  }
}
