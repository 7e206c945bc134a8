import { integrityRules } from '../../../checks/integrity/rules.ts'
import { type Advice, compilerAdvice } from './catalogue-compiler.ts'
import { ruleCode } from './codes.ts'

/** Advice against what acceptance measures low. */
const qualityAdvice: readonly Advice[] = [
  [
    'ARCHITECTURE_LOW',
    'large files and tangled functions',
    'Keep each file below 300 lines and give it one responsibility. Split a long function by what its parts are for.',
    'Before writing, name the modules of the change and what each is for. A module that needs the word and in its name is two.',
  ],
  [
    'READABILITY_LOW',
    'many branches and lint warnings',
    'Write short functions with few branches: return early, replace nested conditions by small named functions, and leave no lint warning.',
    'Where a function has more than ten branches, use a table or split it by cases.',
  ],
  [
    'COMPLETENESS_LOW',
    'work that is not finished',
    'Deliver all that is asked for, working. Go through the acceptance criteria one by one and see that each is met before you answer.',
    'For each acceptance criterion name the function that meets it and the test that shows it; write what is missing.',
  ],
  [
    'COMPLETENESS_TODO',
    'placeholders left behind',
    'Leave no TODO, FIXME or placeholder. Implement it now, or leave the whole part out and say so.',
    'Search your answer for TODO, FIXME, XXX, "not implemented" and empty bodies; write the code in their place.',
  ],
  [
    'TEST_COVERAGE_LOW',
    'new code without tests',
    'Write tests for every branch you add: the usual case, the edges (empty, one, many), and each error. Aim above 60 % of the lines.',
    'For each exported function of the change add a test file beside it, with one test for each way through the function.',
  ],
  [
    'BUILD_FAILED',
    'a change that does not build',
    'Check imports, types and syntax of every file you touch against the project settings; a change that does not build is worth nothing.',
    'Change one thing in all its uses: signatures and callers, exports and imports, types and literals go together.',
  ],
  [
    'TESTS_FAILED',
    'tests that fail',
    'Follow each test that touches your change in your head. Change the code until it holds; do not change what the test expects.',
    'Read the existing tests before you write code: they say what must stay as it is.',
  ],
  [
    'LINT_ERRORS',
    'errors of the linter',
    'Follow the rules of the project linter: no unused names, no any, no floating promises, const where nothing changes.',
    'Look at the lint settings of the project and at two neighbouring files; write in their manner.',
  ],
  [
    'CONTRACT_VIOLATION',
    'something that others rely on was changed',
    'Keep exported names, parameters and results as they are unless the task asks otherwise; add beside them instead of changing them.',
    'Before you answer, compare every exported signature of the files you touched with what it was.',
  ],
]

/** A lesson as it is written, before anybody knows whether it helps. */
export type WrittenLesson = {
  readonly code: string
  readonly pattern: string
  readonly text: string
}

const entries: ReadonlyMap<string, Advice> = new Map(
  [...compilerAdvice, ...qualityAdvice].map((advice) => [advice[0], advice]),
)

/** All that can be taught about an error without asking anybody, the best guess first. */
export function lessonsFor(code: string): readonly WrittenLesson[] {
  const known = entries.get(code)
  if (known !== undefined) {
    const [, pattern, text, variant] = known
    return [text, variant].map((each) => ({ code, pattern, text: each }))
  }
  const rule = integrityRules.find(({ id }) => ruleCode(id) === code)
  if (rule === undefined) return []
  const pattern = rule.title
  const happened = `${pattern.slice(0, 1).toLowerCase()}${pattern.slice(1)}`
  return [
    { code, pattern, text: `Avoid this in your change: ${happened}. ${rule.why}` },
    {
      code,
      pattern,
      text: `Earlier changes were refused because of this: ${happened}. ${rule.fix}`,
    },
  ]
}

/** Every code that the catalogue knows by name. */
export const cataloguedCodes: readonly string[] = [
  ...entries.keys(),
  ...integrityRules.map(({ id }) => ruleCode(id)),
]
