/** One command of a line, with what joins it to the one before. */
export type ShellCommand = {
  readonly joined: '' | '&&' | '||' | ';' | '|' | '&'
  readonly words: readonly string[]
}

/** Takes a command line apart: commands, and words without their quotes. */
export function commandsOf(line: string): readonly ShellCommand[] {
  const commands: { joined: ShellCommand['joined']; words: string[] }[] = [
    { joined: '', words: [] },
  ]
  let word: string | null = null
  let quote = ''
  const endWord = () => {
    if (word !== null) commands.at(-1)?.words.push(word)
    word = null
  }
  for (let at = 0; at < line.length; at++) {
    const char = line[at] ?? ''
    if (quote !== '') {
      if (char === quote) quote = ''
      else word = `${word ?? ''}${char}`
    } else if (char === "'" || char === '"') {
      quote = char
      word ??= ''
    } else if (/\s/.test(char) && char !== '\n') endWord()
    else if (';&|\n'.includes(char) && !(char === '&' && (word ?? '').endsWith('>'))) {
      endWord()
      const two = line.slice(at, at + 2)
      const joined = two === '&&' || two === '||' ? two : char === '\n' ? ';' : joint(char)
      if (two === '&&' || two === '||') at++
      commands.push({ joined, words: [] })
    } else word = `${word ?? ''}${char}`
  }
  endWord()
  return commands.filter(({ words }) => words.length > 0)
}

/** The line that `sh -c '…'` runs; null for a command that runs no other line. */
export function innerLine({ words }: ShellCommand): string | null {
  const at = words.indexOf('-c')
  return /(?:^|\/)(?:ba|da|z)?sh$/.test(words[0] ?? '') && at > 0 ? (words[at + 1] ?? null) : null
}

const joint = (char: string): ShellCommand['joined'] =>
  char === '|' ? '|' : char === '&' ? '&' : ';'

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
  if ((name === 'node' || isWrapped) && words.includes('--test')) return 'node --test'
  return name
}

/** A command that does nothing whatever the project is like. */
export function isNoOp(command: ShellCommand): boolean {
  const [first = '', second = ''] = command.words
  if (/^(?:true|:|echo|printf|sleep|cd|pwd|exit)$/.test(first))
    return first !== 'exit' || second === '' || second === '0'
  if (first === 'node' && /^(?:-e|--eval|-p)$/.test(second))
    return !/exit\((?!0?\))|throw|import|require/.test(command.words[2] ?? '')
  return (
    command.words.some((word) => /^(?:--version|-v|--help)$/.test(word)) &&
    command.words.length <= 3
  )
}

const checkers =
  /^(?:vitest|jest|mocha|ava|tap|node --test|karma|tape|uvu|eslint|oxlint|biome|standard|xo|tsc|vue-tsc|tsgo|svelte-check|prettier|oxfmt|knip|stryker|playwright|cypress|npm|pnpm|yarn|bun)$/

/** Whether the exit code of a check is not that of its line: it is piped on, left behind or not waited for. */
export function losesExitCode(commands: readonly ShellCommand[]): boolean {
  const words = new Set(commands.flatMap((command) => command.words))
  const keepsPipes = words.has('pipefail')
  if (
    !keepsPipes &&
    commands.some((command) => losesExitCode(commandsOf(innerLine(command) ?? '')))
  )
    return true
  const stops = words.has('-e') || words.has('-eo') || words.has('-euo')
  return commands.some((command, index) => {
    const next = commands[index + 1]
    if (next === undefined || !checkers.test(programOf(command))) return false
    if (next.joined === '|') return !keepsPipes
    // a second try, or another command that may well succeed
    if (next.joined === '||') return programOf(next) === programOf(command)
    return (next.joined === ';' && !stops) || (next.joined === '&' && !words.has('wait'))
  })
}

/** Whether a failing command of the line can still give success. */
export const swallowsFailure = (commands: readonly ShellCommand[]): boolean =>
  commands.some(
    (command, index) =>
      index > 0 &&
      ((command.joined === '||' && isNoOp(command)) ||
        (command.joined === ';' && index === commands.length - 1 && isNoOp(command))),
  )
