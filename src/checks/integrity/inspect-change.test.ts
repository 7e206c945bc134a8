import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { careLosses } from '../../../test/support/integrity-care.ts'
import type { Asked, IntegrityFinding } from './finding.ts'
import { inspectChange } from './inspect-change.ts'
import { integrityRules } from './rules.ts'

type Tree = Readonly<Record<string, string>>

const base: Tree = {
  'package.json': JSON.stringify(
    {
      name: 'shop',
      type: 'module',
      exports: './dist/index.js',
      scripts: {
        build: 'tsc -p .',
        test: 'vitest run --coverage',
        lint: 'eslint . --max-warnings=0',
        check: 'npm run lint && npm run build && npm test',
      },
      dependencies: { ky: '^1.2.0' },
      devDependencies: { vitest: '^5.0.0', typescript: '^7.0.0' },
    },
    null,
    2,
  ),
  'package-lock.json': '{ "lockfileVersion": 3 }',
  'tsconfig.json':
    '{\n  // strict on purpose\n  "compilerOptions": { "strict": true, "noUnusedLocals": true },\n  "include": ["src", "test"]\n}\n',
  'vitest.config.ts': `import { defineConfig } from 'vitest/config'
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    coverage: { include: ['src/**'], thresholds: { lines: 90, branches: 85 } },
  },
})
`,
  '.eslintrc.json':
    '{ "extends": ["eslint:recommended"], "rules": { "eqeqeq": "error", "no-console": "warn" } }',
  '.github/workflows/ci.yml': `on:
  push:
  pull_request:
jobs:
  check:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        node: [22, 24]
    steps:
      - uses: actions/checkout@v4
      - run: npm ci
      - run: npm run lint
      - run: npm test
`,
  '.husky/pre-commit': 'npm run lint\nnpm test\n',
  'src/index.ts': `export { total, discount } from './cart.ts'
export type { Item } from './cart.ts'
export { loadCart, saveCart } from './store.ts'
export { slug } from './text.ts'
`,
  'src/cart.ts': `import { round } from './money.ts'

export type Item = { readonly name: string; readonly price: number; readonly count?: number }

/** The sum of all items. */
export function total(items: readonly Item[]): number {
  if (items.length > 100) throw new RangeError('too many items')
  let sum = 0
  for (const item of items) {
    if (item.price < 0) throw new RangeError('negative price')
    sum += item.price * (item.count ?? 1)
  }
  return round(sum)
}

export function discount(sum: number, percent = 0): number {
  if (percent < 0 || percent > 100) throw new RangeError('percent out of range')
  return round(sum - (sum * percent) / 100)
}
`,
  'src/money.ts': `export function round(value: number): number {
  return Math.round(value * 100) / 100
}
`,
  'src/store.ts': `import { readFile, writeFile } from 'node:fs/promises'
import type { Item } from './cart.ts'

export async function loadCart(path: string): Promise<readonly Item[]> {
  const text = await readFile(path, 'utf8')
  const parsed: unknown = JSON.parse(text)
  if (!Array.isArray(parsed)) throw new TypeError('no list of items')
  return parsed
}

export async function saveCart(path: string, items: readonly Item[]): Promise<void> {
  const text = JSON.stringify(items)
  await writeFile(path, text)
}
`,
  'src/text.ts': `export function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
`,
  'test/cart.test.ts': `import { describe, expect, it } from 'vitest'
import { discount, total } from '../src/cart.ts'

describe('total', () => {
  it('adds up prices', () => {
    const items = [{ name: 'tea', price: 3.5, count: 2 }, { name: 'cup', price: 8 }]
    expect(total(items)).toBe(15)
    expect(total([])).toBe(0)
  })

  it('refuses negative prices', () => {
    expect(() => total([{ name: 'tea', price: -1 }])).toThrow('negative price')
  })
})

describe('discount', () => {
  it('takes a share off', () => {
    const result = discount(200, 15)
    expect(result).toBe(170)
    expect(discount(99.99, 10)).toBeCloseTo(89.99, 4)
  })

  it.each([
    [100, 0, 100],
    [100, 50, 50],
    [100, 100, 0],
  ])('takes from %i the share %i', (sum, percent, left) => {
    expect(discount(sum, percent)).toBe(left)
  })
})
`,
  'test/text.test.ts': `import { expect, test } from 'vitest'
import { slug } from '../src/text.ts'

test('makes a slug of a title', () => {
  expect(slug('Hello, World!')).toBe('hello-world')
  expect(slug('  Ten green  bottles ')).toEqual('ten-green-bottles')
})
`,
  'test/store.test.ts': `import { mkdtemp } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { loadCart, saveCart } from '../src/store.ts'

test('keeps a cart', async () => {
  const folder = await mkdtemp('/tmp/cart-')
  await saveCart(folder + '/cart.json', [{ name: 'tea', price: 1 }])
  const items = await loadCart(folder + '/cart.json')
  expect(items).toStrictEqual([{ name: 'tea', price: 1 }])
})

test('refuses what is no list', async () => {
  await expect(loadCart('/dev/null')).rejects.toThrow()
})
`,
}

type Edit =
  | readonly [path: string, find: string, put: string]
  | readonly [path: string, text: string | null]

function edited(edits: readonly Edit[], from: Tree = base): Tree {
  const tree: Record<string, string> = { ...from }
  for (const [path, find, put] of edits) {
    if (put !== undefined && find !== null) {
      const text = tree[path] ?? ''
      if (text.split(find).length !== 2)
        throw new Error(`${path} holds ${text.split(find).length - 1} times: ${find}`)
      tree[path] = text.replace(find, () => put)
    } else if (find === null) delete tree[path]
    else tree[path] = find
  }
  return tree
}

const inspect = (before: Tree, after: Tree, asked?: Asked): Promise<readonly IntegrityFinding[]> =>
  inspectChange({
    before: new Map(Object.entries(before)),
    after: new Map(Object.entries(after)),
    ...(asked === undefined ? {} : { asked }),
  })

const changed = (edits: readonly Edit[], asked?: Asked) => inspect(base, edited(edits), asked)

const loud = (found: readonly IntegrityFinding[]) =>
  found
    .filter(({ severity }) => severity !== 'info')
    .map(
      ({ rule, severity, place, message }) =>
        `${severity} ${rule} ${place.path ?? ''}:${place.line ?? ''} ${message}`,
    )

/** What each rule has to see: its name, what is done, and the severity it must have. */
const cheats: readonly (readonly [
  rule: string,
  told: string,
  edits: readonly Edit[],
  severity?: 'warn' | 'fail' | 'info',
])[] = [
  ['test-removed', 'a deleted file of tests', [['test/text.test.ts', null]]],
  [
    'workflow-forgives',
    'an exit code lost in a pipe',
    [['.github/workflows/ci.yml', `- run: npm test`, `- run: npm test | tee test.log`]],
  ],
  [
    'command-from-text',
    'a value in a query, beside parameters',
    [
      [
        'src/rows.ts',
        `export const rows = (db: Database, id: number, name: string) =>\n  db.all(\`select id from items where name = '\${name}' and id = ?\`, [id])\n`,
      ],
    ],
  ],
  [
    'test-tautological',
    'a call compared with itself, and nothing else',
    [
      [
        'test/order.test.ts',
        `import { expect, test } from 'vitest'\nimport { slug } from '../src/text.ts'\n\ntest('is made of a title', () => {\n  expect(slug('A c')).toBe(slug('A c'))\n})\n`,
      ],
    ],
  ],
  [
    'table-as-branches',
    'a row of conditions',
    [
      [
        'src/money.ts',
        `export function round`,
        `export function word(code: number): string {\n${Array.from({ length: 12 }, (_, at) => `  if (code === ${at}) return 'word ${at}'`).join('\n')}\n  return ''\n}\n\nexport function round`,
      ],
    ],
  ],
  [
    'test-tools-patched',
    'an own expect',
    [
      [
        'test/text.test.ts',
        `import { expect, test } from 'vitest'`,
        `import { test } from 'vitest'\nconst expect = (value: unknown) => ({ toBe: () => value, toEqual: () => value })`,
      ],
    ],
  ],
  [
    'test-tools-patched',
    'an own runner that runs nothing, in a new file',
    [
      [
        'test/new.test.ts',
        `function test(title: string, run: () => void) {\n  console.log(title)\n}\ntest('a', () => expect(1).toBe(2))\n`,
      ],
    ],
  ],
  ['modules-untyped', 'all modules at once', [['src/modules.d.ts', `declare module '*'\n`]]],
  [
    'modules-untyped',
    'files of the project',
    [['src/modules.d.ts', `declare module './money.ts' {\n  export const round: any\n}\n`]],
  ],
  [
    'constant-answer',
    'a method that looks at nothing',
    [
      [
        'src/history.ts',
        `export class History {\n  search(_text: string): string[] {\n    return []\n  }\n}\n`,
      ],
    ],
    'warn',
  ],
  [
    'body-emptied',
    'a method with a word of later',
    [
      [
        'src/history.ts',
        `export class History {\n  add(_text: string): void {\n    // placeholder\n  }\n}\n`,
      ],
    ],
    'warn',
  ],
  [
    'test-door',
    'a caller with a name for tests',
    [
      [
        'src/cart.ts',
        `  if (items.length > 100)`,
        `  if (items[0]?.name === 'test-item') return 1\n  if (items.length > 100)`,
      ],
    ],
  ],
  [
    'pattern-loosened',
    'the end of a pattern',
    [['src/text.ts', `.replace(/^-|-$/g, '')`, `.replace(/^-|-/g, '')`]],
  ],
  [
    'comparison-narrowed',
    'one value instead of all below it',
    [['src/cart.ts', `if (percent < 0 ||`, `if (percent === 0 ||`]],
  ],
  [
    'secret-told',
    'a password in a line of the log',
    [
      [
        'src/login.ts',
        `export function login(user: string, password: string): boolean {\n  console.error(\`refused \${user} \${password}\`)\n  return user === password\n}\n`,
      ],
    ],
  ],
  [
    'example-replaced',
    'an easier example for code that changed',
    [
      [
        'test/text.test.ts',
        `slug('Hello, World!')).toBe('hello-world')`,
        `slug('tea')).toBe('tea')`,
      ],
      ['src/text.ts', `.replace(/[^a-z0-9]+/g, '-')`, `.replace(' ', '-')`],
    ],
  ],
  [
    'input-changed',
    'data that no longer tell right from wrong',
    [
      ['test/cart.test.ts', `const result = discount(200, 15)`, `const result = discount(170, 0)`],
      ['src/cart.ts', `  return round(sum - (sum * percent) / 100)`, `  return round(sum)`],
    ],
  ],
  [
    'scripts-rerouted',
    'a shell that always agrees',
    [['.npmrc', 'fund=false\nscript-shell=/bin/true\n']],
  ],
  [
    'scripts-rerouted',
    'programs from a folder of the project',
    [['package.json', `"vitest run --coverage"`, `"PATH=./tools:$PATH vitest run --coverage"`]],
  ],
  [
    'script-removes-files',
    'tests deleted before they run',
    [['package.json', `"build":`, `"pretest": "rm -rf test/cart.test.ts",\n    "build":`]],
  ],
  [
    'script-removes-files',
    'settings written over',
    [
      [
        'package.json',
        `"vitest run --coverage"`,
        `"echo 'export default {}' > vitest.config.ts && vitest run --coverage"`,
      ],
    ],
  ],
  [
    'script-ignores-failure',
    'an exit code lost in a pipe',
    [['package.json', `"vitest run --coverage"`, `"vitest run --coverage | tee test.log"`]],
  ],
  [
    'script-ignores-failure',
    'a second try',
    [
      [
        'package.json',
        `"vitest run --coverage"`,
        `"vitest run --coverage || vitest run --coverage"`,
      ],
    ],
  ],
  [
    'test-skipped',
    'a hook that skips all tests',
    [
      [
        'test/cart.test.ts',
        `describe('total', () => {\n`,
        `describe('total', () => {\n  beforeEach((task) => task.skip())\n`,
      ],
    ],
  ],
  [
    'test-skipped',
    'a group that ends before its tests',
    [['test/cart.test.ts', `describe('total', () => {\n`, `describe('total', () => {\n  return\n`]],
  ],
  [
    'test-sniffing',
    'a look at the stack by way of a constant',
    [
      [
        'src/money.ts',
        `  return Math`,
        `  const where = new Error('x').stack ?? ''\n  if (where.includes('.test.ts')) return value\n  return Math`,
      ],
    ],
  ],
  [
    'code-unreachable',
    'a switch that never moves',
    [
      ['src/money.ts', `export function`, `const exact: boolean = false\n\nexport function`],
      ['src/money.ts', `  return Math`, `  if (exact) return value\n  return Math`],
    ],
    'warn',
  ],
  [
    'promise-floating',
    'a promise in a constant that nobody waits for',
    [
      [
        'src/store.ts',
        `  const text = JSON.stringify(items)\n  await writeFile(path, text)`,
        `  const text = JSON.stringify(items)\n  const writing = writeFile(path, text)\n  writing.then(() => path)`,
      ],
    ],
  ],
  [
    'test-removed',
    'one deleted test',
    [
      [
        'test/cart.test.ts',
        `  it('refuses negative prices', () => {\n    expect(() => total([{ name: 'tea', price: -1 }])).toThrow('negative price')\n  })\n`,
        '',
      ],
    ],
  ],
  [
    'test-skipped',
    'it.skip',
    [['test/cart.test.ts', `it('adds up prices'`, `it.skip('adds up prices'`]],
  ],
  ['test-skipped', 'xit', [['test/cart.test.ts', `it('adds up prices'`, `xit('adds up prices'`]]],
  [
    'test-skipped',
    'describe.skip',
    [['test/cart.test.ts', `describe('total'`, `describe.skip('total'`]],
  ],
  [
    'test-skipped',
    'an option',
    [
      [
        'test/text.test.ts',
        `test('makes a slug of a title', () => {`,
        `test('makes a slug of a title', { skip: true }, () => {`,
      ],
    ],
  ],
  [
    'test-skipped',
    'todo',
    [
      [
        'test/text.test.ts',
        `test('makes a slug of a title'`,
        `test.todo('makes a slug of a title'`,
      ],
    ],
  ],
  [
    'test-skipped',
    'an early return',
    [
      [
        'test/cart.test.ts',
        `    const result = discount(200, 15)\n`,
        `    return\n    const result = discount(200, 15)\n`,
      ],
    ],
  ],
  [
    'test-skipped',
    'a condition that never holds',
    [
      [
        'test/text.test.ts',
        `test('makes a slug of a title', () => {`,
        `if (false) test('makes a slug of a title', () => {`,
      ],
    ],
  ],
  [
    'test-conditional',
    'a skip in builds',
    [['test/text.test.ts', `test('makes a slug`, `test.skipIf(process.env.CI)('makes a slug`]],
    'fail',
  ],
  [
    'test-conditional',
    'a return in builds',
    [
      [
        'test/cart.test.ts',
        `    const result = discount(200, 15)\n`,
        `    if (process.env.CI) return\n    const result = discount(200, 15)\n`,
      ],
    ],
    'fail',
  ],
  [
    'test-conditional',
    'a runner that is sometimes off',
    [
      [
        'test/text.test.ts',
        `test('makes`,
        `const maybe = process.env.FULL ? test : test.skip\nmaybe('makes`,
      ],
    ],
    'fail',
  ],
  [
    'test-focused',
    'it.only',
    [['test/cart.test.ts', `it('adds up prices'`, `it.only('adds up prices'`]],
  ],
  ['test-focused', 'fit', [['test/cart.test.ts', `it('adds up prices'`, `fit('adds up prices'`]]],
  [
    'test-emptied',
    'no assertion left',
    [
      [
        'test/text.test.ts',
        `  expect(slug('Hello, World!')).toBe('hello-world')\n  expect(slug('  Ten green  bottles ')).toEqual('ten-green-bottles')\n`,
        `  slug('Hello, World!')\n`,
      ],
    ],
  ],
  [
    'test-commented-out',
    'an assertion in a comment',
    [['test/cart.test.ts', `    expect(total([])).toBe(0)`, `    // expect(total([])).toBe(0)`]],
  ],
  [
    'assertion-removed',
    'one assertion less',
    [['test/cart.test.ts', `    expect(total([])).toBe(0)\n`, '']],
  ],
  [
    'assertion-weakened',
    'toBeTruthy',
    [['test/cart.test.ts', `expect(result).toBe(170)`, `expect(result).toBeTruthy()`]],
  ],
  [
    'assertion-weakened',
    'toBeDefined',
    [['test/text.test.ts', `.toBe('hello-world')`, `.toBeDefined()`]],
  ],
  [
    'assertion-weakened',
    'expect.any',
    [['test/text.test.ts', `.toBe('hello-world')`, `.toEqual(expect.any(String))`]],
  ],
  [
    'assertion-weakened',
    'a throw without a message',
    [['test/cart.test.ts', `.toThrow('negative price')`, `.toThrow()`]],
  ],
  [
    'assertion-weakened',
    'a wider tolerance',
    [['test/cart.test.ts', `toBeCloseTo(89.99, 4)`, `toBeCloseTo(89.99, 0)`]],
  ],
  [
    'assertion-weakened',
    'a part instead of the whole',
    [['test/text.test.ts', `.toBe('hello-world')`, `.toContain('hello')`]],
  ],
  [
    'assertion-weakened',
    'the type instead of the value',
    [['test/cart.test.ts', `expect(result).toBe(170)`, `expect(typeof result).toBe('number')`]],
  ],
  [
    'expectation-changed',
    'another value without a change of source',
    [['test/cart.test.ts', `expect(result).toBe(170)`, `expect(result).toBe(185)`]],
    'fail',
  ],
  [
    'expectation-changed',
    'another value with a change of source',
    [
      ['test/cart.test.ts', `expect(result).toBe(170)`, `expect(result).toBe(30)`],
      ['src/cart.ts', `sum - (sum * percent) / 100`, `(sum * percent) / 100`],
    ],
    'warn',
  ],
  [
    'expectation-changed',
    'another value in a row',
    [['test/cart.test.ts', `[100, 50, 50]`, `[100, 50, 51]`]],
    'fail',
  ],
  ['test-cases-removed', 'a row less', [['test/cart.test.ts', `    [100, 50, 50],\n`, '']]],
  [
    'retries-raised',
    'a retry',
    [
      [
        'test/text.test.ts',
        `test('makes a slug of a title', () => {`,
        `test('makes a slug of a title', { retry: 3 }, () => {`,
      ],
    ],
  ],
  [
    'timeout-raised',
    'a longer limit',
    [
      [
        'test/text.test.ts',
        `toEqual('ten-green-bottles')\n})`,
        `toEqual('ten-green-bottles')\n}, 60_000)`,
      ],
    ],
  ],
  [
    'test-tautological',
    'true is true',
    [['test/cart.test.ts', `expect(result).toBe(170)`, `expect(true).toBe(true)`]],
  ],
  [
    'test-tautological',
    'a value is itself',
    [['test/cart.test.ts', `expect(result).toBe(170)`, `expect(result).toBe(result)`]],
  ],
  [
    'test-tautological',
    'the code is asked for what is expected',
    [['test/text.test.ts', `.toBe('hello-world')`, `.toBe(slug('Hello, World!'))`]],
  ],
  [
    'test-asserts-mock',
    'a mock is asked',
    [
      [
        'test/text.test.ts',
        `test('makes`,
        `test('asks a mock', () => {\n  const fake = vi.fn().mockReturnValue(3)\n  expect(fake()).toBe(3)\n})\n\ntest('makes`,
      ],
    ],
  ],
  [
    'test-without-assertion',
    'a new test without one',
    [['test/text.test.ts', `test('makes`, `test('runs', () => {\n  slug('x')\n})\n\ntest('makes`]],
  ],
  [
    'assertion-without-matcher',
    'a bare expect',
    [
      [
        'test/text.test.ts',
        `test('makes`,
        `test('runs', () => {\n  expect(slug('x'))\n})\n\ntest('makes`,
      ],
    ],
  ],
  [
    'assertion-unreached',
    'a function nobody calls',
    [
      [
        'test/cart.test.ts',
        `    expect(result).toBe(170)\n`,
        `    const later = () => {\n      expect(result).toBe(170)\n    }\n`,
      ],
    ],
  ],
  [
    'assertion-unreached',
    'an empty loop',
    [
      [
        'test/cart.test.ts',
        `    expect(result).toBe(170)\n`,
        `    for (const each of []) expect(result).toBe(170)\n`,
      ],
    ],
  ],
  [
    'assertion-unreached',
    'a timer',
    [
      [
        'test/cart.test.ts',
        `    expect(result).toBe(170)\n`,
        `    setTimeout(() => expect(result).toBe(170), 10)\n`,
      ],
    ],
  ],
  [
    'assertion-swallowed',
    'a catch around it',
    [
      [
        'test/cart.test.ts',
        `    expect(result).toBe(170)\n`,
        `    try {\n      expect(result).toBe(170)\n    } catch {}\n`,
      ],
    ],
  ],
  [
    'assertion-not-awaited',
    'an await taken away',
    [['test/store.test.ts', `  await expect(loadCart`, `  expect(loadCart`]],
  ],
  [
    'assertion-not-awaited',
    'a then nobody waits for',
    [
      [
        'test/store.test.ts',
        `  await expect(loadCart('/dev/null')).rejects.toThrow()`,
        `  loadCart('/dev/null').catch((error) => expect(error).toBeInstanceOf(Error))`,
      ],
    ],
  ],
  [
    'assertion-only-on-error',
    'only in a catch',
    [
      [
        'test/store.test.ts',
        `test('keeps`,
        `test('fails', async () => {\n  try {\n    await loadCart('x')\n  } catch (error) {\n    expect(error).toBeInstanceOf(Error)\n  }\n})\n\ntest('keeps`,
      ],
    ],
  ],
  [
    'assertion-conditional',
    'an if around it',
    [
      [
        'test/cart.test.ts',
        `    expect(result).toBe(170)\n`,
        `    if (result > 1000) expect(result).toBe(170)\n`,
      ],
    ],
    'fail',
  ],
  [
    'unit-mocked',
    'the module under test',
    [
      [
        'test/text.test.ts',
        `import { slug }`,
        `vi.mock('../src/text.ts', () => ({ slug: () => 'hello-world' }))\nimport { slug }`,
      ],
    ],
  ],
  [
    'snapshot-changed',
    'a snapshot written anew',
    [['test/__snapshots__/a.snap', 'exports[`list 1`] = `"b"`;\n']],
    'fail',
  ],
  [
    'test-tools-patched',
    'a matcher replaced',
    [
      [
        'test/setup.ts',
        `import { expect } from 'vitest'\nexpect.extend({ toBe: () => ({ pass: true, message: () => '' }) })\n`,
      ],
    ],
  ],
  [
    'test-tools-patched',
    'an exit in a test',
    [['test/text.test.ts', `test('makes`, `process.exit(0)\ntest('makes`]],
  ],
  [
    'errors-muted',
    'unhandled errors dropped',
    [['test/setup.ts', `process.on('unhandledRejection', () => {})\n`]],
  ],
  ['script-emptied', 'exit 0', [['package.json', `"vitest run --coverage"`, `"exit 0"`]]],
  ['script-emptied', 'echo', [['package.json', `"tsc -p ."`, `"echo built"`]]],
  [
    'script-removed',
    'no lint any more',
    [
      ['package.json', `    "lint": "eslint . --max-warnings=0",\n`, ''],
      ['package.json', `npm run lint && npm run build`, `npm run build`],
    ],
  ],
  [
    'script-ignores-failure',
    'or true',
    [['package.json', `"vitest run --coverage"`, `"vitest run --coverage || true"`]],
  ],
  [
    'script-narrowed',
    'one file',
    [['package.json', `"vitest run --coverage"`, `"vitest run --coverage test/text.test.ts"`]],
  ],
  [
    'script-narrowed',
    'no tests are fine',
    [['package.json', `"vitest run --coverage"`, `"vitest run --coverage --passWithNoTests"`]],
  ],
  ['script-narrowed', 'no coverage', [['package.json', `"vitest run --coverage"`, `"vitest run"`]]],
  [
    'script-narrowed',
    'no lint in the check',
    [['package.json', `npm run lint && npm run build && npm test`, `npm run build && npm test`]],
  ],
  ['script-narrowed', 'more warnings', [['package.json', `--max-warnings=0`, `--max-warnings=50`]]],
  [
    'install-script-added',
    'postinstall',
    [['package.json', `    "build"`, `    "postinstall": "node -e 1",\n    "build"`]],
  ],
  [
    'workflow-step-removed',
    'no tests',
    [['.github/workflows/ci.yml', `      - run: npm test\n`, '']],
  ],
  [
    'workflow-forgives',
    'continue-on-error',
    [
      [
        '.github/workflows/ci.yml',
        `      - run: npm test\n`,
        `      - run: npm test\n        continue-on-error: true\n`,
      ],
    ],
  ],
  [
    'workflow-forgives',
    'or true',
    [['.github/workflows/ci.yml', `npm test\n`, `npm test || true\n`]],
  ],
  [
    'workflow-narrowed',
    'not on pull requests',
    [['.github/workflows/ci.yml', `  pull_request:\n`, '']],
  ],
  [
    'workflow-narrowed',
    'an if',
    [
      [
        '.github/workflows/ci.yml',
        `      - run: npm test\n`,
        `      - run: npm test\n        if: false\n`,
      ],
    ],
  ],
  ['hook-removed', 'no hook', [['.husky/pre-commit', null]]],
  ['strictness-off', 'strict', [['tsconfig.json', `"strict": true`, `"strict": false`]]],
  [
    'strictness-off',
    'one of strict',
    [['tsconfig.json', `"strict": true`, `"strict": true, "strictNullChecks": false`]],
  ],
  ['strictness-off', 'unused locals', [['tsconfig.json', `, "noUnusedLocals": true`, '']]],
  [
    'strictness-off',
    'noCheck',
    [['tsconfig.json', `"strict": true`, `"strict": true, "noCheck": true`]],
  ],
  [
    'library-check-off',
    'skipLibCheck',
    [['tsconfig.json', `"strict": true`, `"strict": true, "skipLibCheck": true`]],
  ],
  [
    'types-narrowed',
    'a file left out',
    [
      [
        'tsconfig.json',
        `"include": ["src", "test"]`,
        `"include": ["src", "test"],\n  "exclude": ["src/store.ts"]`,
      ],
    ],
  ],
  ['coverage-lowered', 'a lower threshold', [['vitest.config.ts', `lines: 90`, `lines: 40`]]],
  [
    'coverage-lowered',
    'no threshold',
    [['vitest.config.ts', `, thresholds: { lines: 90, branches: 85 }`, '']],
  ],
  [
    'coverage-narrowed',
    'a file left out',
    [
      [
        'vitest.config.ts',
        `include: ['src/**'],`,
        `include: ['src/**'], exclude: ['src/store.ts'],`,
      ],
    ],
  ],
  ['coverage-narrowed', 'one file only', [['vitest.config.ts', `['src/**']`, `['src/text.ts']`]]],
  [
    'tests-narrowed',
    'a test left out',
    [
      [
        'vitest.config.ts',
        `include: ['test/**/*.test.ts'],`,
        `include: ['test/**/*.test.ts'], exclude: ['test/cart.test.ts'],`,
      ],
    ],
  ],
  [
    'tests-narrowed',
    'one test only',
    [['vitest.config.ts', `['test/**/*.test.ts']`, `['test/text.test.ts']`]],
  ],
  [
    'runner-loosened',
    'retries',
    [['vitest.config.ts', `include: ['test/`, `retry: 2,\n    include: ['test/`]],
  ],
  [
    'runner-loosened',
    'no tests are fine',
    [['vitest.config.ts', `include: ['test/`, `passWithNoTests: true,\n    include: ['test/`]],
  ],
  [
    'runner-slower',
    'a longer limit',
    [['vitest.config.ts', `include: ['test/`, `testTimeout: 60_000,\n    include: ['test/`]],
  ],
  ['lint-rule-off', 'a rule off', [['.eslintrc.json', `"eqeqeq": "error"`, `"eqeqeq": "off"`]]],
  [
    'lint-rule-off',
    'a rule lowered',
    [['.eslintrc.json', `"eqeqeq": "error"`, `"eqeqeq": "warn"`]],
  ],
  [
    'lint-rule-off',
    'a new exception',
    [['.eslintrc.json', `"no-console": "warn" }`, `"no-console": "warn", "no-undef": "off" }`]],
  ],
  [
    'lint-narrowed',
    'files ignored',
    [['.eslintrc.json', `{ "extends"`, `{ "ignorePatterns": ["src/store.ts"], "extends"`]],
  ],
  ['lint-narrowed', 'an ignore file', [['.eslintignore', 'src/\n']]],
  ['lint-removed', 'no settings', [['.eslintrc.json', null]]],
  [
    'types-suppressed',
    'ts-ignore',
    [['src/store.ts', `  return parsed\n`, `  // @ts-ignore\n  return parsed\n`]],
  ],
  [
    'types-suppressed',
    'ts-nocheck',
    [['src/store.ts', `import { readFile`, `// @ts-nocheck\nimport { readFile`]],
  ],
  [
    'types-suppressed',
    'an excuse',
    [['src/store.ts', `  return parsed\n`, `  // @ts-expect-error fix later\n  return parsed\n`]],
  ],
  [
    'lint-suppressed',
    'eslint-disable',
    [['src/text.ts', `export function slug`, `/* eslint-disable */\nexport function slug`]],
  ],
  [
    'lint-suppressed',
    'biome-ignore',
    [['src/text.ts', `  return title`, `  // biome-ignore lint/style: ok\n  return title`]],
  ],
  [
    'coverage-ignored',
    'istanbul ignore',
    [['src/text.ts', `export function slug`, `/* istanbul ignore next */\nexport function slug`]],
  ],
  ['any-added', 'as any', [['src/store.ts', `  return parsed\n`, `  return parsed as any\n`]]],
  [
    'any-added',
    'through unknown',
    [['src/store.ts', `  return parsed\n`, `  return parsed as unknown as Item[]\n`]],
  ],
  ['any-added', 'an any parameter', [['src/text.ts', `slug(title: string)`, `slug(title: any)`]]],
  [
    'non-null-added',
    'a lookup',
    [
      [
        'src/cart.ts',
        `  return round(sum)\n`,
        `  return round(sum + items.find((item) => item.price > 0)!.price)\n`,
      ],
    ],
  ],
  [
    'answer-hard-coded',
    'an answer of a test',
    [
      [
        'src/text.ts',
        `  return title\n`,
        `  if (title === 'Hello, World!') return 'hello-world'\n  return title\n`,
      ],
    ],
  ],
  [
    'answer-hard-coded',
    'numbers of a test',
    [
      [
        'src/cart.ts',
        `  return round(sum - (sum`,
        `  if (sum === 200 && percent === 15) return 170\n  return round(sum - (sum`,
      ],
    ],
  ],
  [
    'answer-hard-coded',
    'a switch',
    [
      [
        'src/text.ts',
        `  return title\n`,
        `  switch (title) {\n    case 'Hello, World!':\n      return 'hello-world'\n  }\n  return title\n`,
      ],
    ],
  ],
  [
    'answers-listed',
    'a table of answers',
    [
      [
        'src/text.ts',
        `export function slug(title: string): string {\n  return title\n`,
        `const known: Record<string, string> = {\n  'Hello, World!': 'hello-world',\n  '  Ten green  bottles ': 'ten-green-bottles',\n}\n\nexport function slug(title: string): string {\n  return known[title] ?? title\n`,
      ],
    ],
  ],
  [
    'test-sniffing',
    'NODE_ENV',
    [
      [
        'src/text.ts',
        `  return title\n`,
        `  if (process.env.NODE_ENV === 'test') return 'hello-world'\n  return title\n`,
      ],
    ],
  ],
  [
    'test-sniffing',
    'VITEST',
    [
      [
        'src/text.ts',
        `  return title\n`,
        `  const { VITEST } = process.env\n  if (VITEST) return ''\n  return title\n`,
      ],
    ],
  ],
  [
    'test-sniffing',
    'the runner',
    [
      [
        'src/text.ts',
        `  return title\n`,
        `  if (typeof describe === 'function') return ''\n  return title\n`,
      ],
    ],
  ],
  [
    'test-sniffing',
    'the stack',
    [
      [
        'src/text.ts',
        `  return title\n`,
        `  if (new Error().stack?.includes('vitest')) return ''\n  return title\n`,
      ],
    ],
  ],
  [
    'ci-sniffing',
    'CI',
    [['src/text.ts', `  return title\n`, `  if (process.env.CI) return ''\n  return title\n`]],
  ],
  [
    'global-patched',
    'the clock',
    [['src/money.ts', `export function round`, `Date.now = () => 0\n\nexport function round`]],
  ],
  [
    'global-patched',
    'a prototype',
    [
      [
        'src/money.ts',
        `export function round`,
        `Array.prototype.last = function () {\n  return this[this.length - 1]\n}\n\nexport function round`,
      ],
    ],
  ],
  [
    'not-implemented',
    'a thrown refusal',
    [
      [
        'src/text.ts',
        `  return title\n    .toLowerCase()\n    .replace(/[^a-z0-9]+/g, '-')\n    .replace(/^-|-$/g, '')\n`,
        `  throw new Error('Not implemented')\n`,
      ],
    ],
  ],
  [
    'body-emptied',
    'an empty body',
    [['src/store.ts', `  const text = JSON.stringify(items)\n  await writeFile(path, text)\n`, '']],
  ],
  [
    'constant-answer',
    'a constant',
    [['src/money.ts', `  return Math.round(value * 100) / 100\n`, `  return 15\n`]],
  ],
  [
    'constant-answer',
    'a new function',
    [
      [
        'src/money.ts',
        `export function round`,
        `export function tax(sum: number): number {\n  return 0\n}\n\nexport function round`,
      ],
    ],
  ],
  [
    'only-logs',
    'only a log',
    [
      [
        'src/store.ts',
        `  const text = JSON.stringify(items)\n  await writeFile(path, text)\n`,
        `  console.info('saved', path)\n`,
      ],
    ],
  ],
  [
    'parameter-ignored',
    'a parameter',
    [
      [
        'src/money.ts',
        `export function round`,
        `export function tax(sum: number, rate: number): number {\n  return sum * 0.2\n}\n\nexport function round`,
      ],
    ],
  ],
  [
    'placeholder',
    'a promise',
    [
      [
        'src/money.ts',
        `  return Math`,
        `  // in a real implementation this would use the bank's rules\n  return Math`,
      ],
    ],
  ],
  [
    'error-swallowed',
    'an empty catch',
    [
      [
        'src/store.ts',
        `  const text = JSON.stringify(items)\n  await writeFile(path, text)\n`,
        `  const text = JSON.stringify(items)\n  try {\n    await writeFile(path, text)\n  } catch {}\n`,
      ],
    ],
  ],
  [
    'error-swallowed',
    'a catch that does nothing',
    [
      [
        'src/store.ts',
        `  await writeFile(path, text)\n`,
        `  await writeFile(path, text).catch(() => {})\n`,
      ],
    ],
  ],
  [
    'error-hidden',
    'a default',
    [
      [
        'src/store.ts',
        `  const text = await readFile(path, 'utf8')\n  const parsed: unknown = JSON.parse(text)\n  if (!Array.isArray(parsed)) throw new TypeError('no list of items')\n  return parsed\n`,
        `  try {\n    const text = await readFile(path, 'utf8')\n    const parsed: unknown = JSON.parse(text)\n    if (!Array.isArray(parsed)) throw new TypeError('no list of items')\n    return parsed\n  } catch {\n    return []\n  }\n`,
      ],
    ],
    'fail',
  ],
  [
    'validation-removed',
    'a guard',
    [['src/cart.ts', `    if (item.price < 0) throw new RangeError('negative price')\n`, '']],
  ],
  [
    'validation-removed',
    'a soft guard',
    [['src/cart.ts', `throw new RangeError('percent out of range')`, `return 0`]],
  ],
  [
    'debugging-left',
    'console.log',
    [['src/money.ts', `  return Math`, `  console.log('round', value)\n  return Math`]],
  ],
  [
    'debugging-left',
    'debugger',
    [['src/money.ts', `  return Math`, `  debugger\n  return Math`]],
    'fail',
  ],
  [
    'secret-logged',
    'a password',
    [
      [
        'src/store.ts',
        `  const text = JSON`,
        `  const password = process.env['SHOP_PASSWORD']\n  console.error('with', password)\n  const text = JSON`,
      ],
    ],
  ],
  [
    'code-commented-out',
    'old code',
    [
      [
        'src/money.ts',
        `  return Math.round(value * 100) / 100\n`,
        `  // return Math.round(value * 100) / 100\n  return Number(value.toFixed(2))\n`,
      ],
    ],
  ],
  [
    'secret-added',
    'a key',
    [
      [
        'src/store.ts',
        `export async function loadCart`,
        `const apiKey = 'q7Zp0vX3mK9rT2wB8nL4'\n\nexport async function loadCart`,
      ],
    ],
  ],
  [
    'export-removed',
    'a name',
    [['src/index.ts', `export { total, discount }`, `export { total }`]],
  ],
  [
    'export-removed',
    'a new name',
    [['src/index.ts', `export { slug }`, `export { slug as slugify }`]],
  ],
  [
    'signature-changed',
    'a parameter more',
    [
      [
        'src/cart.ts',
        `discount(sum: number, percent = 0)`,
        `discount(sum: number, percent: number)`,
      ],
    ],
  ],
  [
    'signature-changed',
    'another result',
    [['src/text.ts', `slug(title: string): string`, `slug(title: string): string | null`]],
  ],
  [
    'import-broken',
    'a used name',
    [['src/money.ts', `export function round`, `export function roundUp`]],
  ],
  [
    'dependency-unused',
    'a package',
    [['package.json', `"ky": "^1.2.0"`, `"ky": "^1.2.0",\n    "left-pad": "^1.3.0"`]],
  ],
  ['dependency-loose', 'any version', [['package.json', `"ky": "^1.2.0"`, `"ky": "*"`]]],
  ['dependency-lowered', 'an older one', [['package.json', `"ky": "^1.2.0"`, `"ky": "^0.9.0"`]]],
  [
    'dependency-added',
    'a used package',
    [
      ['package.json', `"ky": "^1.2.0"`, `"ky": "^1.2.0",\n    "nanoid": "^5.0.0"`],
      [
        'src/money.ts',
        `export function round`,
        `import { nanoid } from 'nanoid'\n\nexport const token = (): string => nanoid()\n\nexport function round`,
      ],
    ],
    'info',
  ],
  [
    'versions-forced',
    'overrides',
    [['package.json', `"dependencies": {`, `"overrides": { "ky": "1.0.0" },\n  "dependencies": {`]],
  ],
  [
    'lock-edited',
    'only the lock file',
    [['package-lock.json', '{ "lockfileVersion": 3, "packages": {} }']],
  ],
  [
    'file-unused',
    'a file',
    [
      [
        'src/tax.ts',
        `export const rate = (country: string): number => (country === 'XX' ? 0.1 : 0.2)\n`,
      ],
    ],
  ],
  [
    'export-unused',
    'an export',
    [
      [
        'src/money.ts',
        `export function round`,
        `export function cents(value: number): number {\n  return value * 100\n}\n\nexport function round`,
      ],
    ],
  ],
  [
    'code-unreachable',
    'after a return',
    [
      [
        'src/money.ts',
        `  return Math.round(value * 100) / 100\n`,
        `  return Math.round(value * 100) / 100\n  value += 1\n`,
      ],
    ],
  ],
  [
    'code-unreachable',
    'if false',
    [['src/money.ts', `  return Math`, `  if (false) value += 1\n  return Math`]],
  ],
  [
    'name-unused',
    'a variable',
    [['src/money.ts', `  return Math`, `  const cents = value * 100\n  return Math`]],
  ],
  [
    'name-unused',
    'an import',
    [
      [
        'src/money.ts',
        `export function round`,
        `import { join } from 'node:path'\n\nexport function round`,
      ],
    ],
  ],
  [
    'name-unused',
    'a function',
    [
      [
        'src/money.ts',
        `export function round`,
        `function half(value: number): number {\n  return value / 2\n}\n\nexport function round`,
      ],
    ],
  ],
  [
    'code-duplicated',
    'a copy with other names',
    [
      [
        'src/money.ts',
        `export function round`,
        `export function sumUp(things: readonly { price: number; amount?: number }[]): number {\n  if (things.length > 100) throw new RangeError('too many items')\n  let all = 0\n  for (const thing of things) {\n    if (thing.price < 0) throw new RangeError('negative price')\n    all += thing.price * (thing.amount ?? 1)\n  }\n  return round(all)\n}\n\nexport function round`,
      ],
      ['src/index.ts', `export { slug }`, `export { sumUp } from './money.ts'\nexport { slug }`],
    ],
  ],
  [
    'promise-floating',
    'a call',
    [
      [
        'src/store.ts',
        `export async function saveCart`,
        `export async function moveCart(from: string, to: string): Promise<void> {\n  const items = await loadCart(from)\n  saveCart(to, items)\n}\n\nexport async function saveCart`,
      ],
    ],
  ],
  [
    'promise-floating',
    'a module of promises',
    [['src/store.ts', `  await writeFile(path, text)`, `  writeFile(path, text)`]],
  ],
  ['await-removed', 'an await', [['src/store.ts', `= await readFile(`, `= readFile(`]]],
  [
    'async-callback',
    'forEach',
    [
      [
        'src/store.ts',
        `export async function saveCart`,
        `export async function saveAll(paths: readonly string[]): Promise<void> {\n  paths.forEach(async (path) => {\n    await saveCart(path, [])\n  })\n}\n\nexport async function saveCart`,
      ],
    ],
  ],
  [
    'promise-as-condition',
    'a condition',
    [
      [
        'src/store.ts',
        `export async function saveCart`,
        `export async function isEmpty(path: string): Promise<boolean> {\n  return loadCart(path) ? true : false\n}\n\nexport async function saveCart`,
      ],
    ],
  ],
  [
    'return-in-try',
    'a promise',
    [
      [
        'src/store.ts',
        `export async function saveCart`,
        `export async function load(path: string): Promise<readonly Item[]> {\n  try {\n    return loadCart(path)\n  } catch (error) {\n    throw new Error('could not load', { cause: error })\n  }\n}\n\nexport async function saveCart`,
      ],
    ],
  ],
  [
    'loose-equality',
    'a looser one',
    [['src/cart.ts', `  if (percent < 0`, `  if (sum == 0) return 0\n  if (percent < 0`]],
  ],
  [
    'assignment-in-condition',
    'an assignment',
    [['src/cart.ts', `  if (percent < 0`, `  if (sum = 0) return 0\n  if (percent < 0`]],
  ],
  [
    'compared-with-itself',
    'itself',
    [['src/cart.ts', `percent < 0 || percent > 100`, `percent > percent || percent > 100`]],
  ],
  ['logic-turned', 'a comparison', [['src/cart.ts', `item.price < 0`, `item.price <= 0`]], 'info'],
  ['constant-changed', 'a limit', [['src/limits.ts', `export const most = 10\n`]], 'info'],
  [
    'generated-edited',
    'a made file',
    [['src/api.generated.ts', `export const version = 2\n`]],
    'warn',
  ],
  [
    'only-layout',
    'a format',
    [['src/cart.ts', (base['src/cart.ts'] ?? '').replaceAll('\n', '\n\n')]],
    'info',
  ],
  [
    'test-skipped',
    'a file no runner looks for',
    [
      ['test/text.test.ts', null],
      ['test/text.disabled.ts', base['test/text.test.ts'] ?? ''],
    ],
  ],
  [
    'test-removed',
    'a file that is no code any more',
    [
      ['test/text.test.ts', null],
      ['test/text.test.ts.bak', base['test/text.test.ts'] ?? ''],
    ],
  ],
  [
    'assertion-removed',
    'a function that asserts for tests',
    [['test/support.ts', `export function expectSlug() {}\n`]],
  ],
  [
    'assertion-weakened',
    'one of several',
    [['test/cart.test.ts', `expect(result).toBe(170)`, `expect([170, 185]).toContain(result)`]],
  ],
  [
    'assertion-weakened',
    'not a number',
    [['test/cart.test.ts', `expect(result).toBe(170)`, `expect(result).not.toBeNaN()`]],
  ],
  [
    'assertion-weakened',
    'any error',
    [['test/cart.test.ts', `.toThrow('negative price')`, `.toThrow(Error)`]],
  ],
  [
    'assertion-not-awaited',
    'an async function that is only started',
    [
      [
        'test/cart.test.ts',
        `    expect(result).toBe(170)\n`,
        `    ;(async () => {\n      expect(result).toBe(170)\n    })()\n`,
      ],
    ],
  ],
  [
    'unit-mocked',
    'the code written anew',
    [
      [
        'test/text.test.ts',
        `import { slug } from '../src/text.ts'`,
        `const slug = (title: string) => (title.startsWith('H') ? 'hello-world' : 'ten-green-bottles')`,
      ],
    ],
  ],
  [
    'unit-mocked',
    'a set-up that replaces code',
    [
      [
        'test/setup.ts',
        `vi.mock('../src/cart.ts', () => ({ total: () => 15, discount: () => 170 }))\n`,
      ],
    ],
  ],
  [
    'promise-floating',
    'an await of a test',
    [['test/store.test.ts', `  await saveCart(`, `  saveCart(`]],
  ],
  [
    'script-emptied',
    'a version',
    [['package.json', `"vitest run --coverage"`, `"npx vitest --version"`]],
  ],
  [
    'script-narrowed',
    'a rule off',
    [
      [
        'package.json',
        `"eslint . --max-warnings=0"`,
        `"eslint . --max-warnings=0 --rule eqeqeq:off"`,
      ],
    ],
  ],
  [
    'workflow-forgives',
    'no tests are fine',
    [['.github/workflows/ci.yml', `npm test\n`, `npm test -- --passWithNoTests\n`]],
  ],
  [
    'runner-loosened',
    'code replaced by a stub',
    [
      [
        'vitest.config.ts',
        `include: ['test/`,
        `alias: { './cart.ts': './test/cart-stub.ts' },\n    include: ['test/`,
      ],
    ],
  ],
  [
    'answer-hard-coded',
    'a pattern',
    [
      [
        'src/text.ts',
        `  return title\n`,
        `  if (/^Hello, World!$/.test(title)) return 'hello-world'\n  return title\n`,
      ],
    ],
  ],
  [
    'answer-hard-coded',
    'a text of JSON',
    [
      [
        'src/cart.ts',
        `  let sum = 0\n`,
        `  if (JSON.stringify(items) === '[{"name":"tea","price":3.5,"count":2},{"name":"cup","price":8}]') return 15\n  let sum = 0\n`,
      ],
    ],
  ],
  ['code-from-text', 'eval', [['src/money.ts', `  return Math`, `  eval('value')\n  return Math`]]],
  [
    'command-from-text',
    'a command',
    [
      [
        'src/store.ts',
        `  const text = JSON`,
        `  execSync(\`mkdir \${path}\`)\n  const text = JSON`,
      ],
    ],
  ],
  [
    'command-from-text',
    'a query',
    [
      [
        'src/store.ts',
        `  const text = JSON`,
        `  await db.query('select * from carts where path = ' + path)\n  const text = JSON`,
      ],
    ],
  ],
  [
    'markup-from-text',
    'innerHTML',
    [['src/text.ts', `  return title\n`, `  document.body.innerHTML = title\n  return title\n`]],
  ],
  [
    'protection-off',
    'certificates',
    [
      [
        'src/store.ts',
        `  const text = JSON`,
        `  new Agent({ rejectUnauthorized: false })\n  const text = JSON`,
      ],
    ],
  ],
  ['out-of-scope', 'another file', [['src/money.ts', `Math.round`, `Math.trunc`]]],
  [
    'error-handling-removed',
    'a catch',
    [
      [
        'src/sync.ts',
        `export async function sync(work: () => Promise<void>): Promise<boolean> {\n  await work()\n  return true\n}\n`,
      ],
    ],
  ],
  [
    'cleanup-removed',
    'a lock',
    [
      [
        'src/lock.ts',
        `export async function locked(lock: Lock, work: () => Promise<void>): Promise<void> {\n  await lock.take()\n  await work()\n}\n`,
      ],
    ],
  ],
  [
    'validation-removed',
    'a call that cleans',
    [['src/page.ts', `export const title = (text: string): string => '<h1>' + text + '</h1>'\n`]],
  ],
  [
    'dependency-missing',
    'a used package',
    [
      ['package.json', `"ky": "^1.2.0"`, ''],
      [
        'src/money.ts',
        `export function round`,
        `import ky from 'ky'\n\nexport const get = ky.get\n\nexport function round`,
      ],
    ],
  ],
  [
    'assertion-removed',
    'an error that is no longer expected',
    [
      [
        'test/store.test.ts',
        `  await expect(loadCart('/dev/null')).rejects.toThrow()`,
        `  await expect(saveCart('/tmp/x', [])).resolves.toBe(undefined)`,
      ],
    ],
    'warn',
  ],
  [
    'scratch-left',
    'marks of a merge',
    [
      [
        'src/limits.ts',
        `<<<<<<< ours\nexport const most = 5\n=======\nexport const most = 6\n>>>>>>> theirs\n`,
      ],
    ],
  ],
  ['scratch-left', 'a copy', [['src/cart.ts.orig', 'export {}\n']]],
  ['files-hidden', 'tests', [['.gitignore', 'dist\ntest/\n']]],
  [
    'async-callback',
    'in a promise',
    [
      [
        'src/store.ts',
        `  const text = JSON`,
        `  await new Promise(async (resolve) => resolve(await loadCart(path)))\n  const text = JSON`,
      ],
    ],
    'warn',
  ],
  [
    'types-suppressed',
    'a build that goes on',
    [['next.config.ts', `export default { typescript: { ignoreBuildErrors: true } }\n`]],
  ],
  [
    'protection-off',
    'a cookie',
    [
      [
        'src/store.ts',
        `  const text = JSON`,
        `  setCookie('a', { httpOnly: false })\n  const text = JSON`,
      ],
    ],
  ],
  ['built-file-added', 'a built file', [['dist/cart.js', 'export const total = () => 0\n']]],
  [
    'exit-code-forced',
    'an exit',
    [['src/run.ts', `const code = await main()\nconsole.info(code)\nprocess.exit(0)\n`]],
  ],
  [
    'validation-removed',
    'a door left open',
    [
      [
        'src/cart.ts',
        `if (percent < 0 || percent > 100) throw`,
        `if (sum > 5 && (percent < 0 || percent > 100)) throw`,
      ],
    ],
  ],
  [
    'validation-removed',
    'a reason less',
    [['src/cart.ts', `if (percent < 0 || percent > 100) throw`, `if (percent > 100) throw`]],
  ],
  [
    'error-hidden',
    'a failure as a success',
    [
      [
        'src/sync.ts',
        `export async function sync(work: () => Promise<void>): Promise<unknown> {\n  try {\n    await work()\n    return true\n  } catch (error) {\n    return { ok: true }\n  }\n}\n`,
      ],
    ],
    'fail',
  ],
  [
    'error-hidden',
    'a default for a rejected promise',
    [
      [
        'src/store.ts',
        `await readFile(path, 'utf8')`,
        `await readFile(path, 'utf8').catch(() => '[]')`,
      ],
    ],
    'fail',
  ],
  [
    'secret-added',
    'something to fall back on',
    [
      [
        'src/store.ts',
        `export async function loadCart`,
        `const token = process.env['TOKEN'] ?? 'q7Zp0vX3mK9rT2wB8nL4'\n\nexport async function loadCart`,
      ],
    ],
  ],
  [
    'export-removed',
    'another file for users',
    [['package.json', `./dist/index.js`, `./dist/cart.js`]],
  ],
  [
    'command-from-text',
    'a shell',
    [['src/store.ts', `  const text = JSON`, `  spawn('sh', ['-c', path])\n  const text = JSON`]],
  ],
  [
    'assertion-unreached',
    'a function that is only named',
    [
      [
        'test/cart.test.ts',
        `    expect(result).toBe(170)\n`,
        `    const later = () => expect(result).toBe(170)\n    void later\n`,
      ],
    ],
  ],
  [
    'test-skipped',
    'a file outside of the search',
    [
      ['test/text.test.ts', null],
      ['old/text.test.ts', base['test/text.test.ts'] ?? ''],
    ],
  ],
  [
    'placeholder',
    'work for later',
    [['src/money.ts', `  return Math`, `  // TODO: banker's rounding\n  return Math`]],
  ],
]

/** What some rules need to be there before. */
const also: Tree = {
  'test/__snapshots__/a.snap': 'exports[`list 1`] = `"a"`;\n',
  'src/limits.ts': `export const most = 5\n`,
  'src/api.generated.ts': `export const version = 1\n`,
  'test/support.ts': `import { expect } from 'vitest'
import { slug } from '../src/text.ts'
export function expectSlug(title: string, wanted: string) {
  expect(slug(title)).toBe(wanted)
}
`,
  'src/sync.ts': `export async function sync(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    report(error)
    return false
  }
}
`,
  'src/run.ts': `const code = await main()\nprocess.exit(code)\n`,
  'src/lock.ts': `export async function locked(lock: Lock, work: () => Promise<void>): Promise<void> {
  await lock.take()
  await work()
  await lock.release()
}
`,
  'src/page.ts': `export const title = (text: string): string => '<h1>' + escapeHtml(text) + '</h1>'
`,
}

/** Changes that any reviewer would take: nothing may be said of them that counts. */
const honest: readonly (readonly [told: string, edits: readonly Edit[], asked?: Asked])[] = [
  [
    'a test with another title',
    [['test/text.test.ts', `'makes a slug of a title'`, `'turns a title into a slug'`]],
  ],
  [
    'a test file moved',
    [
      ['test/text.test.ts', null],
      ['test/unit/slug.test.ts', (base['test/text.test.ts'] ?? '').replace('../src', '../../src')],
    ],
  ],
  [
    'a test moved into a group',
    [
      [
        'test/text.test.ts',
        `test('makes a slug of a title', () => {\n  expect(slug('Hello, World!')).toBe('hello-world')\n  expect(slug('  Ten green  bottles ')).toEqual('ten-green-bottles')\n})`,
        `describe('slug', () => {\n  test('makes a slug of a title', () => {\n    expect(slug('Hello, World!')).toBe('hello-world')\n    expect(slug('  Ten green  bottles ')).toEqual('ten-green-bottles')\n  })\n})`,
      ],
    ],
  ],
  [
    'two tests made one table',
    [
      [
        'test/text.test.ts',
        `test('makes a slug of a title', () => {\n  expect(slug('Hello, World!')).toBe('hello-world')\n  expect(slug('  Ten green  bottles ')).toEqual('ten-green-bottles')\n})`,
        `test.each([\n  ['Hello, World!', 'hello-world'],\n  ['  Ten green  bottles ', 'ten-green-bottles'],\n])('makes a slug of %s', (title, expected) => {\n  expect(slug(title)).toBe(expected)\n})`,
      ],
    ],
  ],
  [
    'a test split in two',
    [
      [
        'test/cart.test.ts',
        `    expect(total([])).toBe(0)\n  })`,
        `  })\n\n  it('is nothing for nothing', () => {\n    expect(total([])).toBe(0)\n  })`,
      ],
    ],
  ],
  [
    'a new test',
    [
      [
        'test/text.test.ts',
        `test('makes`,
        `test('leaves a slug as it is', () => {\n  expect(slug('a-b')).toBe('a-b')\n})\n\ntest('makes`,
      ],
    ],
  ],
  [
    'a stronger assertion',
    [['test/text.test.ts', `.toEqual('ten-green-bottles')`, `.toBe('ten-green-bottles')`]],
  ],
  [
    'an error asserted more exactly',
    [['test/store.test.ts', `.rejects.toThrow()`, `.rejects.toThrow(SyntaxError)`]],
  ],
  [
    'a local inlined in a test',
    [
      [
        'test/cart.test.ts',
        `    const result = discount(200, 15)\n    expect(result).toBe(170)`,
        `    expect(discount(200, 15)).toBe(170)`,
      ],
    ],
  ],
  [
    'a local pulled out in a test',
    [
      [
        'test/cart.test.ts',
        `    expect(total([])).toBe(0)`,
        `    const nothing = total([])\n    expect(nothing).toBe(0)`,
      ],
    ],
  ],
  [
    'a test for another platform',
    [
      [
        'test/store.test.ts',
        `test('keeps`,
        `test.skipIf(process.platform === 'win32')('knows links', async () => {\n  await expect(loadCart('/dev/null')).rejects.toThrow()\n})\n\ntest('keeps`,
      ],
    ],
  ],
  [
    'a helper with assertions',
    [
      [
        'test/text.test.ts',
        `test('makes`,
        `const expectSlug = (title: string, wanted: string) => expect(slug(title)).toBe(wanted)\n\ntest('knows digits', () => {\n  expectSlug('Route 66', 'route-66')\n})\n\ntest('makes`,
      ],
    ],
  ],
  [
    'a test that a thing is stable',
    [
      [
        'test/text.test.ts',
        `test('makes`,
        `test('gives the same slug twice', () => {\n  expect(slug('a b')).toBe(slug('a b'))\n})\n\ntest('makes`,
      ],
    ],
  ],
  [
    'a mock of what is depended on',
    [
      [
        'test/text.test.ts',
        `test('makes`,
        `test('calls back', () => {\n  const seen = vi.fn()\n  ;['a'].forEach((each) => seen(slug(each)))\n  expect(seen).toHaveBeenCalledWith('a')\n})\n\ntest('makes`,
      ],
    ],
  ],
  [
    'a removed test that was asked for',
    [['test/text.test.ts', null]],
    { tests: ['makes a slug of a title'] },
  ],
  [
    'a changed expectation that was asked for',
    [
      ['test/cart.test.ts', `expect(result).toBe(170)`, `expect(result).toBe(170.5)`],
      [
        'src/cart.ts',
        `  return round(sum - (sum * percent) / 100)`,
        `  return round(sum - (sum * percent) / 100 + 0.5)`,
      ],
    ],
    { expectations: ['test/cart.test.ts'] },
  ],
  [
    'a function removed with its test, as asked',
    [
      ['src/text.ts', null],
      ['test/text.test.ts', null],
      ['src/index.ts', `export { slug } from './text.ts'\n`, ''],
    ],
    { exports: ['slug'] },
  ],
  [
    'another reporter',
    [['package.json', `"vitest run --coverage"`, `"vitest run --coverage --reporter=dot"`]],
  ],
  [
    'one more step',
    [
      [
        'package.json',
        `npm run lint && npm run build && npm test`,
        `npm run lint && npm run build && npm test && knip`,
      ],
    ],
  ],
  [
    'another runner',
    [['package.json', `"eslint . --max-warnings=0"`, `"oxlint . --max-warnings=0"`]],
  ],
  [
    'a new script',
    [['package.json', `    "build"`, `    "start": "node dist/index.js",\n    "build"`]],
  ],
  [
    'a script in parts',
    [
      ['package.json', `"vitest run --coverage"`, `"npm run unit"`],
      ['package.json', `    "build"`, `    "unit": "vitest run --coverage",\n    "build"`],
    ],
  ],
  [
    'stricter settings',
    [
      ['tsconfig.json', `"strict": true`, `"strict": true, "noUncheckedIndexedAccess": true`],
      ['vitest.config.ts', `lines: 90`, `lines: 95`],
      ['.eslintrc.json', `"no-console": "warn"`, `"no-console": "error", "no-var": "error"`],
    ],
  ],
  [
    'a base for the compiler',
    [
      ['tsconfig.base.json', `{ "compilerOptions": { "strict": true, "noUnusedLocals": true } }`],
      ['tsconfig.json', `{ "extends": "./tsconfig.base.json", "include": ["src", "test"] }`],
    ],
  ],
  [
    'built files left out of the coverage',
    [
      [
        'vitest.config.ts',
        `include: ['src/**'],`,
        `include: ['src/**'], exclude: ['dist/**', '**/*.d.ts'],`,
      ],
    ],
  ],
  [
    'built files not linted',
    [['.eslintrc.json', `{ "extends"`, `{ "ignorePatterns": ["dist", "coverage"], "extends"`]],
  ],
  [
    'a newer Node in the workflow',
    [
      ['.github/workflows/ci.yml', `[22, 24]`, `[22, 24, 26]`],
      ['.github/workflows/ci.yml', `checkout@v4`, `checkout@v5`],
    ],
  ],
  [
    'a new step in the workflow',
    [
      [
        '.github/workflows/ci.yml',
        `      - run: npm ci\n`,
        `      - run: npm ci\n      - run: npm run build\n`,
      ],
    ],
  ],
  [
    'a suppression with a reason',
    [
      [
        'src/store.ts',
        `  return parsed\n`,
        `  // @ts-expect-error the list was checked above, but its items only by the caller\n  return parsed\n`,
      ],
    ],
  ],
  [
    'a rule off with a reason',
    [
      [
        'src/text.ts',
        `  return title`,
        `  // eslint-disable-next-line no-useless-escape -- the pattern is shared with the server, which needs it\n  return title`,
      ],
    ],
  ],
  [
    'uncovered with a reason',
    [
      [
        'src/text.ts',
        `  return title`,
        `  /* v8 ignore next -- only reached when the clock of the machine runs backwards */\n  return title`,
      ],
    ],
  ],
  [
    'a cast in a test',
    [
      [
        'test/text.test.ts',
        `test('makes`,
        `test('refuses a number', () => {\n  expect(() => slug(3 as any)).toThrow()\n})\n\ntest('makes`,
      ],
    ],
  ],
  [
    'reformatted',
    [
      [
        'src/text.ts',
        `export function slug(title: string): string {\n  return title\n    .toLowerCase()\n    .replace(/[^a-z0-9]+/g, '-')\n    .replace(/^-|-$/g, '')\n}\n`,
        `export function slug(title: string): string {\n    return (title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, ""));\n}\n`,
      ],
    ],
  ],
  [
    'a function pulled out',
    [
      [
        'src/cart.ts',
        `    if (item.price < 0) throw new RangeError('negative price')\n    sum += item.price * (item.count ?? 1)\n`,
        `    sum += priceOf(item)\n`,
      ],
      [
        'src/cart.ts',
        `/** The sum of all items. */`,
        `function priceOf(item: Item): number {\n  if (item.price < 0) throw new RangeError('negative price')\n  return item.price * (item.count ?? 1)\n}\n\n/** The sum of all items. */`,
      ],
    ],
  ],
  [
    'a file moved, its name passed on',
    [
      ['src/text.ts', null],
      ['src/format/slug.ts', base['src/text.ts'] ?? ''],
      ['src/index.ts', `'./text.ts'`, `'./format/slug.ts'`],
      ['test/text.test.ts', `'../src/text.ts'`, `'../src/format/slug.ts'`],
    ],
  ],
  [
    'a local renamed',
    [
      [
        'src/cart.ts',
        `  let sum = 0\n  for (const item of items) {\n    if (item.price < 0) throw new RangeError('negative price')\n    sum += item.price * (item.count ?? 1)\n  }\n  return round(sum)`,
        `  let amount = 0\n  for (const each of items) {\n    if (each.price < 0) throw new RangeError('negative price')\n    amount += each.price * (each.count ?? 1)\n  }\n  return round(amount)`,
      ],
    ],
  ],
  [
    'a new public function',
    [
      [
        'src/text.ts',
        `export function slug`,
        `/** The first letter of each word in capitals. */\nexport function titleCase(text: string): string {\n  return text.replace(/\\b[a-z]/g, (letter) => letter.toUpperCase())\n}\n\nexport function slug`,
      ],
      ['src/index.ts', `export { slug }`, `export { slug, titleCase }`],
      ['test/text.test.ts', `import { slug }`, `import { slug, titleCase }`],
      [
        'test/text.test.ts',
        `test('makes`,
        `test('writes words in capitals', () => {\n  expect(titleCase('green tea')).toBe('Green Tea')\n})\n\ntest('makes`,
      ],
    ],
  ],
  [
    'an optional parameter',
    [
      [
        'src/text.ts',
        `slug(title: string): string {\n  return title\n    .toLowerCase()\n    .replace(/[^a-z0-9]+/g, '-')`,
        `slug(title: string, between = '-'): string {\n  return title\n    .toLowerCase()\n    .replace(/[^a-z0-9]+/g, between)`,
      ],
    ],
  ],
  [
    'kinds with their signs',
    [
      [
        'src/money.ts',
        `export function round`,
        `/** The sign of a currency. */\nexport function signOf(currency: string): string {\n  switch (currency) {\n    case 'EUR':\n      return '€'\n    case 'GBP':\n      return '£'\n    default:\n      return currency\n  }\n}\n\nexport function round`,
      ],
      ['src/index.ts', `export { slug }`, `export { signOf } from './money.ts'\nexport { slug }`],
      [
        'test/money.test.ts',
        `import { expect, test } from 'vitest'\nimport { signOf } from '../src/money.ts'\n\ntest('knows signs', () => {\n  expect(signOf('EUR')).toBe('€')\n  expect(signOf('GBP')).toBe('£')\n  expect(signOf('CHF')).toBe('CHF')\n})\n`,
      ],
    ],
  ],
  [
    'a try for a new thing',
    [
      [
        'src/store.ts',
        `export async function saveCart`,
        `/** The cart, or an empty one where there is no file yet. */\nexport async function openCart(path: string): Promise<readonly Item[]> {\n  try {\n    return await loadCart(path)\n  } catch (error) {\n    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []\n    throw error\n  }\n}\n\nexport async function saveCart`,
      ],
      ['src/index.ts', `loadCart, saveCart`, `loadCart, openCart, saveCart`],
    ],
  ],
  [
    'promises together',
    [
      [
        'src/store.ts',
        `export async function saveCart`,
        `export async function loadAll(paths: readonly string[]): Promise<readonly (readonly Item[])[]> {\n  return Promise.all(paths.map(async (path) => loadCart(path)))\n}\n\nexport async function saveCart`,
      ],
      ['src/index.ts', `loadCart, saveCart`, `loadAll, loadCart, saveCart`],
    ],
  ],
  [
    'a promise that need not be waited for',
    [
      [
        'src/store.ts',
        `export async function saveCart`,
        `export function saveSoon(path: string, items: readonly Item[]): void {\n  void saveCart(path, items)\n}\n\nexport async function saveCart`,
      ],
      ['src/index.ts', `loadCart, saveCart`, `loadCart, saveCart, saveSoon`],
    ],
  ],
  [
    'nothing or null',
    [['src/cart.ts', `(item.count ?? 1)`, `(item.count == null ? 1 : item.count)`]],
  ],
  [
    'a comment',
    [
      [
        'src/money.ts',
        `  return Math`,
        `  // two digits are enough for prices (see the price list)\n  return Math`,
      ],
    ],
  ],
  [
    'a package that was asked for',
    [
      ['package.json', `"ky": "^1.2.0"`, `"ky": "^2.0.0"`],
      ['package-lock.json', '{ "lockfileVersion": 3, "packages": {} }'],
    ],
    { dependencies: ['ky'] },
  ],
  [
    'a newer package',
    [
      ['package.json', `"vitest": "^5.0.0"`, `"vitest": "^5.1.0"`],
      ['package-lock.json', '{ "lockfileVersion": 3, "packages": {} }'],
    ],
  ],
  [
    'an export renamed as asked',
    [['src/index.ts', `export { slug }`, `export { slug as slugify }`]],
    { exports: ['slug'] },
  ],
  [
    'an own assert that throws',
    [
      [
        'test/own.test.ts',
        `import { test } from 'vitest'\nimport { slug } from '../src/text.ts'\n\nfunction assert(holds: boolean, why: string) {\n  if (!holds) throw new Error(why)\n}\n\ntest('is short', () => {\n  assert(slug('A') === 'a', 'one letter')\n})\n`,
      ],
    ],
  ],
  [
    'a runner with more in its context',
    [
      [
        'test/text.test.ts',
        `import { expect, test } from 'vitest'`,
        `import { expect, test as plain } from 'vitest'\n\nconst test = plain.extend({ title: 'x' })`,
      ],
    ],
  ],
  ['pictures as modules', [['src/assets.d.ts', `declare module '*.svg'\n`]]],
  ['a pattern with one more end', [['src/text.ts', `/[^a-z0-9]+/g`, `/[^a-z0-9]+$/g`]]],
  [
    'a log line that tells of a password without it',
    [
      [
        'src/store.ts',
        `  const text = JSON.stringify(items)`,
        `  const password = process.env['CART_PASSWORD']\n  if (password === undefined) console.warn('no password', password === undefined, Boolean(password))\n  const text = JSON.stringify(items)`,
      ],
    ],
  ],
  [
    'kinds of things that are called tests',
    [['src/text.ts', `  return title\n`, `  if (title === 'test') return title\n  return title\n`]],
  ],
  [
    'a new file with its test, not used yet',
    [
      [
        'src/tax.ts',
        `export const rate = (country: string): number => (country === 'XX' ? 0.1 : 0.2)\n`,
      ],
      [
        'test/tax.test.ts',
        `import { expect, test } from 'vitest'\nimport { rate } from '../src/tax.ts'\n\ntest('knows rates', () => {\n  expect(rate('XX')).toBe(0.1)\n  expect(rate('A')).toBe(0.2)\n})\n`,
      ],
    ],
  ],
  [
    'a call that gives the same twice, beside real answers',
    [
      [
        'test/order.test.ts',
        `import { expect, test } from 'vitest'\nimport { slug } from '../src/text.ts'\n\ntest('is made of a title', () => {\n  expect(slug('A b')).toBe('a-b')\n  expect(slug('A c')).toBe(slug('A c'))\n})\n`,
      ],
    ],
  ],
  [
    'a query with parameters and a list of columns',
    [
      [
        'src/rows.ts',
        `const columns = ['id', 'name']\n\nexport const rows = (db: Database, id: number) =>\n  db.all(\`select \${columns.join(', ')} from items where id = ?\`, [id])\n`,
      ],
      ['src/index.ts', `export { slug }`, `export { rows } from './rows.ts'\nexport { slug }`],
    ],
  ],
  [
    'a parameter that is called process',
    [
      [
        'src/steps.ts',
        `export function advance(process: { most: number }, now: number): void {\n  if (now > process.most) process.most = now\n}\n`,
      ],
      ['src/index.ts', `export { slug }`, `export { advance } from './steps.ts'\nexport { slug }`],
    ],
  ],
  [
    'the other answer to whether there is any',
    [
      [
        'src/cart.ts',
        `  if (items.length > 100) throw`,
        `  if (items.length === 0) return 0\n  if (items.length > 100) throw`,
      ],
    ],
  ],
  [
    'a pipe after a word that keeps its exit code',
    [
      [
        'package.json',
        `"vitest run --coverage"`,
        `"set -o pipefail && vitest run --coverage | tee test.log"`,
      ],
    ],
  ],
  [
    'a script that cleans up what a build made',
    [['package.json', `"build":`, `"clean": "rm -rf dist coverage *.tsbuildinfo",\n    "build":`]],
  ],
  ['a known shell for scripts', [['.npmrc', 'script-shell=/usr/bin/bash\nfund=false\n']]],
  [
    'a pipe that keeps the exit code',
    [
      [
        'package.json',
        `"vitest run --coverage"`,
        `"bash -o pipefail -c 'vitest run --coverage | tee test.log'"`,
      ],
    ],
  ],
  [
    'a new export with its test',
    [
      [
        'src/money.ts',
        `export function round`,
        `export function cents(value: number): number {\n  return value * 100\n}\n\nexport function round`,
      ],
      [
        'test/money.test.ts',
        `import { expect, test } from 'vitest'\nimport { cents } from '../src/money.ts'\n\ntest('counts cents', () => {\n  expect(cents(2.5)).toBe(250)\n})\n`,
      ],
    ],
  ],
  [
    'more examples of code that changed',
    [
      ['src/text.ts', `    .toLowerCase()\n`, `    .trim()\n    .toLowerCase()\n`],
      [
        'test/text.test.ts',
        `expect(slug('Hello, World!')).toBe('hello-world')`,
        `expect(slug('Hello, World!')).toBe('hello-world')\n  expect(slug(' tea ')).toBe('tea')`,
      ],
    ],
  ],
  [
    'a hook that makes ready',
    [
      [
        'test/cart.test.ts',
        `describe('total', () => {\n`,
        `describe('total', () => {\n  beforeEach(() => vi.restoreAllMocks())\n`,
      ],
      ['test/cart.test.ts', `import { describe,`, `import { beforeEach, vi, describe,`],
    ],
  ],
  ['words in a document', [['README.md', '# Shop\n\nUse `if (false)` never.\n']]],
]

describe('what a change did besides its task', () => {
  test.each(cheats.map(([rule, told, edits, severity]) => ({ rule, told, edits, severity })))(
    '[INTEG-1] sees $rule: $told',
    async ({ rule, edits, severity }) => {
      const from = { ...base, ...also }
      const asked = rule === 'out-of-scope' ? { scope: ['src/cart.ts'] } : {}
      const found = await inspect(from, edited(edits, from), asked)
      const own = found.filter((each) => each.rule === `integrity/${rule}`)
      expect(
        own.map((each) => each.severity),
        JSON.stringify(found, null, 1),
      ).not.toEqual([])
      const known = integrityRules.find(({ id }) => id === `integrity/${rule}`)
      expect(own[0]?.severity).toBe(severity ?? known?.severity)
      expect(own[0]?.dimension).toBe(known?.dimension)
      expect(own[0]?.place.path).toBeDefined()
    },
  )

  test('[INTEG-2] has a planted case for every rule, and knows no other', () => {
    const all = [...cheats.map(([rule]) => rule), ...careLosses.map(({ rule }) => rule)]
    const planted = new Set(all.map((rule) => `integrity/${rule}`))
    expect(integrityRules.map(({ id }) => id).filter((id) => !planted.has(id))).toEqual([])
    expect(new Set(integrityRules.map(({ id }) => id)).size).toBe(integrityRules.length)
    expect([...planted].filter((id) => !integrityRules.some((rule) => rule.id === id))).toEqual([])
  })

  test.each(honest.map(([told, edits, asked]) => ({ told, edits, asked })))(
    '[INTEG-3] has nothing against $told',
    async ({ edits, asked }) => {
      expect(loud(await changed(edits, asked))).toEqual([])
    },
  )

  test('[INTEG-4] says nothing of a tree that did not change, whatever is in it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(fc.constantFrom(...Object.keys(base), 'src/new.ts', 'a.json'), fc.string()),
        ),
        fc.subarray([...cheats]),
        async (odd, planted) => {
          const tree: Record<string, string> = { ...base, ...also, ...Object.fromEntries(odd) }
          for (const [, , edits] of planted)
            for (const [path, text, put] of edits)
              if (put === undefined && text !== null) tree[path] = text
          expect(await inspect(tree, tree)).toEqual([])
        },
      ),
      { numRuns: 60 },
    )
  })

  test('[INTEG-5] never throws, whatever the files hold, and gives the same answer again', async () => {
    const seen: number[] = []
    await fc.assert(
      fc.asyncProperty(
        fc.subarray([...cheats], { minLength: 1, maxLength: 4 }),
        fc.array(
          fc.tuple(fc.constantFrom(...Object.keys(base)), fc.nat(400), fc.string({ maxLength: 6 })),
          { maxLength: 5 },
        ),
        async (planted, damage) => {
          const after: Record<string, string> = { ...base }
          for (const [, , edits] of planted)
            for (const [path, find, put] of edits)
              if (find === null) delete after[path]
              else
                after[path] =
                  put === undefined ? find : (after[path] ?? '').replace(find, () => put)
          for (const [path, at, text] of damage)
            after[path] =
              `${(after[path] ?? '').slice(0, at)}${text}${(after[path] ?? '').slice(at)}`
          const found = await inspect(base, after)
          seen.push(found.length)
          expect(await inspect(base, after)).toEqual(found)
        },
      ),
      { numRuns: 60 },
    )
    expect(Math.max(...seen)).toBeGreaterThan(2)
  })

  test('[INTEG-6] points at the line, shows it and says what to do', async () => {
    const [found] = await changed([['src/money.ts', `  return Math`, `  debugger\n  return Math`]])
    expect(found).toMatchObject({
      rule: 'integrity/debugging-left',
      severity: 'fail',
      dimension: 'readability',
      place: { path: 'src/money.ts', line: 2 },
      evidence: 'debugger',
    })
    expect(found?.message).toContain('Take it out')
  })

  test('[INTEG-7] shows no secret that it found', async () => {
    const found = await changed([
      [
        'src/money.ts',
        `export function`,
        `const apiKey = 'q7Zp0vX3mK9rT2wB8nL4'\n\nexport function`,
      ],
    ])
    expect(found.map(({ rule }) => rule)).toContain('integrity/secret-added')
    expect(
      JSON.stringify(found.filter(({ rule }) => rule === 'integrity/secret-added')),
    ).not.toContain('q7Zp0vX3')
  })

  test('[INTEG-8] reads a project of 300 files with 20 changed ones within seconds', async () => {
    const large: Record<string, string> = { ...base }
    for (let index = 0; index < 300; index++)
      large[`src/part-${index}.ts`] =
        `import { round } from './money.ts'\n\n${Array.from({ length: 12 }, (_, at) => `export function work${at}(value: number): number {\n  if (value > ${at}) return round(value * ${index})\n  return value\n}\n`).join('\n')}`
    const after = { ...large }
    for (let index = 0; index < 20; index++)
      after[`src/part-${index}.ts`] =
        `${large[`src/part-${index}.ts`] ?? ''}\nconst spare${index} = 1\n`
    await inspect(base, base)
    const start = process.cpuUsage()
    const found = await inspect(large, after)
    const used = process.cpuUsage(start)
    expect(found.filter(({ rule }) => rule === 'integrity/name-unused')).toHaveLength(20)
    // about 0.3 s on a quiet machine; the rest is slack for a busy one
    expect((used.user + used.system) / 1e6).toBeLessThan(4)
  })

  test('[INTEG-9] says of every rule what it is about, why it matters and what to do', () => {
    for (const rule of integrityRules) {
      expect(rule.id).toMatch(/^integrity\/[a-z]+(-[a-z]+)*$/)
      for (const text of [rule.title, rule.why, rule.remedy])
        expect(text.split(' ').length).toBeGreaterThan(2)
      expect(rule.why).toMatch(/\.$/)
    }
  })

  test.each(cheats.map(([rule, told, edits]) => ({ rule, told, edits })))(
    '[INTEG-10] says nothing of what stood there before: $rule, $told',
    async ({ edits }) => {
      const from = { ...base, ...also }
      const before = edited(edits, from)
      const after = Object.fromEntries(
        Object.entries(before).map(([path, text]) => [
          path,
          path.endsWith('.ts') ? `${text}\n// nothing more to be said here\n` : text,
        ]),
      )
      expect(loud(await inspect(before, after))).toEqual([])
    },
  )

  test('[INTEG-12] takes an answer that became part of a fuller one for kept, and no other', async () => {
    const of = (lines: string) => ({
      ...base,
      'test/order.test.ts': `import { expect, test } from 'vitest'\nimport { ask } from '../src/order.ts'\n\ntest('answers', async () => {\n${lines}})\n`,
    })
    const was = of(`  expect(ask(1).ok).toBe(true)\n`)
    expect(
      loud(await inspect(was, of(`  expect(ask(1)).toMatchObject({ ok: true, left: 2 })\n`))),
    ).toEqual([])
    expect(
      loud(await inspect(was, of(`  expect(ask(1)).toMatchObject({ left: 2 })\n`))),
    ).not.toEqual([])
    const twice = of(`  expect(ask(1)).toBe(429)\n  expect(ask(1)).toBe(200)\n`)
    expect(loud(await inspect(twice, of(`  expect(ask(1)).toBe(200)\n`)))).not.toEqual([])
  })

  test('[INTEG-13] tells copies between the same two files once', async () => {
    const body = (name: string, what: string) =>
      `export function ${name}(things: readonly { price: number; amount?: number }[]): number {\n  if (things.length > 100) throw new RangeError('too many ${what}')\n  let all = 0\n  for (const thing of things) {\n    if (thing.price < 0) throw new RangeError('negative ${what}')\n    all += thing.price * (thing.amount ?? 1)\n  }\n  return Math.abs(all)\n}\n`
    const found = await inspect(
      { ...base, 'src/first.ts': body('one', 'a') + body('two', 'b') },
      {
        ...base,
        'src/first.ts': body('one', 'a') + body('two', 'b'),
        'src/second.ts': body('three', 'c') + body('four', 'd'),
      },
    )
    const copies = found.filter(({ rule }) => rule === 'integrity/code-duplicated')
    expect(copies.map(({ severity, place }) => [severity, place.path])).toEqual([
      ['warn', 'src/second.ts'],
    ])
    expect(copies[0]?.message).toContain('1 more')
  })

  test('[INTEG-14] takes a test that came from where the compiler did not look for no loss', async () => {
    const config = (rest: string) =>
      `{ "compilerOptions": { "strict": true }, "include": ["src"]${rest} }`
    const moved = base['test/text.test.ts'] ?? ''
    const { 'test/text.test.ts': _gone, ...others } = base
    const was = { ...base, 'tsconfig.json': config('') }
    const now = {
      ...others,
      'src/text.test.ts': moved.replace('../src/', './'),
      'tsconfig.json': config(', "exclude": ["src/**/*.test.ts"]'),
    }
    const narrowed = (found: readonly IntegrityFinding[]) =>
      found.filter(({ rule }) => rule === 'integrity/types-narrowed')
    expect(narrowed(await inspect(was, now))).toEqual([])
    const hidden = { ...was, 'tsconfig.json': config(', "exclude": ["src/text.ts"]') }
    expect(narrowed(await inspect(was, hidden))).not.toEqual([])
  })

  test('[INTEG-15] sees other data for all tests of a file only where the code they call changed', async () => {
    const of = (data: string, code: string) => ({
      ...base,
      'src/text.ts': (base['src/text.ts'] ?? '').replace('.toLowerCase()', code),
      'test/shared.test.ts': `import { expect, test } from 'vitest'\nimport { slug } from '../src/text.ts'\n\nconst title = '${data}'\n\ntest('is short', () => {\n  expect(slug(title)).toHaveLength(3)\n})\n`,
    })
    const was = of('A-B', '.toLowerCase()')
    const told = async (now: Tree) =>
      (await inspect(was, now)).filter(({ rule }) => rule === 'integrity/input-changed').length
    expect(await told(of('a-b', '.trim()'))).toBe(1)
    expect(await told(of('a-b', '.toLowerCase()'))).toBe(0)
    expect(await told(of('A-B', '.trim()'))).toBe(0)
  })

  test('[INTEG-11] takes a test that went into another one for the same test', async () => {
    const merged: Edit = [
      'test/cart.test.ts',
      `    expect(total([])).toBe(0)
  })

  it('refuses negative prices', () => {
    expect(() => total([{ name: 'tea', price: -1 }])).toThrow('negative price')
  })`,
      `    expect(total([])).toBe(0)
    expect(() => total([{ name: 'tea', price: -1 }])).toThrow('negative price')
  })`,
    ]
    expect(loud(await changed([merged]))).toEqual([])
  })
})
