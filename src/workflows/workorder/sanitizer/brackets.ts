import type { Token } from './token.ts'

export type Opener = '(' | '[' | '{' | '${'

const closers: Readonly<Record<Opener, string>> = { '(': ')', '[': ']', '{': '}', '${': '' }
const openers: Readonly<Record<string, Opener>> = { ')': '(', ']': '[', '}': '{' }

export const closerText = (opener: Opener): string => closers[opener]

export type BracketStep =
  | { readonly type: 'open'; readonly opener: Opener }
  | { readonly type: 'close'; readonly opener: Opener }

/** What a token does to the nesting; the code inside of a template nests as well. */
export function bracketSteps(code: string, { kind, start, end }: Token): readonly BracketStep[] {
  if (kind === 'template')
    return [
      ...(code[start] === '}' ? [{ type: 'close', opener: '${' } as const] : []),
      ...(code.startsWith('${', end - 2) && end - start > 2
        ? [{ type: 'open', opener: '${' } as const]
        : []),
    ]
  if (kind !== 'punctuation' || end - start !== 1) return []
  const text = code[start]!
  if (text === '(' || text === '[' || text === '{') return [{ type: 'open', opener: text }]
  const opener = openers[text]
  return opener === undefined ? [] : [{ type: 'close', opener }]
}

/** Index of the token that closes an opening one; null where nothing does. */
export function closerOf(code: string, tokens: readonly Token[], index: number): number | null {
  let depth = 0
  for (let at = index; at < tokens.length; at += 1)
    for (const { type } of bracketSteps(code, tokens[at]!)) {
      depth += type === 'open' ? 1 : -1
      if (depth === 0) return at
    }
  return null
}

/** How many brackets have no partner. */
export function unmatched(code: string, tokens: readonly Token[]): number {
  const stack: Opener[] = []
  let strays = 0
  for (const token of tokens)
    for (const { type, opener } of bracketSteps(code, token)) {
      if (type === 'open') stack.push(opener)
      else if (stack.at(-1) === opener) stack.pop()
      else strays += 1
    }
  return strays + stack.length
}
