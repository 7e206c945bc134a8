import type { CareChange } from './care-tree.ts'

/** Changes that lose the care of the project. */
export const careLosses: readonly (CareChange & { readonly rule: string })[] = [
  {
    rule: 'error-hidden',
    told: 'an error that is logged and answered with nothing',
    edits: [
      [
        'src/entries.ts',
        `  const text = await readFile(path, 'utf8')\n`,
        `  let text: string\n  try {\n    text = await readFile(path, 'utf8')\n  } catch (error) {\n    process.stderr.write(String(error))\n    return []\n  }\n`,
      ],
    ],
  },
]
