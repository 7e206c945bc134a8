import type { Cheat } from './case.ts'

/** Promises nobody waits for, and comparisons that go wrong. */
export const promisesCheats: readonly Cheat[] = [
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
    'promise-floating',
    'an await of a test',
    [['test/store.test.ts', `  await saveCart(`, `  saveCart(`]],
  ],
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
  ['await-removed', 'an await', [['src/store.ts', `= await readFile(`, `= readFile(`]]],
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
]
