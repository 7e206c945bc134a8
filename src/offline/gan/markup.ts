const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** A text as it may stand in markup, in an attribute too. */
export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? '')

export type Attributes = Readonly<Record<string, string | boolean | null | undefined>>

const attributesOf = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => {
      if (value === null || value === undefined || value === false) return ''
      return value === true ? ` ${name}` : ` ${name}="${escaped(value)}"`
    })
    .join('')

/** One element around markup that is already made. */
export const tag = (name: string, attributes: Attributes, ...inside: readonly string[]): string =>
  `<${name}${attributesOf(attributes)}>${inside.join('')}</${name}>`

/** One element around words. */
export const words = (name: string, attributes: Attributes, text: string): string =>
  tag(name, attributes, escaped(text))
