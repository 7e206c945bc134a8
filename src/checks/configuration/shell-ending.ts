import {
  type AndOr,
  type Command,
  type CompoundList,
  forEachChild,
  parse,
  type PipelineNode,
  type Script,
  type Statement,
  type SyntaxNode,
  type Word,
} from 'unbash'

/** What a shell runs. */
type Runnable = Statement | CompoundList | PipelineNode | AndOr

/** What becomes of a script, or of one of its commands; unknown where its text does not tell. */
export type Ending = 'fails' | 'succeeds' | 'unknown'

/** How the shell was started: `-e`, `-o pipefail`. */
export type ShellOptions = { readonly stops: boolean; readonly pipes: boolean }

type Shell = {
  stops: boolean
  pipes: boolean
  last: Ending
  /** The first command of the last pipe. */
  piped: Ending
  /** Set once the script has ended. */
  ended: Ending | null
  /** One way through the script that cannot be ruled out ends otherwise. */
  doubt: boolean
  behind: boolean
  readonly variables: Map<string, Ending>
  readonly functions: Map<string, Runnable>
  readonly isFailing: (command: string) => boolean
}

/** The commands of a script that a pattern fits, and how the script ends when one of them fails and all else goes well. */
export function endingsOf(
  script: string,
  wanted: RegExp,
  options: ShellOptions,
): ReadonlyMap<string, Ending> {
  const parsed = parse(script.replace(/\$\{\{[^}]*\}\}/g, 'x'))
  const commands = commandsIn(parsed).filter((text) => wanted.test(` ${text}`))
  const isWhole = (parsed.errors ?? []).length === 0
  return new Map(
    commands.map((failing) => [
      failing,
      isWhole ? endingOf(parsed, options, (text) => text === failing) : 'unknown',
    ]),
  )
}

function commandsIn(node: SyntaxNode): readonly string[] {
  const inner: string[] = []
  forEachChild(node, (child) => void inner.push(...commandsIn(child)))
  if (node.type !== 'Command') return inner
  const script = scriptOf(node)
  return [textOf(node), ...inner, ...(script === null ? [] : commandsIn(parse(script)))]
}

const says = /^(?:echo|printf|cat|grep|which|type|alias)$/

/** The words of a command; what stands in quotes is for the command. */
function textOf({ name, args }: Command): string {
  if (name === undefined || says.test(name.value)) return ''
  return [name, ...args]
    .filter(({ text }) => !/["'`$(]/.test(text) || !/\s/.test(text))
    .map(({ text }) => text)
    .join(' ')
}

/** `bash -c "…"` runs a script of its own. */
function scriptOf({ name, args }: Command): string | null {
  const words = [name, ...args].filter((word): word is Word => word?.type === 'Word')
  const at = words.findIndex(({ value }) => /^(?:.*\/)?(?:ba|da|z)?sh$/.test(value))
  const option = words.findIndex(({ value }, index) => index > at && /^-\w*c$/.test(value))
  return at === -1 || option === -1 ? null : (words[option + 1]?.value ?? null)
}

function endingOf(script: Script, options: ShellOptions, isFailing: Shell['isFailing']): Ending {
  const shell: Shell = {
    ...options,
    last: 'succeeds',
    piped: 'succeeds',
    ended: null,
    doubt: false,
    behind: false,
    variables: new Map(),
    functions: new Map(),
    isFailing,
  }
  const last = runAll(script.commands, shell, false)
  const ending = shell.ended ?? last
  return ending === 'succeeds' && shell.doubt ? 'unknown' : ending
}

function runAll(nodes: readonly Runnable[], shell: Shell, isGuarded: boolean): Ending {
  for (const node of nodes) {
    if (shell.ended !== null) return shell.ended
    shell.last = run(node, shell, isGuarded)
  }
  return shell.last
}

/** A failure ends the script under `-e`, unless a condition, `!`, `&&` or `||` takes care of it. */
function settled(ending: Ending, shell: Shell, isGuarded: boolean): Ending {
  if (!shell.stops || isGuarded || ending === 'succeeds') return ending
  if (ending === 'fails') shell.ended ??= 'fails'
  else shell.doubt = true
  return ending
}

function run(node: Runnable, shell: Shell, isGuarded: boolean): Ending {
  switch (node.type) {
    case 'Statement':
      if (node.background !== true) return run(node.command, shell, isGuarded)
      shell.behind ||=
        run(node.command, { ...shell, variables: new Map(shell.variables) }, true) === 'fails'
      return 'succeeds'
    case 'CompoundList':
      return runAll(node.commands, shell, isGuarded)
    case 'BraceGroup':
    case 'For':
    case 'Redirected':
      return run(node.type === 'Redirected' ? node.command : node.body, shell, isGuarded)
    case 'Subshell':
      return settled(runInside(node.body, shell, isGuarded), shell, isGuarded)
    case 'Pipeline': {
      const isTurned = node.prefixes.some(({ type }) => type === 'Negation')
      const endings = node.commands.map((each) =>
        node.commands.length === 1
          ? run(each, shell, isGuarded || isTurned)
          : runInside(each, shell, true),
      )
      shell.piped = endings[0]!
      const counted = shell.pipes ? endings : endings.slice(-1)
      const ending = counted.find((each) => each !== 'succeeds') ?? 'succeeds'
      return isTurned ? turned[ending] : settled(ending, shell, isGuarded)
    }
    case 'AndOr':
      return runChain(node, shell, isGuarded)
    case 'If':
      return runIf({ clauses: [node, ...node.elif], otherwise: node.else }, shell, isGuarded)
    case 'Function':
      shell.functions.set(node.name.value, node.body)
      return 'succeeds'
    case 'TestCommand': {
      const { expression: test } = node
      const text =
        test.type === 'TestBinary' ? `${test.left.text} ${test.operator} ${test.right.text}` : ''
      return settled(compared(text, shell), shell, isGuarded)
    }
    case 'ArithmeticCommand':
      return settled(compared(node.body, shell), shell, isGuarded)
    case 'Command':
      return settled(runCommand(node, shell, isGuarded), shell, isGuarded)
    case 'While':
    case 'Case':
    case 'Select':
    case 'ArithmeticFor':
    case 'Coproc':
      // loops that try again, choices: only one that holds no such command is let be
      return commandsIn(node).some(shell.isFailing) ? 'unknown' : 'succeeds'
  }
}

/** A shell of its own may end without ending the script. */
function runInside(node: Runnable, shell: Shell, isGuarded: boolean): Ending {
  const inner = { ...shell, variables: new Map(shell.variables) }
  const ending = run(node, inner, isGuarded)
  shell.doubt ||= inner.doubt
  return inner.ended ?? ending
}

const turned = { fails: 'succeeds', succeeds: 'fails', unknown: 'unknown' } as const

function runChain({ commands, operators }: AndOr, shell: Shell, isGuarded: boolean): Ending {
  let ending: Ending = 'succeeds'
  for (const [index, command] of commands.entries()) {
    const operator = operators[index - 1]
    const skips = operator === '&&' ? 'fails' : operator === '||' ? 'succeeds' : null
    if (shell.ended !== null || ending === skips) continue
    shell.last = ending
    if (skips !== null && ending === 'unknown') {
      run(command, { ...shell, variables: new Map(shell.variables) }, true)
      shell.doubt = true
    } else ending = run(command, shell, isGuarded || index < commands.length - 1)
  }
  return ending
}

type Choice = {
  readonly clauses: readonly { readonly clause: CompoundList; readonly then: CompoundList }[]
  readonly otherwise: CompoundList | undefined
}

function runIf({ clauses, otherwise }: Choice, shell: Shell, isGuarded: boolean): Ending {
  const [first, ...rest] = clauses
  if (first === undefined)
    return otherwise === undefined ? 'succeeds' : run(otherwise, shell, isGuarded)
  const held = run(first.clause, shell, true)
  shell.last = held
  if (shell.ended !== null) return shell.ended
  if (held === 'succeeds') return run(first.then, shell, isGuarded)
  if (held === 'fails') return runIf({ clauses: rest, otherwise }, shell, isGuarded)
  const one = { ...shell, variables: new Map(shell.variables) }
  const then = run(first.then, one, isGuarded)
  const other = runIf({ clauses: rest, otherwise }, shell, isGuarded)
  shell.doubt ||= (one.ended ?? then) !== (shell.ended ?? other)
  return other
}

function runCommand(node: Command, shell: Shell, isGuarded: boolean): Ending {
  const { name, args, prefix } = node
  const words = args.map(({ text }) => text)
  if (name === undefined) return assigned(prefix, shell)
  if (shell.isFailing(textOf(node))) return 'fails'
  const body = shell.functions.get(name.value)
  if (body !== undefined) return run(body, shell, isGuarded)
  const script = scriptOf(node)
  if (script !== null)
    return endingOf(
      parse(script),
      { stops: words.some((word) => /^-\w*e/.test(word)), pipes: /pipefail/.test(words.join(' ')) },
      shell.isFailing,
    )
  switch (name.value) {
    case 'exit':
    case 'return': {
      const ending = valueOf(words[0] ?? '$?', shell)
      // a function that ends well does not end the script
      shell.ended = name.value === 'return' && ending === 'succeeds' ? 'unknown' : ending
      return shell.ended
    }
    case 'set': {
      const text = words.join(' ')
      if (/(?:^|\s)-\w*e|-o errexit/.test(text)) shell.stops = true
      if (/\+\w*e|\+o errexit/.test(text)) shell.stops = false
      if (/pipefail/.test(text)) shell.pipes = !/\+\w*o\s+pipefail/.test(text)
      return 'succeeds'
    }
    case 'false':
      return 'fails'
    case 'wait':
      return shell.behind ? 'unknown' : 'succeeds'
    case 'test':
    case '[':
      return compared(words.join(' '), shell)
    case 'trap':
      shell.doubt = true
      return 'succeeds'
    default:
      return 'succeeds'
  }
}

function assigned(prefix: Command['prefix'], shell: Shell): Ending {
  let ending: Ending = 'succeeds'
  for (const each of prefix) {
    if (each.type !== 'Assignment' || each.value.type !== 'Word') continue
    shell.variables.set(each.name, valueOf(each.value.text, shell))
    for (const part of each.value.parts ?? [])
      if (part.type === 'CommandExpansion' && part.script !== undefined)
        ending = endingOf(part.script, shell, shell.isFailing)
  }
  return ending
}

/** What a word says about success: `0`, `1`, `$?`, `"$code"`, `${PIPESTATUS[0]}`. */
function valueOf(word: string, { last, piped, variables }: Shell): Ending {
  const bare = word.replace(/["'{}$]/g, '')
  if (/^\d+$/.test(bare)) return Number(bare) === 0 ? 'succeeds' : 'fails'
  if (bare === '?') return last
  if (bare === 'PIPESTATUS[0]') return piped
  return variables.get(bare.replace(/:?-.*$/, '')) ?? 'unknown'
}

const compares = /^\s*(\S+)\s+(-ne|-gt|-eq|!=|==?|>)\s+["']?0["']?(?:\s+\])?\s*$/

/** `[ $? -ne 0 ]`, `(( code != 0 ))`: whether something failed before. */
function compared(text: string, shell: Shell): Ending {
  const [, word = '', sign = ''] = compares.exec(text) ?? []
  const failed = turned[valueOf(word, shell)]
  return /^(?:-eq|==?)$/.test(sign) ? turned[failed] : sign === '' ? 'unknown' : failed
}
