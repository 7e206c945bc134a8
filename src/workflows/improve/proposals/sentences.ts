/** What agents are told against each cause of failure. */
export const sentences: Readonly<Record<string, string>> = {
  compile_error:
    'Compile the whole project before you answer, and mend every error, also in files that use what you changed.',
  test_fail:
    'Run the whole test suite before you answer; a change with a failing test is not done.',
  lint_error:
    "Run the project's linter before you answer and mend what it reports; do not switch rules off.",
  dependency_missing:
    'Use only packages and modules that are in the project; write small helpers yourself.',
  contract_violation:
    'Keep every exported name and its signature; add beside them instead of changing them.',
  orchestration_error:
    'Answer in the form that was asked for, with whole files, and nothing around it.',
  timeout: 'Make the smallest change that fulfils the order, and answer before you polish.',
  budget_exceeded:
    'Read only the files that the order names and those they import; do not print whole files twice.',
  undecided: 'Give every acceptance criterion a test whose title says it in the same words.',
  architecture:
    'Keep files below 300 lines and functions below 50; give each module one purpose; import in one direction only.',
  readability:
    'Name things by what they are, write functions of one purpose, and declare types at every border.',
  completeness:
    'Leave no TODO, stub or placeholder; handle the empty case, the error and the wait for each feature.',
  test_coverage:
    'Write tests with every change: the usual case, each border and each error, so that at least 80 % of the lines run.',
  user_experience:
    'Say in plain words what went wrong and what to do; label every field; make every page usable at 375 pixels and by keyboard.',
}
