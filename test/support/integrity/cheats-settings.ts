import type { Cheat } from './case.ts'

/** Settings made looser, and comments that silence a tool. */
export const settingsCheats: readonly Cheat[] = [
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
  ['lint-rule-off', 'no settings', [['.eslintrc.json', null]]],
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
    'types-suppressed',
    'a build that goes on',
    [['next.config.ts', `export default { typescript: { ignoreBuildErrors: true } }\n`]],
  ],
  ['modules-untyped', 'all modules at once', [['src/modules.d.ts', `declare module '*'\n`]]],
  [
    'modules-untyped',
    'files of the project',
    [['src/modules.d.ts', `declare module './money.ts' {\n  export const round: any\n}\n`]],
  ],
]
