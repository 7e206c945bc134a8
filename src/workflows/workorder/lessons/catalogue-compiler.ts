/** Advice against one error: what goes wrong, the first text, and another one should the first do little. */
export type Advice = readonly [code: string, pattern: string, text: string, variant: string]

/** The most frequent errors of the compiler, and how not to make them. Against others a trainer writes. */
export const compilerAdvice: readonly Advice[] = [
  [
    'TS1005',
    'a bracket, comma or semicolon is missing',
    'Close every brace, bracket and parenthesis you open, and put a comma between properties. Count them before you answer.',
    'Write short functions, so that each closing brace stands within a screen of its opening one; a missing one is then seen at once.',
  ],
  [
    'TS1128',
    'a stray closing brace or words between statements',
    'Answer with code only. A sentence, a diff mark or a second closing brace between statements is a syntax error.',
    'Let every closing brace end a block that you opened. Put explanations into comments or leave them out.',
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
    'TS2322',
    'a value of another type than its place',
    'Before you assign or return a value, compare its type with the declared one; convert it, or handle null and undefined first.',
    'Let a function return one type on all paths. Where a value may be missing, say so in the type and deal with it where it is used.',
  ],
  [
    'TS2339',
    'a property that the type does not have',
    'Use only properties that the type declares. Narrow a union before you read what only one member has.',
    'Look up the declaration of the type you read from. Add the property there, or check for it with in before reading it.',
  ],
  [
    'TS2345',
    'an argument of another type than the parameter',
    'Read the signature of the function you call and pass exactly those types. Narrow null and undefined away before the call.',
    'Where an argument may be missing, test it first and give it to the call only inside that test.',
  ],
  [
    'TS2532',
    'something that may be undefined',
    'Check a value that may be undefined before you use it: an early return, ?., or ?? with a sensible value.',
    'Array elements, Map.get, find and optional properties may be undefined. Take each into a const and test it.',
  ],
  [
    'TS2554',
    'the wrong number of arguments',
    'Call a function with as many arguments as it declares. When you add a parameter, change all callers too.',
    'Make a new parameter optional or give it a default where callers outside the change exist.',
  ],
  [
    'TS2741',
    'an object that lacks a property',
    'Add the required property to the literal, or make it optional in the type if it really is.',
    'When you add a required property to a type, add it wherever objects of that type are made.',
  ],
  [
    'TS7006',
    'a parameter without a type',
    'Give every parameter a type where none can be inferred, callbacks of untyped functions included.',
    'Write the types of a function first: parameters and result. Then write its body.',
  ],
  [
    'TS18046',
    'a caught error that is used unseen',
    'A caught error is unknown. Test error instanceof Error before you read its message.',
    'In every catch, turn the error into text by a test first: error instanceof Error ? error.message : String(error).',
  ],
]
