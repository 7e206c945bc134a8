/** A piece of code: its text, what kind it is and where it stands. */
export type Token = {
  readonly text: string
  readonly kind: 'name' | 'number' | 'text' | 'sign'
  readonly start: number
}

const keywords = new Set(
  'break case catch class const continue default delete do else export extends finally for function if import in instanceof let new return static super switch this throw try typeof var void while with yield async await of null undefined true false type interface enum'.split(
    ' ',
  ),
)

export const isKeyword = (text: string): boolean => keywords.has(text)

/**
 * Takes code apart without a tree: cheap enough for every file of a project. An expression between
 * slashes may be read as signs; both sides of a comparison are read the same way.
 */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  const pattern =
    /\/\/[^\n]*|\/\*[^]*?\*\/|([A-Za-z_$][\w$]*)|(\d[\w.]*)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[^])*`)|(=>|[=!]==?|[<>]=|&&|\|\||\?\?|\?\.|\.\.\.|[^\s])/g
  for (const match of text.matchAll(pattern)) {
    const [, name, number, quoted, sign] = match
    const piece = name ?? number ?? (quoted === undefined ? sign : quoted.slice(1, -1))
    if (piece === undefined) continue
    tokens.push({
      text: piece,
      start: match.index,
      kind:
        name !== undefined
          ? 'name'
          : number !== undefined
            ? 'number'
            : quoted !== undefined
              ? 'text'
              : 'sign',
    })
  }
  return tokens
}
