import type { FormTry } from '../../../model/page-probes.ts'

export type Filling = 'empty' | 'wrong' | 'valid'

/** The forms that a visitor can see and send, with their buttons. */
export function sendableForms(): readonly {
  readonly selector: string
  readonly buttons: readonly { readonly selector: string; readonly name: string }[]
}[] {
  kit.begin(6000)
  return [...document.forms]
    .filter((form) => form.checkVisibility() && kit.fieldsOf(form).length > 0)
    .map((form) => ({
      selector: kit.selectorOf(form),
      buttons: kit.submittersOf(form).map((button) => ({
        selector: kit.selectorOf(button),
        name: kit.plain(button.getAttribute('aria-label') ?? button.textContent).slice(0, 100),
      })),
    }))
}

/** Fills a form the way a person would, and remembers what can be read before it is sent. */
export function fillForm(selector: string, how: Filling): boolean {
  const form = kit.query(selector)
  if (!(form instanceof HTMLFormElement)) return false
  let spoilt = false
  for (const field of kit.fieldsOf(form)) {
    const wrong: string | null = how === 'wrong' && !spoilt ? kit.wrongValue(field) : null
    spoilt ||= wrong !== null
    kit.fill(field, how === 'empty' ? '' : (wrong ?? kit.validValue(field)))
  }
  kit.memo.words = kit.visibleWords()
  return how !== 'wrong' || spoilt
}

/** Disabled or only to be read: a person cannot write there. */
export function isClosed(field: Element): boolean {
  return field.matches(':disabled') || (field.matches(':read-only') && !field.matches('select'))
}

export function fill(field: Element, value: string): void {
  if (field.matches('input:not([type=checkbox], [type=radio]), textarea') && kit.isClosed(field))
    return
  if (field instanceof HTMLSelectElement) {
    const choices = [...field.options].filter((option) => !option.disabled)
    field.value =
      value === ''
        ? (choices[0]?.value ?? '')
        : (choices.findLast((each) => each.value !== '')?.value ?? '')
  } else if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type))
    field.checked = value !== ''
  else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    if (field instanceof HTMLInputElement && field.type === 'file') return
    // frameworks put a setter of their own on the field; what a person types goes past it
    const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
    Reflect.set(kind.prototype, 'value', value, field)
  }
  for (const type of ['input', 'change', 'blur'])
    field.dispatchEvent(new Event(type, { bubbles: type !== 'blur' }))
}

/** A value that the field's own rules allow. */
export function validValue(field: Element): string {
  if (!(field instanceof HTMLInputElement)) return 'A few plain words about the matter.'
  const byType: Readonly<Record<string, string>> = {
    email: 'ada.lovelace@example.com',
    url: 'https://example.com/',
    tel: '+44 20 7946 0958',
    date: '2030-05-14',
    time: '10:30',
    'datetime-local': '2030-05-14T10:30',
    month: '2030-05',
    week: '2030-W20',
    color: '#336699',
    password: 'Correct-Horse-7-Battery',
  }
  if (field.type === 'number' || field.type === 'range')
    return field.min === '' ? (field.max === '' ? '3' : field.max) : field.min
  const known = byType[field.type]
  if (known !== undefined) return known
  const name = `${field.name} ${kit.idOf(field)} ${field.autocomplete}`
  const text = /mail/i.test(name)
    ? 'ada.lovelace@example.com'
    : /phone|tel/i.test(name)
      ? '+44 20 7946 0958'
      : /post|zip/i.test(name)
        ? '10115'
        : 'Ada Lovelace'
  const most = field.maxLength > 0 ? field.maxLength : text.length
  return text.padEnd(Math.max(0, field.minLength), 'a').slice(0, most)
}

/** A value that the field's own rules forbid; null where it has none. */
export function wrongValue(field: Element): string | null {
  if (!(field instanceof HTMLInputElement)) return null
  if (field.type === 'email') return 'not an address'
  if (field.type === 'url') return 'not an address'
  if (field.pattern !== '') return '\u2603'
  if (field.type === 'number' && field.max !== '') return `${Number(field.max) + 1}`
  return field.minLength > 1 && field.required ? 'a' : null
}

/**
 * Sends the form as a click on its button would. `stopped` if the browser itself refused to,
 * `locked` if every button that could send it is disabled.
 */
export function send(selector: string): 'sent' | 'stopped' | 'gone' | 'locked' {
  const form = kit.query(selector)
  if (!(form instanceof HTMLFormElement)) return 'gone'
  kit.arm()
  // the message that the browser would pop up is read from the field instead
  let stopped = false
  const silence = (event: Event) => {
    event.preventDefault()
    stopped = true
  }
  addEventListener('invalid', silence, true)
  const all = kit.submittersOf(form)
  const button = all.find((each) => !each.matches(':disabled'))
  if (button === undefined && all.length > 0) {
    removeEventListener('invalid', silence, true)
    return 'locked'
  }
  if (button === undefined) form.requestSubmit()
  else button.click()
  removeEventListener('invalid', silence, true)
  return stopped ? 'stopped' : 'sent'
}

export function visibleWords(): ReadonlySet<string> {
  kit.begin(6000)
  return new Set(
    kit.memo.elements.flatMap((element) =>
      kit.neverText(element)
        ? []
        : [...element.childNodes].flatMap((node) =>
            node instanceof Text && /\S/.test(node.data) && kit.isShown(element)
              ? [kit.plain(node.data)]
              : [],
          ),
    ),
  )
}

/** What the page showed after the form was sent. */
export function sent(selector: string): Pick<FormTry, 'invalid' | 'shown' | 'announced'> {
  const form = kit.query(selector)
  const fields = form instanceof HTMLFormElement ? kit.fieldsOf(form) : []
  const checked = form instanceof HTMLFormElement && !form.noValidate
  const invalid = fields.flatMap((field) => {
    const said =
      'validationMessage' in field && typeof field.validationMessage === 'string'
        ? field.validationMessage
        : ''
    const marked = field.getAttribute('aria-invalid') === 'true'
    if (!marked && !(checked && field.matches(':invalid'))) return []
    return [{ selector: kit.makeSelector(field), message: said }]
  })
  const before = kit.memo.words
  const shown = [...kit.visibleWords()].filter((words) => !before.has(words))
  const alerts = [...document.querySelectorAll('[role=alert], [role=status], [aria-live]')]
  const announced =
    fields.some((field) => field.getAttribute('aria-invalid') === 'true') ||
    alerts.some((each) => shown.some((words) => kit.plain(each.textContent).includes(words)))
  return { invalid, shown: shown.slice(0, 10), announced }
}
