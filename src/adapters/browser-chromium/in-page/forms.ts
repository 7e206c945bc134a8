import type { FieldFact, FormFact } from '../../../model/page-structure.ts'

export function forms(): readonly FormFact[] {
  return kit.memo.elements
    .filter((element) => element instanceof HTMLFormElement)
    .map((form) => ({
      selector: kit.selectorOf(form),
      action: form.getAttribute('action'),
      method: (form.getAttribute('method') ?? 'get').toLowerCase(),
      noValidate: form.noValidate,
      name: kit.nameOf(form),
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
  const number = (name: string) =>
    field.hasAttribute(name) ? Number(field.getAttribute(name)) : null
  return {
    selector: kit.selectorOf(field),
    tag: field.localName,
    type: 'type' in field && typeof field.type === 'string' ? field.type : field.localName,
    name: field.getAttribute('name'),
    accessibleName: kit.nameOf(field),
    label: kit.labelOf(field),
    required: field.hasAttribute('required'),
    ariaRequired: field.getAttribute('aria-required') === 'true',
    autocomplete: field.getAttribute('autocomplete'),
    pattern: field.getAttribute('pattern'),
    min: field.getAttribute('min'),
    max: field.getAttribute('max'),
    minLength: number('minlength'),
    maxLength: number('maxlength'),
    inputMode: field.getAttribute('inputmode'),
    placeholder: field.getAttribute('placeholder'),
    options: field instanceof HTMLSelectElement ? field.options.length : 0,
    describedBy: field.getAttribute('aria-describedby'),
    visible: kit.isShown(field),
  }
}
