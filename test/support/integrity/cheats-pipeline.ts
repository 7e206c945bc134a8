import type { Cheat } from './case.ts'

/** Scripts, workflows and hooks that let more through. */
export const pipelineCheats: readonly Cheat[] = [
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
    'an exit code lost in a pipe',
    [['.github/workflows/ci.yml', `- run: npm test`, `- run: npm test | tee test.log`]],
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
  [
    'workflow-forgives',
    'no tests are fine',
    [['.github/workflows/ci.yml', `npm test\n`, `npm test -- --passWithNoTests\n`]],
  ],
  ['hook-removed', 'no hook', [['.husky/pre-commit', null]]],
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
]
