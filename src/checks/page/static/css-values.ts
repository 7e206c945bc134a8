import type { StyleLiteral } from '../../../model/page-static.ts'
import { readColour } from '../../../kit/colour.ts'

export type Literal = {
  readonly kind: StyleLiteral['kind']
  readonly value: string
  /** Where it starts in the declared value. */
  readonly at: number
}

const colourProperty =
  /color|^background|^border|^outline|^fill$|^stroke$|shadow|^text-decoration|^column-rule|^--/
const colourText =
  /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]*(?:\([^()]*\)[^()]*)*\)/gi
const lengthText =
  /-?(?:\d+\.?\d*|\.\d+)(?:px|rem|em|pt|pc|cm|mm|in|ch|ex|vw|vh|vmin|vmax|svh|dvh)\b/gi
const spacingProperty =
  /^(?:margin|padding|scroll-margin|scroll-padding)|^(?:row-|column-|grid-)?gap$/

/** The values written out in a declaration, instead of taken from a token. */
export function literalsIn(property: string, declared: string): readonly Literal[] {
  const name = property.toLowerCase()
  const value = withoutReferences(declared)
  const own = name.startsWith('--') ? tokenLiterals(name, value) : propertyLiterals(name, value)
  return [...coloursIn(name, value), ...own].toSorted((one, two) => one.at - two.at)
}

/** What stands in `var()` and `url()` is not written out here. Blanks keep every place as it was. */
function withoutReferences(value: string): string {
  let text = value
  for (let before = ''; before !== text;) {
    before = text
    text = text.replace(/\b(?:var|url|env|attr)\([^()]*\)/gi, (part) => ' '.repeat(part.length))
  }
  return text
}

function coloursIn(property: string, value: string): readonly Literal[] {
  if (!colourProperty.test(property)) return []
  const written = lookUp('colour', value, colourText)
  const words = [...value.matchAll(/(?<![\w-])[a-z]+(?![\w(-])/gi)]
    .filter(([word]) => readColour(word)?.a === 1)
    .filter(() => !property.startsWith('--') || /^[a-z]+$/i.test(value.trim()))
    .map((match) => ({ kind: 'colour' as const, value: match[0], at: match.index }))
  return [...written, ...words]
}

function propertyLiterals(property: string, value: string): readonly Literal[] {
  if (property.endsWith('radius')) return lengths('radius', value)
  if (spacingProperty.test(property)) return lengths('spacing', value)
  if (property === 'font-size') return lengths('font-size', value)
  if (property === 'font-family') return whole('font-family', value)
  if (property === 'font') return fontParts(value)
  if (/^(?:box|text)-shadow$/.test(property)) return whole('shadow', value)
  return []
}

/** A token is what its name says it is. */
function tokenLiterals(name: string, value: string): readonly Literal[] {
  if (/radius|radii|round|corner/.test(name)) return lengths('radius', value)
  if (/shadow|elevation/.test(name)) return whole('shadow', value)
  if (
    /(?:^|-)(?:font|family|typeface)(?:-|$)/.test(name) &&
    /[a-z]{3}/i.test(value.replace(lengthText, ''))
  )
    return whole('font-family', value)
  if (/font|text|size|heading/.test(name)) return lengths('font-size', value)
  if (/spac|gap|pad|margin|gutter/.test(name)) return lengths('spacing', value)
  return []
}

const lookUp = (kind: Literal['kind'], value: string, words: RegExp): readonly Literal[] =>
  [...value.matchAll(words)].map((match) => ({ kind, value: match[0], at: match.index }))

const lengths = (kind: Literal['kind'], value: string): readonly Literal[] =>
  lookUp(kind, value, lengthText).filter((each) => Number.parseFloat(each.value) !== 0)

function whole(kind: Literal['kind'], value: string): readonly Literal[] {
  const text = value.trim()
  const says = /^(?:none|inherit|initial|unset|revert)?$/i.test(text) || !/[\w#]/.test(text)
  return says ? [] : [{ kind, value: text, at: value.indexOf(text) }]
}

function fontParts(value: string): readonly Literal[] {
  const size = lengths('font-size', value)[0]
  if (size === undefined) return []
  const rest = value.slice(size.at + size.value.length)
  const family = rest.replace(/^\s*\/\s*[\w.%]+/, '').trim()
  if (family === '' || !/[a-z]/i.test(family)) return [size]
  return [size, { kind: 'font-family', value: family, at: value.lastIndexOf(family) }]
}

/** Names used in `var()` without a fallback. */
export const bareReferences = (value: string): readonly string[] =>
  [...value.matchAll(/var\(\s*(--[\w-]+)\s*\)/g)].map(([, name]) => name ?? '')

/** What a value loads, with where it stands. */
export const urlsIn = (value: string): readonly { readonly raw: string; readonly at: number }[] =>
  [...value.matchAll(/url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"']*))\s*\)/gi)].map((match) => ({
    raw: (match[1] ?? match[2] ?? match[3] ?? '').trim(),
    at: match.index,
  }))
