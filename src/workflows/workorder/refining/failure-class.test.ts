import { expect, test } from 'vitest'
import { classOf } from './failure-class.ts'

const messages: Readonly<Record<string, readonly string[]>> = {
  dependency_missing: [
    "Error: Cannot find module 'express'\nRequire stack:\n- /work/index.js",
    "src/a.ts(1,20): error TS2307: Cannot find module 'lodash' or its corresponding type declarations.",
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /work/a.js",
    'npm error code E404\nnpm error 404 Not Found - GET left-padd',
    'npm ERR! code ERESOLVE\nnpm ERR! ERESOLVE unable to resolve dependency tree',
    'npm error code ETARGET\nnpm error notarget No matching version found for react@99',
    "Module not found: Error: Can't resolve 'axios' in '/work/src'",
    '✘ [ERROR] Could not resolve "react"',
    'Failed to resolve import "vue" from "src/main.ts". Does the file exist?',
    'sh: 1: vitest: not found',
    'bash: tsc: command not found',
    "ModuleNotFoundError: No module named 'requests'",
    "error TS7016: Could not find a declaration file for module 'pg'.",
    'Error: spawn eslint ENOENT',
  ],
  compile_error: [
    "src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.",
    "src/a.ts(3,5): error TS2307: Cannot find module './helper' or its corresponding type declarations.",
    "SyntaxError: Unexpected token '}'",
    'Failed to compile.\n\n./src/app.tsx\nType error: Property x is missing',
    '✘ [ERROR] Expected ";" but found "x"\nBuild failed with 1 error:',
    'Transform failed with 2 errors',
    '7 compiler errors are left after 2 reviews',
    "Error: Cannot find module './missing.js'",
    'compilation failed',
  ],
  contract_violation: [
    'contract violation: price no longer takes one argument',
    'it breaks the contract price of src/price.ts',
    'breaking change in the exported API',
    'changed outside of what the order allows: package.json',
    "the module './a.js' does not provide an export named 'b'",
  ],
  test_fail: [
    ' FAIL  src/a.test.ts > adds\nAssertionError: expected 1 to be 2',
    'Tests:       1 failed, 12 passed, 13 total',
    ' Test Files  2 failed | 3 passed (5)',
    '3 failing',
    'not ok 2 - subtracts',
    '# pass 3\n# fail 1',
    'Error: Test timed out in 5000ms.',
    'thrown: "Exceeded timeout of 5000 ms for a test."',
    'expect(received).toBe(expected)\n\nExpected 2 but received 3',
    'npm test failed with exit code 1',
    'The tests fail on Node 22',
    'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal',
  ],
  lint_error: [
    '✖ 3 problems (3 errors, 0 warnings)',
    "  4:7  error  'x' is assigned a value but never used  @typescript-eslint/no-unused-vars",
    'eslint found too many warnings (maximum: 0).',
    'oxlint: Found 2 warnings and 1 error.',
    '[warn] Code style issues found in 2 files. Run Prettier to fix.',
    'linting failed',
  ],
  orchestration_error: [
    'fatal: not a git repository (or any of the parent directories): .git',
    "fatal: Unable to create '/work/.git/index.lock': File exists.",
    'CONFLICT (content): Merge conflict in src/a.ts',
    'error: patch does not apply',
    'connect ECONNREFUSED 127.0.0.1:8080',
    '429 Too Many Requests: rate limit reached',
    'the agent crashed with signal SIGSEGV',
    'the answer is malformed JSON: invalid JSON at 3',
    'nothing was changed',
    'Error: EACCES: permission denied, open a.ts',
    'HTTP 503 Service Unavailable',
  ],
  budget_exceeded: [
    'the budget is exhausted: 5.00 of 5.00 USD',
    'Budget exceeded',
    'token limit of 200000 reached',
    'You exceeded your current quota: insufficient quota',
    'Your credit balance is too low to access the API',
    'the cost cap was reached',
  ],
  timeout: [
    'npm test timed out after 180 s',
    'npm run build timed out after 120 seconds',
    'the compiler was stopped: time',
    'ETIMEDOUT',
    'request timeout',
    'TimeoutError: the operation took too long',
    'context deadline exceeded',
    'killed after 300 s',
  ],
  unknown: [
    '',
    'something went wrong',
    'exit 1',
    'Tests: 12 passed, 0 failed',
    '0 problems',
    'all 14 checks ok',
  ],
}

test.each(
  Object.entries(messages).flatMap(([kind, list]) =>
    list.map((message) => [kind, message] as const),
  ),
)('a failure is %s when its message says %j', (kind, message) => {
  expect(classOf(message)).toBe(kind)
})

test('of several kinds in one message the first of the order counts', () => {
  const all = Object.entries(messages).filter(([kind]) => kind !== 'unknown')
  all.slice(1).forEach(([, list], index) => {
    const [kind, earlier] = all[index]!
    expect(classOf(`${list[0]}\n${earlier[0]}`)).toBe(kind)
  })
})
