/** Text that is safe to send as it is. */
export type Html = { readonly markup: string }

type Value = Html | string | number | null | undefined | readonly Html[]

/** Whatever is put into the text is escaped, unless it is made of `html` itself. */
export const html = (texts: TemplateStringsArray, ...values: readonly Value[]): Html => ({
  markup: texts.map((text, index) => text + markupOf(values[index])).join(''),
})

function markupOf(value: Value): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('\n')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** `{ disabled: true, id: 'x' }` as ` disabled id="x"`. */
export const attributes = (values: Attributes): Html => ({
  markup: Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`))
    .join(''),
})
