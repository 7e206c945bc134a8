import { nearest } from '../../kit/near.ts'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Untrusted as UntrustedError } from '../../app/trust.ts'
import { type ExitCode, exitCodes, type Problem, usageProblem } from '../../model/problem.ts'
import {
  type Command,
  commonOptions,
  type Group,
  parse,
  text,
  type Values,
  type Verbs,
} from './command.ts'
import { aboutWord, commandHelp, groupHelp, overviewHelp } from './help.ts'
import { tell } from './tell.ts'
import { openTerminal, type Context, type Terminal } from './terminal.ts'
import { verbsOf } from './verbs.ts'

/** Finds the verb, runs it, and turns what came of it into words and an exit code. */
export async function dispatch(args: readonly string[], context: Context): Promise<ExitCode> {
  const terminal = openTerminal(context, args)
  try {
    return await runVerb(args, terminal, context)
  } catch (error) {
    const { Untrusted } = await import('../../app/trust.ts')
    if (error instanceof Untrusted) {
      if (terminal.canAsk && (await isAgreed(error, terminal, context)))
        return dispatch(args, context)
      return tell(error.problem, terminal, args.includes('--json'))
    }
    const { translateError } = await import('./translate-error.ts')
    return tell(translateError(error), terminal, args.includes('--json'))
  }
}

/** A person at a terminal sees all of it and may agree; `--yes` is no such word. */
async function isAgreed(
  { problem, deeds: { root: cwd } }: UntrustedError,
  terminal: Terminal,
  { env }: Context,
): Promise<boolean> {
  const { isInsideAgent } = await import('./inside-agent.ts')
  if (isInsideAgent(env)) return false
  terminal.mention(problem.what)
  const { confirm } = await import('@clack/prompts')
  if ((await confirm({ message: 'Do you agree to this?', initialValue: false })) !== true)
    return false
  const { openWorkspace } = await import('../../app.ts')
  const workspace = await openWorkspace({ cwd, env })
  if (workspace.ok) workspace.value.trust.give()
  return workspace.ok
}

async function runVerb(
  args: readonly string[],
  terminal: Terminal,
  { cwd: from, stdout: _stdout, stderr: _stderr, ...context }: Context,
): Promise<ExitCode> {
  const verbs = verbsOf(context.workflows)
  const chosen = choose(verbs, args)
  if (chosen.type === 'help') {
    terminal.print(overviewHelp(terminal, verbs))
    return exitCodes.accepted
  }
  if (chosen.type === 'version') {
    const version = (await import('../../app/package-files.ts')).toolVersion()
    terminal.print(version)
    return exitCodes.accepted
  }
  if (chosen.type === 'unknown')
    return tell(unknownVerb(verbs, chosen.word), terminal, args.includes('--json'))

  const match = await commandFor(verbs, chosen.verb, chosen.rest)
  if (match.type === 'group-help') {
    terminal.print(groupHelp(match.group, terminal))
    return exitCodes.accepted
  }
  if (match.type === 'unknown') return tell(match.problem, terminal, args.includes('--json'))
  const { command } = match
  const parsed = parse(command, match.rest)
  if (!parsed.ok) return tell(parsed.error, terminal, args.includes('--json'))
  const { words, values } = parsed.value
  if (values['help'] === true) {
    terminal.print(commandHelp(aboutWord(command, words[0]), terminal))
    return exitCodes.accepted
  }
  const isWord = isDecision(command, values)
  if (isWord || values['yes'] !== undefined) {
    const { isInsideAgent, isInsideHost, isSaidByAgent } = await import('./inside-agent.ts')
    const { env } = context
    if (isWord ? isSaidByAgent(env, terminal) : isInsideAgent(env) || isInsideHost(env, terminal))
      return tell(forPeople, terminal, values['json'] === true)
  }
  const cwd = resolve(from, text(values, 'cwd') ?? '.')
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true)
    return tell(noSuchFolder(cwd), terminal, values['json'] === true)
  const onWait = (what: string) => terminal.mention(what)
  const result = await command.run({ ...context, onWait, words, values, terminal, cwd, verbs })
  return result.ok ? result.value : tell(result.error, terminal, values['json'] === true)
}

type Found =
  | { readonly type: 'command'; readonly command: Command; readonly rest: readonly string[] }
  | { readonly type: 'group-help'; readonly group: Group }
  | { readonly type: 'unknown'; readonly problem: Problem }

/** The command behind a verb; some verbs have several, told apart by the next word. */
async function commandFor(verbs: Verbs, verb: string, args: readonly string[]): Promise<Found> {
  const loaded = await verbs[verb]?.load()
  if (loaded === undefined) return { type: 'unknown', problem: unknownVerb(verbs, verb) }
  if ('command' in loaded) return { type: 'command', command: loaded.command, rest: args }
  const { group } = loaded
  const [word, ...rest] = verbFirst(args)
  const isCommon = Object.hasOwn(commonOptions, word?.replace(/^--|=.*/g, '') ?? '')
  if (word === undefined || word === '-h' || isCommon) return { type: 'group-help', group }
  const chosen = Object.hasOwn(group.commands, word) ? group.commands[word] : undefined
  if (chosen) return { type: 'command', command: (await chosen.load()).command, rest }
  const near = nearest(word, Object.keys(group.commands))
  return {
    type: 'unknown',
    problem: usageProblem(
      `there is no command "${verb} ${word}"`,
      near ? `did you mean: loopwright ${verb} ${near}` : `see: loopwright ${verb} --help`,
    ),
  }
}

type Choice =
  | { readonly type: 'help' }
  | { readonly type: 'version' }
  | { readonly type: 'verb'; readonly verb: string; readonly rest: readonly string[] }
  | { readonly type: 'unknown'; readonly word: string }

/** `loopwright --cwd DIR -q check …`: options may stand before the verb. */
function verbFirst(args: readonly string[], verbs?: Verbs): readonly string[] {
  let index = 0
  while (index < args.length) {
    const word = args[index] ?? ''
    if (!word.startsWith('-')) break
    index += word === '--cwd' ? 2 : 1
  }
  const [verb] = args.slice(index)
  return index > 0 && verb !== undefined && (verbs === undefined || Object.hasOwn(verbs, verb))
    ? [...args.slice(index), ...args.slice(0, index)]
    : args
}

/** A known verb, or a bare task: several words that are no verb. */
function choose(verbs: Verbs, given: readonly string[]): Choice {
  const isVerb = (word: string) => Object.hasOwn(verbs, word)
  const args = verbFirst(given, verbs)
  const [first, ...rest] = args
  if (first === '--help' || first === '-h' || (first === 'help' && rest.length === 0))
    return { type: 'help' }
  if (first === '--version' || first === '-v') return { type: 'version' }
  if (first === undefined) return { type: 'verb', verb: 'new', rest: [] }
  if (first === 'help' && rest[0] !== undefined && isVerb(rest[0]))
    return { type: 'verb', verb: rest[0], rest: [...rest.slice(1), '--help'] }
  if (isVerb(first)) return { type: 'verb', verb: first, rest }
  const words = args.filter((word) => !word.startsWith('-'))
  const isTask =
    /\s/.test(first.trim()) || (words.length >= 3 && nearest(first, Object.keys(verbs)) === null)
  if (isTask || first.startsWith('--')) return { type: 'verb', verb: 'new', rest: args }
  return { type: 'unknown', word: first }
}

/** Whether a person's word would be recorded. */
const isDecision = ({ decides }: Command, values: Values): boolean =>
  decides === true || ['by', 'met', 'unmet'].some((name) => values[name] !== undefined)

const forPeople: Problem = usageProblem(
  'this is for a person to decide, and an agent asked for it',
  'run it yourself, in a terminal that no agent started',
)

const noSuchFolder = (path: string): Problem =>
  usageProblem('there is no such folder', 'correct --cwd', path)

function unknownVerb(verbs: Verbs, word: string): Problem {
  const near = nearest(word, Object.keys(verbs))
  return usageProblem(
    `there is no command "${word}"`,
    near
      ? `did you mean: loopwright ${near}`
      : 'see: loopwright --help   (a task needs quotes: loopwright "<task>")',
  )
}
