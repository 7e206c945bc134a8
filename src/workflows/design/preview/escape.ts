/** Text that is markup already. Values become it only through `html`, which escapes them. */
export type Html = { readonly markup: string }

type Piece = string | number | Html | readonly Html[] | null

/** Markup with values in it: every string is escaped, null is nothing. */
export function html(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  const markup = plain(parts).reduce(
    (done, part, index) => done + part + markupOf(pieces[index] ?? null),
    '',
  )
  return { markup }
}

const plainParts = new WeakMap<TemplateStringsArray, readonly string[]>()

/** A template without its indentation. To a browser it is the same, and a page of a thousand parts is half as long. */
function plain(parts: TemplateStringsArray): readonly string[] {
  const known = plainParts.get(parts)
  if (known !== undefined) return known
  const made = parts.map((part) => part.replace(/\s*\n\s*/g, '\n'))
  plainParts.set(parts, made)
  return made
}

export const nothing: Html = { markup: '' }

function markupOf(piece: Piece): string {
  if (piece === null) return ''
  if (typeof piece === 'string') return escapeText(piece)
  if (typeof piece === 'number') return String(piece)
  return 'markup' in piece ? piece.markup : piece.map(({ markup }) => markup).join('')
}

/**
 * Safe in text and in quoted attributes. What a reader could not see is spelled out: a control
 * that turns text around would let a name look like another one.
 */
export const escapeText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(special, (match) => entities[match] ?? spelled(match))

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

// controls, bidirectional and other invisible formatting, non-characters, tag characters
const special =
  // oxlint-disable-next-line no-control-regex -- exactly these are to be shown harmlessly
  /[&<>"'`\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}]/gu

const spelled = (result: string): string =>
  `[U+${(result.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`

/** At most so many characters, with an ellipsis where something was cut, and never half a character. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text
  const remaining = text.slice(0, limit - 1)
  return `${/[\ud800-\udbff]$/.test(remaining) ? remaining.slice(0, -1) : remaining}…`
}

/** A longer text with its line breaks, cut where nobody would read on, and saying how much is left. */
export function prose(text: string, limit = 1200): Html {
  const shown = { markup: escapeText(clip(text, limit)).replaceAll('\n', '<br>') }
  if (text.length <= limit) return shown
  const left = text.length - limit
  return html`${shown} <span class="left">(${left} more characters in intent.json)</span>`
}

/** A score without the noise of binary fractions. */
export const figure = (value: number): string =>
  Number.isFinite(value) ? String(Math.round(value * 100) / 100) : '–'
