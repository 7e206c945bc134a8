import { bracketSteps, type Opener } from './brackets.ts'
import type { Token } from './token.ts'

/**
 * What stands between brackets. `object`: an object or the type of one; both take commas between members.
 * `list`: names of an import or export, or members of an enum. `unknown`: it could be several.
 */
export type BracketKind =
  | 'block'
  | 'class'
  | 'object'
  | 'list'
  | 'round'
  | 'for'
  | 'square'
  | 'code in a template'
  | 'unknown'

export type Place = {
  /** The bracket around a token, null at the top. */
  readonly around: BracketKind | null
  /** For a closing brace: what it closes. */
  readonly closes: BracketKind | null
}

/** Where each token stands; the tokens must hold no blank ones. */
export function placesOf(code: string, tokens: readonly Token[]): readonly Place[] {
  const stack: { opener: Opener; kind: BracketKind }[] = []
  return tokens.map((token, index) => {
    let closes: BracketKind | null = null
    const around = stack.at(-1)?.kind ?? null
    const inTypes = stack.findLast(({ opener }) => opener === '{')?.kind === 'unknown'
    for (const { type, opener } of bracketSteps(code, token)) {
      if (type === 'open')
        stack.push({ opener, kind: kindOf({ code, tokens, index, around, inTypes }, opener) })
      else if (stack.at(-1)?.opener === opener) closes = stack.pop()?.kind ?? null
    }
    return { around, closes }
  })
}

const textOf = (code: string, token: Token | undefined): string =>
  token === undefined ? '' : code.slice(token.start, token.end)

const bodyWords = new Set(['else', 'try', 'finally', 'do', 'static'])
const beforeObject = new Set([
  '(',
  '[',
  '...',
  '?',
  '&&',
  '||',
  '??',
  'return',
  'yield',
  'await',
  'throw',
])

type Spot = {
  readonly code: string
  readonly tokens: readonly Token[]
  readonly index: number
  readonly around: BracketKind | null
  /** The nearest brace may be that of a type. */
  readonly inTypes: boolean
}

function kindOf(spot: Spot, opener: Opener): BracketKind {
  const kind = kindByContext(spot, opener)
  return kind === 'object' && holdsTypes(spot) ? 'unknown' : kind
}

const typeWords = new Set(
  'string number boolean unknown any never object symbol bigint void readonly keyof'.split(' '),
)

/** Optional members, and types instead of values, show that braces are those of a type. */
function holdsTypes({ code, tokens, index }: Spot): boolean {
  for (let at = index + 1; at < tokens.length && at < index + 200; at += 1) {
    const text = textOf(code, tokens[at])
    if (text === '}') return false
    const next = textOf(code, tokens[at + 1])
    if (text === 'readonly' || (text === '?' && next === ':')) return true
    if (text !== ':') continue
    if (typeWords.has(next)) return true
    if (/^[A-Z]/.test(next) && !['(', '.', ','].includes(textOf(code, tokens[at + 2]))) return true
  }
  return false
}

function kindByContext(
  { code, tokens, index, around, inTypes }: Spot,
  opener: Opener,
): BracketKind {
  const before = textOf(code, tokens[index - 1])
  if (opener === '${') return 'code in a template'
  if (opener === '[') return 'square'
  if (opener === '(') {
    const isFor =
      before === 'for' || (before === 'await' && textOf(code, tokens[index - 2]) === 'for')
    return isFor ? 'for' : 'round'
  }
  const header = headerWord(code, tokens, index)
  if (header !== null) return header
  if (['import', 'export', 'type'].includes(before)) return before === 'type' ? 'unknown' : 'list'
  if ([')', '=>', ';'].includes(before) || bodyWords.has(before)) return 'block'
  if (inTypes && ['(', '[', '?'].includes(before)) return 'unknown'
  if (before === '?' && isConditionalType(code, tokens, index)) return 'unknown'
  if (before === '=' || beforeObject.has(before))
    return inTypeAlias(code, tokens, index) ? 'unknown' : 'object'
  if (before !== ',' && endsReturnType(code, tokens, index)) return 'block'
  if ((before === ',' || before === ':') && around === 'object') return 'object'
  if (before === ',' && around === 'round') return 'object'
  return 'unknown'
}

/** `class A extends B {`, `interface A {`, `enum A {`, `namespace A {`, read back from the brace. */
function headerWord(code: string, tokens: readonly Token[], index: number): BracketKind | null {
  for (let at = index - 1; at >= 0 && at > index - 40; at -= 1) {
    const token = tokens[at]!
    const text = textOf(code, token)
    if (token.kind === 'word') {
      if (/^[.:]$/.test(textOf(code, tokens[at + 1])) || textOf(code, tokens[at - 1]) === '.')
        continue
      if (text === 'class') return 'class'
      if (text === 'enum') return 'list'
      if (text === 'interface') return 'unknown'
      if (text === 'namespace' || text === 'module' || text === 'global') return 'block'
    } else if (token.kind !== 'string' && !/^[.,<>]$/.test(text)) return null
  }
  return null
}

/** Whether the statement began with `type`: members of its types may end with either separator. */
function inTypeAlias(code: string, tokens: readonly Token[], index: number): boolean {
  for (let at = index - 1; at >= 0 && at > index - 400; at -= 1) {
    const text = textOf(code, tokens[at])
    if (text === 'type' && tokens[at + 1]?.kind === 'word') return true
    if (['const', 'let', 'var', 'return', 'function', 'class'].includes(text)) return false
  }
  return false
}

/** `): Result<string, Error> {`: a body after the type that a function returns. */
function endsReturnType(code: string, tokens: readonly Token[], index: number): boolean {
  for (let at = index - 1; at > 0 && at > index - 60; at -= 1) {
    const text = textOf(code, tokens[at])
    if (text === ':') return at < index - 1 && textOf(code, tokens[at - 1]) === ')'
    if (tokens[at]!.kind !== 'word' && tokens[at]!.kind !== 'string' && !/^[<>[\]|&.,]$/.test(text))
      return false
  }
  return false
}

/** `T extends string ? {` chooses between types. */
const isConditionalType = (code: string, tokens: readonly Token[], index: number): boolean =>
  tokens.slice(Math.max(0, index - 30), index).some((token) => textOf(code, token) === 'extends')
