import type { Cheat } from './case.ts'

/** Errors that are lost, and checks that let more through. */
export const errorsCheats: readonly Cheat[] = [
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
    'exit-code-forced',
    'an exit',
    [['src/run.ts', `const code = await main()\nconsole.info(code)\nprocess.exit(0)\n`]],
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
  ['await-removed', 'an await', [['src/store.ts', `= await readFile(`, `= readFile(`]]],
]
