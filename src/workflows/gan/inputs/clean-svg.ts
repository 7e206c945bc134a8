/** A drawing without anything that runs, and what was taken out; null where it cannot be read. */
export type CleanSvg = { readonly text: string; readonly removed: readonly string[] }

const banned = new Set([
  'script',
  'foreignobject',
  'iframe',
  'embed',
  'object',
  'handler',
  'listener',
])
const animated = new Set(['set', 'animate', 'animatemotion', 'animatetransform'])

type Piece = { readonly end: number; readonly kept: string; readonly opens: Open | null }
type Open = { readonly name: string; readonly selfClosing: boolean; readonly closing: boolean }

/** Strips scripts, event handlers, embedded pages and links that run code from an SVG text. */
export function cleanSvg(text: string): CleanSvg | null {
  if (text.includes('\0')) return null
  const removed: string[] = []
  let out = ''
  let at = 0
  let skipping: { readonly name: string; depth: number } | null = null
  while (at < text.length) {
    const open = text.indexOf('<', at)
    const stretch = text.slice(at, open === -1 ? text.length : open)
    if (skipping === null) out += stretch
    if (open === -1) break
    const piece = pieceAt(text, open, skipping === null ? removed : [])
    if (piece === null) return null
    at = piece.end
    const { opens } = piece
    if (skipping !== null) {
      if (opens?.name === skipping.name && !opens.selfClosing)
        skipping.depth += opens.closing ? -1 : 1
      if (skipping.depth === 0) skipping = null
    } else if (opens !== null && banned.has(opens.name)) {
      removed.push(`<${opens.name}>`)
      if (!opens.selfClosing && !opens.closing) skipping = { name: opens.name, depth: 1 }
    } else out += piece.kept
  }
  return skipping === null ? { text: out, removed } : null
}

/** One comment, declaration or tag, from its `<` on; null where it never ends. */
function pieceAt(text: string, at: number, removed: string[]): Piece | null {
  const until = (mark: string, stored: boolean): Piece | null => {
    const end = text.indexOf(mark, at)
    if (end === -1) return null
    const stop = end + mark.length
    return { end: stop, kept: stored ? text.slice(at, stop) : '', opens: null }
  }
  if (text.startsWith('<!--', at)) return until('-->', false)
  if (text.startsWith('<![CDATA[', at)) return until(']]>', true)
  if (text.startsWith('<?', at)) return until('?>', /^<\?xml\s/i.test(text.slice(at, at + 6)))
  if (text.startsWith('<!', at)) return declarationAt(text, at, removed)
  return tagAt(text, at, removed)
}

/** A document type may define entities; none is needed to draw. */
function declarationAt(text: string, at: number, removed: string[]): Piece | null {
  let depth = 0
  for (let index = at + 2; index < text.length; index += 1) {
    if (text[index] === '[') depth += 1
    else if (text[index] === ']') depth -= 1
    else if (text[index] === '>' && depth <= 0) {
      if (/<!ENTITY/i.test(text.slice(at, index))) removed.push('<!ENTITY>')
      return { end: index + 1, kept: '', opens: null }
    }
  }
  return null
}

const tag = /<(\/?)([^\s/>"'=<]+)((?:[^"'<>]|"[^"]*"|'[^']*')*)>/y
const attribute = /([^\s=/"'<>]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+))?/g

function tagAt(text: string, at: number, removed: string[]): Piece | null {
  tag.lastIndex = at
  const match = tag.exec(text)
  if (!match) return null
  const [whole, slash = '', written = '', rest = ''] = match
  const name = localName(written)
  const selfClosing = rest.trimEnd().endsWith('/')
  const opens = { name, selfClosing, closing: slash === '/' }
  const end = at + whole.length
  if (slash === '/') return { end, kept: whole, opens }
  const bad: string[] = []
  const stored = rest.replaceAll(
    attribute,
    (all: string, key: string, value: string | undefined) => {
      if (isSafe(name, localName(key), value ?? '')) return all
      bad.push(`${localName(key)} of <${name}>`)
      return ''
    },
  )
  removed.push(...bad)
  return { end, kept: bad.length === 0 ? whole : `<${written}${stored}>`, opens }
}

const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1).toLowerCase()

function isSafe(element: string, key: string, value: string): boolean {
  const plain = decodeEntities(value.replaceAll(/^["']|["']$/g, ''))
    // oxlint-disable-next-line no-control-regex -- browsers ignore these inside a scheme
    .replaceAll(/[\u0000-\u0020\u00a0]/g, '')
    .toLowerCase()
  if (key.startsWith('on')) return false
  if (animated.has(element) && key === 'attributename') return !/^(?:on|.*href$)/.test(plain)
  if (/(?:java|vb|live)script:/.test(plain)) return false
  if (/^(?:href|src|from|to|values|by)$/.test(key)) {
    if (/data:(?!image\/(?:png|jpe?g|gif|webp|avif))/.test(plain)) return false
    // a drawing must not fetch from elsewhere; a link that a reader follows may lead there
    return element === 'a' || !/^(?:https?:)?\/\//.test(plain)
  }
  return key !== 'style' || !/@import|expression\(/.test(plain)
}

const decodeEntities = (value: string): string =>
  value
    .replaceAll(/&#x([0-9a-f]{1,6});?/gi, (_, hex: string) => codePoint(Number.parseInt(hex, 16)))
    .replaceAll(/&#(\d{1,7});?/g, (_, digits: string) => codePoint(Number(digits)))
    .replaceAll(/&(?:tab|newline);/gi, '')
    .replaceAll(/&colon;/gi, ':')

const codePoint = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '')
