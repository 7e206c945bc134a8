import type { Edit, Tree } from './case.ts'

/** A small project with tests, settings and a pipeline. */
export const base: Tree = {
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

/** What some rules need to be there before. */
export const also: Tree = {
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

export function edited(edits: readonly Edit[], from: Tree = base): Tree {
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
