/**
 * Rules about what is a fact and may be meant: an honest change takes tests, names and settings away, too.
 * On merged changes of public projects they were right about the fact and wrong about the blame.
 */
const intentRules: ReadonlySet<string> = new Set(
  [
    'test-removed',
    'test-replaced',
    'assertion-removed',
    'assertion-weakened',
    'expectation-changed',
    'export-removed',
    'signature-changed',
    'lint-rule-off',
    'lint-narrowed',
    'types-narrowed',
    'script-narrowed',
    'script-removed',
    'workflow-narrowed',
    'workflow-step-removed',
    'coverage-lowered',
    'runner-loosened',
    'test-conditional',
    'assertion-conditional',
  ].map((name) => `integrity/${name}`),
)

const forbids =
  /\b(?:do not|don't|never|must not|may not|without)\s+(?:remov|chang|touch|weaken|delet|alter|renam|break|loosen|skip)\w*[^.\n]{0,60}\b(?:tests?|assertions?|exports?|interface|api|signatures?|lint|settings|scripts?)\b/i

/**
 * Whether a person must say if it was meant. Merged changes do these things for good reasons that their message
 * does not tell (docs/reality.md), so that only a task that forbids them decides it.
 */
export const dependsOnIntent = (rule: string, task: string | null): boolean =>
  rule === 'integrity/test-skipped'
    ? /\b(?:skip|disable|switch off)\w*\b[^.\n]*\btests?\b|\btests?\b[^.\n]*\bskip\w*/i.test(
        task ?? '',
      ) && !forbids.test(task ?? '')
    : intentRules.has(rule) && (rule === 'integrity/test-replaced' || !forbids.test(task ?? ''))

/** Where nobody asked for anything, nobody asked for another result: who bends a test to the code changes one, too. */
export const isUnasked = (rule: string, severity: string, task: string | null): boolean =>
  rule === 'integrity/expectation-changed' && severity === 'warning' && (task ?? '').trim() === ''

const loosening =
  /^integrity\/(?:test-(?:removed|replaced|skipped|focused|emptied|sniffing)|assertion-(?:removed|weakened)|answers?-|(?:script|workflow|coverage|lint|runner|strictness)-|(?:types|tests)-narrowed|exit-code-forced)/

/** Whether a rule is about what work is held to, and not about the work. */
export const loosensExam = (rule: string): boolean => loosening.test(rule)

const weakening =
  /^integrity\/(?:test-(?:removed|replaced|conditional)|assertion-(?:removed|weakened|conditional)|example-replaced|input-changed)$/
const takesAway =
  /\b(?:remov\w*|delet\w*|drop\w*|renam\w*|replac\w*|deprecat\w*|break\w*|migrat\w*|rewrit\w*|refactor\w*|instead|no longer|upgrad\w*|chang\w*)\b/i

/** The same for a plan, which names all that is meant: only one that takes something away leaves it open. */
export const dependsOnPlan = (rule: string, plan: string | null): boolean =>
  dependsOnIntent(rule, plan) && takesAway.test(plan ?? '')

const rewritesTests =
  /\b(?:updat|adapt|adjust|correct|mend|fix)\w*\s+(?:\w+\s+){0,4}(?:tests?|assertions?|expectations?)\b/i

/** Whether a task leaves what the code does as it is; one that nobody told asks for nothing else. */
export const keepsBehaviour = (task: string | null): boolean =>
  task === null || !(takesAway.test(task) || rewritesTests.test(task))

/** Whether the tests as they were can tell if harm is hidden: they say less now, and the task takes nothing away. */
export const hidesFailures = (rule: string, task: string | null): boolean =>
  weakening.test(rule) && task !== null && keepsBehaviour(task)
