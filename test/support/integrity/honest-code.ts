import type { HonestChange } from './case.ts'
import { base } from './shop.ts'

/** Changes of code that any reviewer would take. */
export const honestCode: readonly HonestChange[] = [
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
    'an export renamed as asked',
    [['src/index.ts', `export { slug }`, `export { slug as slugify }`]],
    { exports: ['slug'] },
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
  ['words in a document', [['README.md', '# Shop\n\nUse `if (false)` never.\n']]],
]
