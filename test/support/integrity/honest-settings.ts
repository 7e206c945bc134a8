import type { HonestChange } from './case.ts'

/** Changes of settings, scripts and packages that loosen nothing. */
export const honestSettings: readonly HonestChange[] = [
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
]
