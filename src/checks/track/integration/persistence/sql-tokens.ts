export type Token = {
  /** A word in lower case, a quoted name as it is, a text in its quotes, or one sign. */
  readonly text: string
  readonly raw: string
  readonly start: number
}

export type Statement = { readonly tokens: readonly Token[]; readonly start: number }

const pattern =
  /--[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"((?:[^"]|"")*)"|`([^`]*)`|\[(\w+)\]|[\w.]+|[(),;]|[^\s\w]/g

/** The statements of an SQL text, without comments; the part that undoes a migration is left out. */
export function statementsIn(sql: string): readonly Statement[] {
  const undone = /^--\s*(?:migrate:down|\+goose\s+down|\+migrate\s+down|down\b)/im.exec(sql)
  const text = undone === null ? sql : sql.slice(0, undone.index)
  const statements: Statement[] = []
  let tokens: Token[] = []
  for (const match of text.matchAll(pattern)) {
    const [raw, , double, back, bracket] = match
    if (/^(?:--|#|\/\*)/.test(raw)) continue
    if (raw === ';') {
      if (tokens.length > 0) statements.push({ tokens, start: tokens[0]?.start ?? 0 })
      tokens = []
      continue
    }
    const name = double ?? back ?? bracket
    tokens.push({
      text: name ?? (raw.startsWith("'") ? raw : raw.toLowerCase()),
      raw,
      start: match.index,
    })
  }
  if (tokens.length > 0) statements.push({ tokens, start: tokens[0]?.start ?? 0 })
  return statements
}

/** The tokens between an opening bracket and its end, and what follows. */
export function bracketed(
  tokens: readonly Token[],
): { readonly inner: readonly Token[]; readonly rest: readonly Token[] } | null {
  const open = tokens.findIndex(({ text }) => text === '(')
  if (open < 0) return null
  let depth = 0
  for (let at = open; at < tokens.length; at++) {
    if (tokens[at]?.text === '(') depth++
    if (tokens[at]?.text === ')' && --depth === 0)
      return { inner: tokens.slice(open + 1, at), rest: tokens.slice(at + 1) }
  }
  return null
}

/** Parts between commas that stand in no bracket. */
export function byCommas(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    if (token.text === '(') depth++
    if (token.text === ')') depth--
    if (token.text === ',' && depth === 0) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts.filter((part) => part.length > 0)
}

/** Where words follow each other; -1 where they do not. */
export const indexOfWords = (tokens: readonly Token[], ...words: readonly string[]): number =>
  tokens.findIndex((_, index) =>
    words.every((word, offset) => tokens[index + offset]?.text === word),
  )

export const hasWords = (tokens: readonly Token[], ...words: readonly string[]): boolean =>
  indexOfWords(tokens, ...words) >= 0
