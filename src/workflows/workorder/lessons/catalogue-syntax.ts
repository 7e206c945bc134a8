/** Advice against one error: what goes wrong, the first text, and another one should the first do little. */
export type Advice = readonly [code: string, pattern: string, text: string, variant: string]

/** Errors of syntax, and of names and modules that are not there, and how not to make them. */
export const syntaxAdvice: readonly Advice[] = [
  [
    'TS1002',
    'a string that does not end',
    'Close every string on the line it starts on. Use a template literal for text of several lines.',
    'Before you answer, look at each line with an odd number of quotes; a quote inside a string needs a backslash or the other kind of quote around it.',
  ],
  [
    'TS1003',
    'a name is missing where one must stand',
    'Write a valid identifier after a dot, in imports and in declarations: letters, digits, _ and $, no hyphen and no leading digit.',
    'Names such as data-id or 2nd are no identifiers. Write obj["data-id"] or choose another name.',
  ],
  [
    'TS1005',
    'a bracket, comma or semicolon is missing',
    'Close every brace, bracket and parenthesis you open, and put a comma between properties. Count them before you answer.',
    'Write short functions, so that each closing brace stands within a screen of its opening one; a missing one is then seen at once.',
  ],
  [
    'TS1109',
    'an expression is missing',
    'Leave no operator, return or arrow without the expression it needs, and no comma at the end of an argument list before nothing.',
    'Look at every => and every = sign: the value must follow it. Delete half-written lines instead of leaving them.',
  ],
  [
    'TS1128',
    'a stray closing brace or words between statements',
    'Answer with code only. A sentence, a diff mark or a second closing brace between statements is a syntax error.',
    'Let every closing brace end a block that you opened. Put explanations into comments or leave them out.',
  ],
  [
    'TS1160',
    'a template literal that does not end',
    'End every template literal with a backtick, and write a backtick inside one as \\`.',
    'Do not put Markdown fences into template literals. Build such text from plain strings.',
  ],
  [
    'TS1259',
    'default import of a module that has none',
    'Import what a module really exports: a named import in braces, or import * as name, where there is no default export.',
    'See in the package or file how it exports before you write import x from. Without a default export, use import { x } from.',
  ],
  [
    'TS1343',
    'import.meta where modules are no ES modules',
    'Use import.meta only in a project whose compiler writes ES modules; otherwise use __dirname and require.',
    'Look at "type" in package.json and "module" in tsconfig.json before you use import.meta.',
  ],
  [
    'TS1378',
    'await outside of an async function',
    'Use await at the top of a file only where the project is set up for it. Otherwise put it into an async function and call that.',
    'Wrap top-level await: const main = async () => { ... }; and call main with a catch.',
  ],
  [
    'TS1308',
    'await in a function that is not async',
    'Mark every function that uses await as async, callbacks included, and have its callers await it.',
    'Before you write await, look at the nearest function around it: it must say async. An array.forEach callback is never awaited; use for...of.',
  ],
  [
    'TS1443',
    'typographic quotes in code',
    'Use only the ASCII quotes \' and " around strings and module names. Typographic quotes are letters, not quotes.',
    'Never copy quotes from prose. Every quote that is code is one of \', " and `.',
  ],
  [
    'TS1484',
    'a type imported as a value',
    'Import types with import type { T } from "...", or as { type T }, when the project asks for it.',
    'For each name in an import, ask whether it is used as a value. If it stands in types only, write the word type before it.',
  ],
  [
    'TS2304',
    'a name that nothing declares',
    'Import or declare every name before you use it. Check each identifier of your code against the imports at the top.',
    'After writing a file, read it once more for names only: each one is a parameter, a local, an import or a global of the platform.',
  ],
  [
    'TS2305',
    'a module without that export',
    'Import only names that the module exports. Open the file or the package types and copy the exact name.',
    'If you need something a module does not export, export it there first, in the same change.',
  ],
  [
    'TS2307',
    'a module that is not found',
    'Import only packages that package.json lists and files that exist, with the right relative path and the extension the project uses.',
    'Count the folders of a relative import from the importing file, and copy the ending (.ts, .js or none) from the imports that are there.',
  ],
  [
    'TS2314',
    'a generic type without its arguments',
    'Give a generic type all of its type arguments: Map<string, number>, Promise<void>, Record<string, T>.',
    'Write the element type of every array, map, set and promise that stands in a signature.',
  ],
]
