/** A text in JSON5 as JSON with comments, and where each stretch of that stood. */
export type FromJson5 = { readonly text: string; readonly placeOf: (at: number) => number }

const tokens =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|[+-]?(?:0[xX][\da-fA-F]+|\.\d+|\d+\.?\d*)(?:[eE][+-]?\d+)?|[\p{L}_$][\p{L}\p{N}_$]*|,(?=(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*[}\]])/gu

/** Writes what only JSON5 knows as JSON does: bare keys, single quotes, last commas, other numbers. */
export function fromJson5(source: string): FromJson5 {
  const moves: { readonly at: number; readonly from: number }[] = []
  let text = ''
  let from = 0
  const copy = (until: number) => {
    moves.push({ at: text.length, from })
    text += source.slice(from, until)
  }
  for (const match of source.matchAll(tokens)) {
    const end = match.index + match[0].length
    const written = asJson(match[0], source.slice(end))
    if (written === match[0]) continue
    copy(match.index)
    moves.push({ at: text.length, from: match.index })
    text += written
    from = end
  }
  copy(source.length)
  return {
    text,
    placeOf: (at) => {
      const move = moves.findLast((each) => each.at <= at)
      const next = moves.find((each) => each.at > at)
      const place = move === undefined ? at : move.from + at - move.at
      return Math.min(place, next?.from ?? source.length)
    },
  }
}

function asJson(token: string, after: string): string {
  if (/^\/[/*]/.test(token)) return token
  if (token === ',') return ' '
  const isKey = /^\s*:/.test(after)
  if (/^["']/.test(token)) return JSON.stringify(unquoted(token.slice(1, -1)))
  if (isKey) return JSON.stringify(token)
  if (/^[+-]?[\d.]/.test(token)) return numberOf(token)
  return /^(?:Infinity|NaN)$/.test(token) ? JSON.stringify(token) : token
}

function numberOf(token: string): string {
  const value = Number(token.replace(/^[+-]/, ''))
  return `${token.startsWith('-') ? '-' : ''}${value}`
}

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  0: '\0',
}

/** What a quoted text says; a break of the line after a backslash is none. */
const unquoted = (text: string): string =>
  text.replace(
    /\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|(\r\n|[\s\S]))/g,
    (_, unicode: string | undefined, hex: string | undefined, sign = '') => {
      const code = unicode ?? hex
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
      return /^[\r\n]/.test(String(sign)) ? '' : (escapes[String(sign)] ?? String(sign))
    },
  )
