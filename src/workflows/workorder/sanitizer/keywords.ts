const keywords = new Set(
  'abstract any as asserts async await bigint boolean break case catch class const continue debugger declare default delete do else enum export extends false finally for from function get if implements import in infer instanceof interface is keyof let module namespace never new null number object of out override private protected public readonly require return satisfies set static string super switch symbol this throw true try type typeof undefined unique unknown using var void while with yield'.split(
    ' ',
  ),
)

/** A word that means something to the language, everywhere or in some places. */
export const isKeyword = (word: string): boolean => keywords.has(word)

const statements = new Set(
  'const let var return if for while switch throw try break continue export import debugger'.split(
    ' ',
  ),
)

/** A word that can only begin a statement; `import(…)` and `import.meta` are values. */
export const beginsStatement = (word: string, rest: string): boolean =>
  statements.has(word) && !(word === 'import' && /^\s*[(.]/.test(rest))
