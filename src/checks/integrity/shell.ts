/** A part of a script between `&&`, `||`, `;` and `|`, with the sign that follows it. */
export type Segment = { readonly text: string; readonly sign: string }

/** Splits a script where the shell would; what stands in quotes or brackets stays whole. */
export function segmentsOf(script: string): readonly Segment[] {
  const segments: Segment[] = []
  let [quote, depth, from] = ['', 0, 0]
  for (let at = 0; at < script.length; at++) {
    const letter = script[at] ?? ''
    if (letter === '\\') at++
    else if (quote !== '') quote = letter === quote ? '' : quote
    else if (letter === '"' || letter === "'" || letter === '`') quote = letter
    else if (letter === '(' || letter === '{') depth++
    else if (letter === ')' || letter === '}') depth--
    else if (depth === 0) {
      // `2>&1` and `&>` join streams, they end nothing
      const operator = /^(?:&&|\|\||;|\||&(?![>\d]))/.exec(script.slice(at))?.[0]
      if (operator === undefined || (operator === '&' && script[at - 1] === '>')) continue
      segments.push({ text: script.slice(from, at), sign: operator })
      at += operator.length - 1
      from = at + 1
    }
  }
  return [...segments, { text: script.slice(from), sign: '' }]
}

/** One command of a script, with what joins it to the one before. */
export type ShellCommand = { readonly joined: string; readonly words: readonly string[] }

/** The commands of a script of any number of lines, their words without quotes. */
export const commandsOf = (script: string): readonly ShellCommand[] =>
  script
    .split('\n')
    .flatMap((line) =>
      segmentsOf(line).map(({ text }, index, all) => ({
        joined: all[index - 1]?.sign ?? ';',
        words: (text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []).map((word) =>
          word.replace(/["']/g, ''),
        ),
      })),
    )
    .filter(({ words }) => words.length > 0)

/** The line that `sh -c '…'` runs; null for a command that runs no other line. */
export function innerLine({ words }: ShellCommand): string | null {
  const at = words.indexOf('-c')
  return /(?:^|\/)(?:ba|da|z)?sh$/.test(words[0] ?? '') && at > 0 ? (words[at + 1] ?? null) : null
}

/** Words before the program itself: variables, and programs that only start another. */
const prefix =
  /^(?:\w+=.*|npx|pnpx|bunx|env|cross-env|dotenv|--|time|nice|exec|pnpm|yarn|c8|nyc|run)$/

/** The program a command starts, without what only wraps it. */
export function programOf({ words }: ShellCommand): string {
  const bare = words.filter((word, index) => !(prefix.test(word) && index < words.length - 1))
  // a wrapper may have options of its own
  const first = bare.find((word) => !word.startsWith('-')) ?? ''
  const name = first.split('/').at(-1) ?? ''
  const isWrapped = /^(?:c8|nyc)$/.test(words[0] ?? '') && words.includes('node')
  return (name === 'node' || isWrapped) && words.includes('--test') ? 'node --test' : name
}

/** Programs that judge a project, by what they do; those of one kind stand for each other. */
const kinds: readonly (readonly [kind: string, programs: RegExp])[] = [
  [
    'a test runner',
    /^(?:vitest|jest|mocha|ava|tap|node --test|karma|tape|uvu|tsd|borp|jasmine|qunit|poku|lab)$/,
  ],
  ['a linter', /^(?:eslint|oxlint|biome|standard|xo|tslint)$/],
  ['a type checker', /^(?:tsc|vue-tsc|tsgo|svelte-check)$/],
  ['a formatter', /^(?:prettier|oxfmt|dprint)$/],
]
const others = /^(?:knip|publint|playwright|cypress|stryker|attw|depcheck|madge)$/

/** What a command is: a kind of checker, or its program. */
export function toolOf(command: ShellCommand): string {
  const program = programOf(command)
  return kinds.find(([, programs]) => programs.test(program))?.[0] ?? program
}

export const isChecker = (tool: string): boolean => tool.startsWith('a ') || others.test(tool)

/** A command that does nothing whatever the project is like. */
export function isNoOp({ words }: ShellCommand): boolean {
  const [first = '', second = ''] = words
  if (first === 'exit') return second === '' || second === '0'
  if (/^(?:true|:|echo|printf|sleep|cd|pwd)$/.test(first)) return true
  if (first === 'node' && /^(?:-e|--eval|-p)$/.test(second))
    return !/exit\((?!0?\))|throw|import|require/.test(words[2] ?? '')
  return words.length <= 3 && words.some((word) => /^(?:--version|-v|--help)$/.test(word))
}

/** Whether a script can end well although a check of it failed. */
export function forgives(script: string): boolean {
  const commands = commandsOf(script)
  const words = new Set(commands.flatMap((command) => command.words))
  const [keepsPipes, stops] = [
    words.has('pipefail'),
    ['-e', '-eo', '-euo'].some((each) => words.has(each)),
  ]
  const isCheck = (command: ShellCommand) =>
    isChecker(toolOf(command)) || /^(?:npm|pnpm|yarn|bun)$/.test(programOf(command))
  return commands.some((command, index) => {
    const inner = innerLine(command)
    if (inner !== null && !keepsPipes && forgives(inner)) return true
    const next = commands[index + 1]
    if (next === undefined) return false
    const isEnd = index === commands.length - 2
    if (isNoOp(next) && (next.joined === '||' || (next.joined === ';' && isEnd))) return true
    if (!isCheck(command)) return false
    // a second try, or what runs on whether the check failed or not
    if (next.joined === '||') return programOf(next) === programOf(command)
    if (next.joined === '|') return !keepsPipes
    return next.joined === ';' ? !stops : next.joined === '&' && !words.has('wait')
  })
}
