import { expect, test } from 'vitest'
import { corrections } from './catalog.ts'
import type { CorrectionName } from './correction.ts'

const apply = (name: CorrectionName, code: string) =>
  corrections.find((each) => each.name === name)!.apply(code)

test('there are thirteen corrections, in the order of their rows, and the eleventh is off', () => {
  expect(corrections.map(({ number }) => number)).toEqual([
    1, 2, 3, 4, 5, 8, 6, 7, 9, 10, 12, 13, 11,
  ])
  expect(corrections.filter(({ enabled }) => !enabled).map(({ name }) => name)).toEqual([
    'fixNamespaceCallables',
  ])
})

const cases: readonly (readonly [CorrectionName, string, string, string])[] = [
  ['fixSmartQuotes', 'both kinds', "f(“it's”, ‘don’t’)", `f("it's", 'don’t')`],
  ['fixSmartQuotes', 'a straight quote inside', '“say "x"”', `'say "x"'`],
  ['fixSmartQuotes', 'only the closing one', 'const a = "hello”;', 'const a = "hello";'],
  [
    'fixSmartQuotes',
    'an attribute',
    '<p className=“btn” id=“x”>“y”</p>',
    '<p className="btn" id="x">“y”</p>',
  ],
  [
    'fixUnquotedModuleDeclarations',
    'a package',
    'declare module foo {\n}',
    "declare module 'foo' {\n}",
  ],
  [
    'fixUnquotedModuleDeclarations',
    'a scope',
    'declare module @a/b-c {}',
    "declare module '@a/b-c' {}",
  ],
  [
    'fixUnquotedModuleDeclarations',
    'a pattern',
    'declare module *.svg;',
    "declare module '*.svg';",
  ],
  ['fixEmDashes', 'an operator', 'a = b — c – 1', 'a = b - c - 1'],
  ['fixEmDashes', 'a decrement', 'while (x) i—;', 'while (x) i--;'],
  [
    'fixUnclosedTemplateLiterals',
    'a line',
    'const a = `x ${b};\nconst c = `d`\n',
    'const a = `x ${b}`;\nconst c = `d`\n',
  ],
  [
    'fixUnclosedTemplateLiterals',
    'an argument',
    'f(`x ${b}) && g(1)\nh(`d`)\n',
    'f(`x ${b}`) && g(1)\nh(`d`)\n',
  ],
  ['stripZeroWidthChars', 'in a word', 'con\u200bst a = 1', 'const a = 1'],
  ['stripZeroWidthChars', 'between words', 'const\u200ba = 1', 'const a = 1'],
  ['stripZeroWidthChars', 'a mark at the start', '\ufefflet a', 'let a'],
  ['fixDanglingBracesAndParens', 'the end', 'f(() => {\n  g()\n', 'f(() => {\n  g()\n})\n'],
  [
    'fixDanglingBracesAndParens',
    'a call',
    'const a = f(1, [2, 3;\nconst b = 1\n',
    'const a = f(1, [2, 3]);\nconst b = 1\n',
  ],
  [
    'fixDanglingBracesAndParens',
    'a condition',
    'if (a(1) {\n  b()\n}\n',
    'if (a(1)) {\n  b()\n}\n',
  ],
  [
    'fixDanglingBracesAndParens',
    'an inner block',
    'function f() {\n  if (a) {\n    b()\n}\n\nf()\n',
    'function f() {\n  if (a) {\n    b()\n  }\n}\n\nf()\n',
  ],
  ['fixTrailingCommasOrSemicolons', 'members', 'a = { b: 1,, c: 2;, d }', 'a = { b: 1, c: 2, d }'],
  ['fixTrailingCommasOrSemicolons', 'a chain', 'f();\n  .g()', 'f()\n  .g()'],
  ['fixTrailingCommasOrSemicolons', 'a call', 'f(a, [b;];)', 'f(a, [b])'],
  [
    'fixTrailingCommasOrSemicolons',
    'a block',
    'function f() {\n  return a,\n}',
    'function f() {\n  return a\n}',
  ],
  ['removeBacktickFences', 'around', '```ts\nlet a\n```\n', 'let a\n'],
  ['removeBacktickFences', 'at the end', '}```', '}'],
  ['normalizeIndentation', 'tabs', "if (a) {\n\tb('\t')\n}", "if (a) {\n  b('\t')\n}"],
  ['ensureValidImportSyntax', 'a path', 'import { a } from ./a;', "import { a } from './a';"],
  ['ensureValidImportSyntax', 'a scope', 'export * from @b/c', "export * from '@b/c'"],
  ['ensureValidImportSyntax', 'half a quote', "import a from 'b;", "import a from 'b';"],
  ['ensureValidImportSyntax', 'a call', 'await import(./a)', "await import('./a')"],
  [
    'stripDuplicateExports',
    'apart',
    'export { a }\nlet b\nexport { a };\n',
    'export { a }\nlet b\n',
  ],
  [
    'collapseNestedBackticks',
    'a quoted word',
    'a = `use `foo` here`;',
    'a = `use \\`foo\\` here`;',
  ],
  ['collapseNestedBackticks', 'an odd one', 'a = `a`b`;', 'a = `a\\`b`;'],
  [
    'fixNamespaceCallables',
    'a namespace',
    "import * as Foo from 'x'\nFoo()\n",
    "import * as Foo from 'x'\n// Foo()\n",
  ],
]

test.each(cases)('%s mends its damage: %s', (name, _, damaged, mended) => {
  const { code, changed, description } = apply(name, damaged)
  expect(code).toBe(mended)
  expect(changed).toBe(true)
  expect(description).not.toBe('')
})

const untouched: readonly (readonly [CorrectionName, string])[] = [
  ['fixSmartQuotes', "const a = '“x”' // ‘y’\nconst b = `“${a}”`"],
  [
    'fixUnquotedModuleDeclarations',
    "declare module Foo {}\ndeclare module a.b {}\ndeclare module 'c' {}",
  ],
  ['fixEmDashes', "const a = '—' // –\nconst b = /—/"],
  ['fixUnclosedTemplateLiterals', 'const a = `x\n  ${b ? `c` : "`"}\n`'],
  ['stripZeroWidthChars', "const a = '👩\u200d👧\u200b' // \u200b"],
  ['fixDanglingBracesAndParens', "const a = '(' + /[(]/.source // {\nconst b = `{${a}(`"],
  [
    'fixTrailingCommasOrSemicolons',
    "END = '--- x ---';\nconst a = [1,,2];\nfor (;;) { b(); }\ntype T = { a: 1; b: 2; };\nf(a, b,);",
  ],
  ['removeBacktickFences', 'const a = `\n\\`\\`\\`ts\n\\`\\`\\`\n`\n/*\n```\n*/'],
  ['normalizeIndentation', 'const a = `\n\tx`'],
  ['ensureValidImportSyntax', "const from = a / b\nimport c from 'd/e'\nArray.from(x / y)"],
  [
    'stripDuplicateExports',
    'export function f(\n  a: 1,\n): void\nexport function f(\n  a: 2,\n): void\nnamespace A {\n  export type B = 1\n}\nnamespace C {\n  export type B = 1\n}',
  ],
  ['collapseNestedBackticks', 'const a = `x` + `y`\nconst b = tag`z`\nconst c = `d` in e'],
  [
    'fixNamespaceCallables',
    "String(1)\nnew Foo()\nBar()\nimport * as Foo from 'x'\nconst a = Foo()",
  ],
]

test.each(untouched)('%s leaves alone what only looks like its damage', (name, code) => {
  expect(apply(name, code)).toEqual({ code, changed: false, description: '' })
})
