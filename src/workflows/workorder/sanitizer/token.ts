export type TokenKind =
  | 'space'
  | 'newline'
  | 'comment'
  | 'string'
  /** A piece of a template: from a backtick or `}` to a backtick or `${`, both included. */
  | 'template'
  | 'regex'
  | 'word'
  | 'number'
  | 'punctuation'
  | 'jsx-text'
  /** A line that fences code in Markdown. */
  | 'fence'
  /** Text between curly quotes where code should stand. */
  | 'quoted'
  /** A character that no code has outside of text. */
  | 'stray'

export type Token = {
  readonly kind: TokenKind
  readonly start: number
  readonly end: number
  /** False for text that ends without its delimiter. */
  readonly closed: boolean
}

export const isBlank = ({ kind }: Token): boolean =>
  kind === 'space' || kind === 'newline' || kind === 'comment'

/** Double and single quotes that are not ASCII. */
export const doubleQuotes = '“”„‟＂'
export const singleQuotes = '‘’‚‛＇'

/** The state of one reading. It is changed in place: a text has many tokens. */
export type Reader = {
  readonly code: string
  readonly tokens: Token[]
  /** Index of the last token that is neither space nor comment; -1 before the first. */
  significant: number
  /** Whether each open parenthesis belongs to `if`, `while`, `for` or `with`. */
  controls: boolean[]
  /** The last parenthesis that closed belonged to such a word. */
  closedControl: boolean
  /** Number of tokens when the last JSX element ended. */
  afterElement: number
  /** Where a `<` turned out to start no element. */
  readonly noElement: Set<number>
  /** Characters read in attempts that failed; too many, and no more are made. */
  wasted: number
  /** Reads code inside of an element; given here because code and elements hold each other. */
  readonly readCode: (reader: Reader, from: number, depth: number) => number
}

export function push(reader: Reader, kind: TokenKind, start: number, end: number): number {
  return pushToken(reader, { kind, start, end, closed: true })
}

export function pushToken(reader: Reader, token: Token): number {
  if (token.end <= token.start) return token.end
  reader.tokens.push(token)
  if (!isBlank(token)) reader.significant = reader.tokens.length - 1
  return token.end
}

/** Matches a sticky pattern at a place; its length, or -1. */
export function lengthAt(pattern: RegExp, code: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(code) ? pattern.lastIndex - at : -1
}
