// what the command line prints: `path:line:column: severity: message [rule]`. Lines that quote the
// file stand below, indented, so a path does not begin with a space
const atLine = String.raw`^(\S.*?):(\d+):(\d+): (error|warning|note): (.*) \[([^\[\]]+)\]$`
// a check that broke or could not decide speaks of the whole file
const wholeFile = String.raw`^(\S(?:(?!:\d+:\d+: ).)*?): (error|warning|note): (.*) \[([^\[\]]+)\]$`

const matchers = (kind: string) => {
  const common = {
    owner: `loopwright-${kind}`,
    source: 'loopwright',
    fileLocation: ['autoDetect', '${workspaceFolder}'],
  }
  return [
    {
      ...common,
      pattern: { regexp: atLine, file: 1, line: 2, column: 3, severity: 4, message: 5, code: 6 },
    },
    {
      ...common,
      pattern: { regexp: wholeFile, kind: 'file', file: 1, severity: 2, message: 3, code: 4 },
    },
  ]
}

// the shell opens the pattern of all designs, and leaves the name of the open file alone
const allDesigns = 'features/*/design/intent.json'
const thisFile = { value: '${file}', quoting: 'strong' } as const

const checks = [
  ['check all designs', 'design', allDesigns],
  ['check this design', 'design', thisFile],
  ['check this OpenAPI description', 'openapi', thisFile],
  ['check this document', 'docs', thisFile],
  ['check this configuration', 'config', thisFile],
  ['check this code', 'code', thisFile],
] as const

/** How the command is called: the one the project installed, or the one on the path. */
export type Program = readonly [string, ...string[]]

/** The tasks as they stand in tasks.json. They run once and end; nothing watches. */
export const vscodeTasks = ([command, ...before]: Program) =>
  checks.map(([does, kind, files]) => ({
    label: `loopwright: ${does}`,
    type: 'shell',
    command,
    args: [...before, 'check', kind, files, '--all'],
    options: { cwd: '${workspaceFolder}', env: { NO_COLOR: '1' } },
    problemMatcher: matchers(kind),
    presentation: { reveal: 'silent', revealProblems: 'onProblem', clear: true },
  }))

export type VscodeTask = ReturnType<typeof vscodeTasks>[number]
