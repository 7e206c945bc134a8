import {
  type AndOr,
  type Command,
  type CompoundList,
  forEachChild,
  parse,
  type PipelineNode,
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
  /** Set once the script has ended. */
  ended: Ending | null
  /** Something may have taken care of the failure. */
  doubt: boolean
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
    commands.map((failing) => {
      const isFailing = (text: string) => text === failing
      const shell: Shell = { ...options, last: 'succeeds', ended: null, doubt: false, isFailing }
      const last = isWhole ? runAll(parsed.commands, shell, false) : 'unknown'
      const ending = shell.ended ?? last
      return [failing, ending === 'succeeds' && shell.doubt ? 'unknown' : ending]
    }),
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

function runAll(nodes: readonly Runnable[], shell: Shell, isGuarded: boolean): Ending {
  for (const node of nodes) {
    if (shell.ended !== null) return shell.ended
    shell.last = run(node, shell, isGuarded)
  }
  return shell.last
}

/** A failure ends the script under `-e`, unless `&&` or `||` takes care of it. */
function settled(ending: Ending, shell: Shell, isGuarded: boolean): Ending {
  if (ending === 'unknown') shell.doubt = true
  if (shell.stops && !isGuarded && ending === 'fails') shell.ended ??= 'fails'
  return ending
}

function run(node: Runnable, shell: Shell, isGuarded: boolean): Ending {
  switch (node.type) {
    case 'Statement':
      return node.background === true ? 'succeeds' : run(node.command, shell, isGuarded)
    case 'CompoundList':
      return runAll(node.commands, shell, isGuarded)
    case 'Redirected':
      return run(node.command, shell, isGuarded)
    case 'Pipeline': {
      if (node.prefixes.some(({ type }) => type === 'Negation')) return 'succeeds'
      if (node.commands.length === 1) return run(node.commands[0]!, shell, isGuarded)
      const endings = node.commands.map((each) => run(each, { ...shell }, true))
      const counted = shell.pipes ? endings : endings.slice(-1)
      return settled(counted.find((each) => each !== 'succeeds') ?? 'succeeds', shell, isGuarded)
    }
    case 'AndOr':
      return runChain(node, shell, isGuarded)
    case 'Command':
      return settled(runCommand(node, shell), shell, isGuarded)
    case 'ArithmeticCommand':
    case 'ArithmeticFor':
    case 'BraceGroup':
    case 'Case':
    case 'Coproc':
    case 'For':
    case 'Function':
    case 'If':
    case 'Select':
    case 'Subshell':
    case 'TestCommand':
    case 'While':
      return untold(node, shell)
  }
}

/** Conditions, loops and functions: only a condition that nothing follows from is sure to drop a failure. */
function untold(node: SyntaxNode, shell: Shell): Ending {
  const commands = commandsIn(node)
  const isInside = commands.some(shell.isFailing)
  const isDropped = node.type === 'If' && commandsIn(node.clause).some(shell.isFailing)
  if (isDropped && !commands.some((text) => /^(?:exit|return|false|kill)\b/.test(text)))
    return 'succeeds'
  if (isInside || shell.last === 'fails') shell.doubt = true
  return isInside ? 'unknown' : 'succeeds'
}

function runChain({ commands, operators }: AndOr, shell: Shell, isGuarded: boolean): Ending {
  let ending: Ending = 'succeeds'
  for (const [index, command] of commands.entries()) {
    const operator = operators[index - 1]
    const skips = operator === '&&' ? 'fails' : operator === '||' ? 'succeeds' : null
    if (shell.ended !== null || ending === skips || ending === 'unknown') continue
    shell.last = ending
    ending = run(command, shell, isGuarded || index < commands.length - 1)
  }
  return ending
}

function runCommand(node: Command, shell: Shell): Ending {
  const { name, args } = node
  const text = args.map((word) => word.text).join(' ')
  const script = scriptOf(node)
  if (name === undefined) return untold(node, shell)
  if (script !== null) {
    const stops = args.some((word) => /^-\w*e/.test(word.text))
    const inner: Shell = { ...shell, stops, pipes: false, last: 'succeeds' }
    const last = runAll(parse(script).commands, inner, false)
    return inner.ended ?? last
  }
  if (shell.isFailing(textOf(node))) return 'fails'
  switch (name.value) {
    case 'exit':
    case 'return':
      shell.ended = name.value === 'exit' ? codeOf(text, shell) : 'unknown'
      return shell.ended
    case 'set':
      if (/(?:^|\s)-\w*e|-o errexit/.test(text)) shell.stops = true
      if (/\+\w*e|\+o errexit/.test(text)) shell.stops = false
      if (/pipefail/.test(text)) shell.pipes = !/\+\w*o\s+pipefail/.test(text)
      return 'succeeds'
    case 'false':
      return 'fails'
    case 'test':
    case '[':
    case 'trap':
    case 'wait':
      return 'unknown'
    default:
      return 'succeeds'
  }
}

/** What `exit 0`, `exit 1` and `exit $?` tell. */
function codeOf(text: string, { last }: Shell): Ending {
  const bare = text.replace(/["'{}$]/g, '')
  if (/^\d+$/.test(bare)) return Number(bare) === 0 ? 'succeeds' : 'fails'
  return bare === '' || bare === '?' ? last : 'unknown'
}
