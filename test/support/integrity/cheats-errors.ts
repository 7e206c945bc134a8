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
    'error',
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
    'error',
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
    'error',
  ],
  ['await-removed', 'an await', [['src/store.ts', `= await readFile(`, `= readFile(`]]],
]
