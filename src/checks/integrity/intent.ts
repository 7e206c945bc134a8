/**
 * Rules about what is a fact and may be meant: an honest change takes tests, names and settings away, too.
 * On merged changes of public projects they were right about the fact and wrong about the blame.
 */
const intentRules: ReadonlySet<string> = new Set(
  [
    'test-removed',
    'test-replaced',
    'test-cases-removed',
    'assertion-removed',
    'assertion-weakened',
    'expectation-changed',
    'export-removed',
    'signature-changed',
    'lint-rule-off',
    'lint-removed',
    'lint-narrowed',
    'types-narrowed',
    'script-narrowed',
    'script-removed',
    'workflow-narrowed',
    'workflow-step-removed',
    'coverage-lowered',
    'assertion-made-optional',
    'runner-loosened',
    'test-commented-out',
    'test-conditional',
    'assertion-conditional',
  ].map((name) => `integrity/${name}`),
)

const takesAway =
  /\b(?:remov\w*|delet\w*|drop\w*|renam\w*|replac\w*|deprecat\w*|break\w*|migrat\w*|rewrit\w*|refactor\w*|instead|no longer|upgrad\w*|chang\w*)\b/i

/** Whether a person must say if it was meant: nobody told the task, or the task takes something away. */
export const dependsOnIntent = (rule: string, task: string | null): boolean =>
  intentRules.has(rule) &&
  (rule === 'integrity/test-replaced' || task === null || takesAway.test(task))

const loosening =
  /^integrity\/(?:test-(?:removed|replaced|skipped|focused|emptied|cases-removed|commented-out|sniffing|door)|assertion-(?:removed|weakened|made-optional)|answers?-|(?:script|workflow|hook|coverage|lint|runner|strictness)-|(?:types|tests)-narrowed|retries-raised|exit-code-forced)/

/** Whether a rule is about what work is held to, and not about the work. */
export const loosensExam = (rule: string): boolean => loosening.test(rule)
