import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { nearest } from '../../kit/near.ts'
import { type ExitCode, exitCodes } from '../../model/problem.ts'
import { type AsyncResult, ok, type Result, usageError } from '../../model/result.ts'
import type { Context, Terminal } from './terminal.ts'

export type Option = {
  readonly type: 'string' | 'boolean'
  readonly multiple?: boolean
  readonly short?: string
  /** What stands for the value in help, such as FILE or N. */
  readonly value?: string
  /** All values there are, for those who cannot remember them. */
  readonly choices?: readonly string[]
  readonly help: string
  /** The first words it is for; all unless told. */
  readonly kinds?: readonly string[]
}

export type Values = Readonly<
  Record<string, string | boolean | readonly (string | boolean)[] | undefined>
>

export type Call = {
  readonly words: readonly string[]
  readonly values: Values
  readonly terminal: Terminal
  readonly verbs: Verbs
} & Omit<Context, 'stdout' | 'stderr'>

/** A verb of the command line as data, so that help, parsing and documentation come from one place. */
export type Command = {
  readonly name: string
  readonly usage: string
  readonly about: string
  /** How many words may stand behind the verb. */
  readonly words: { readonly least: number; readonly most: number }
  /** All that the first word may be, where that is a list. */
  readonly firstWords?: readonly string[]
  /** What each of them means, for help about one of them. */
  readonly meanings?: Readonly<Record<string, string>>
  readonly options: Readonly<Record<string, Option>>
  readonly examples: readonly (readonly [command: string, does: string])[]
  /** It records a person's word, so no agent may use it. */
  readonly decides?: true
  run(call: Call): AsyncResult<ExitCode>
}

/** Commands that stand behind one verb, such as `design start`. */
export type Group = {
  readonly name: string
  readonly about: string
  readonly commands: Readonly<
    Record<string, { readonly does: string; readonly load: () => Promise<Loaded> }>
  >
  readonly examples: readonly (readonly [command: string, does: string])[]
}

export type Loaded = { readonly command: Command }

export type Verbs = Readonly<
  Record<
    string,
    {
      readonly does: string
      readonly load: () => Promise<Loaded | { readonly group: Group }>
    }
  >
>

export const gateOption: Option = {
  type: 'string',
  value: 'ID',
  help: 'the question you mean, or the hash that was shown',
}

/** Who is at the keyboard, as far as the machine knows. */
export const whoAmI = (env: Call['env']): string =>
  env['LOOPWRIGHT_USER']?.trim() || env['USER']?.trim() || userInfo().username

/** Who gives a word, how they are known, and which question they mean. */
export const personOf = ({ values, env, terminal }: Call) => ({
  by: text(values, 'by') ?? whoAmI(env),
  known: terminal.canAsk ? ('terminal' as const) : ('session' as const),
  gate: text(values, 'gate'),
})

/** The ids that an option names, by comma. */
export const idsOf = ({ values }: Pick<Call, 'values'>, name: string): readonly string[] =>
  (text(values, name) ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')

/** The ids that --only names; nothing where it is not given. */
export const onlyOf = (call: Call): readonly string[] | undefined =>
  call.values['only'] === undefined ? undefined : idsOf(call, 'only')

export const commonOptions = {
  json: { type: 'boolean', help: 'machine-readable output' },
  cwd: { type: 'string', value: 'DIR', help: 'work in this folder' },
  help: { type: 'boolean', short: 'h', help: 'this text' },
} as const satisfies Record<string, Option>

type Parsed = { readonly words: readonly string[]; readonly values: Values }

/** Reads the words and options behind a verb, strictly: what is not known is an error, with a guess. */
export function parse(command: Command, args: readonly string[]): Result<Parsed> {
  const options: Record<string, Option> = { ...command.options, ...commonOptions }
  const wrong = (
    what: string,
    todo: string = `see: loopwright ${command.name} --help`,
  ): Result<Parsed> => usageError(what, todo)
  try {
    const { values, positionals } = parseArgs({
      args: withTexts(args, options),
      options: Object.fromEntries(
        Object.entries(options).map(([name, { type, short, multiple }]) => [
          name,
          { type, ...(short ? { short } : {}), ...(multiple ? { multiple } : {}) },
        ]),
      ),
      allowPositionals: true,
      strict: true,
    })
    if (values['help'] === true) return ok({ words: [], values })
    // a variable of a script that was never set, most likely
    const blank = Object.keys(values).find((name) =>
      [values[name]].flat().some((value) => typeof value === 'string' && value.trim() === ''),
    )
    if (blank !== undefined) return wrong(`--${blank} is empty`, 'give it a value, or leave it out')
    if (positionals.length < command.words.least)
      return wrong(
        `${command.name} needs ${missing(command)}`,
        `usage: loopwright ${command.usage}`,
      )
    if (positionals.length > command.words.most)
      return wrong(
        `${command.name} does not take "${positionals[command.words.most]}"`,
        `usage: loopwright ${command.usage}`,
      )
    return ok({ words: positionals, values })
  } catch (error) {
    return wrong(...explain(error, Object.keys(options), command.name))
  }
}

/** What begins with a dash and is no option: an item of a list, a number, a sentence. */
const isText = (word: string) => /^-(?:\s|\d|$)|^--[\w-]*\s/.test(word)

/** The same arguments, so that no text in them is taken for an option. */
function withTexts(args: readonly string[], options: Readonly<Record<string, Option>>): string[] {
  const end = args.indexOf('--')
  const before = end === -1 ? args : args.slice(0, end)
  const takesText = (word = '') =>
    Object.entries(options).some(
      ([name, { type, short }]) =>
        type === 'string' && (word === `--${name}` || word === `-${short ?? ''}`),
    )
  const named: string[] = []
  const words: string[] = []
  for (const [index, word] of before.entries()) {
    if (!isText(word)) named.push(word)
    else if (takesText(before[index - 1])) named.push(`${named.pop()}=${word}`)
    else words.push(word)
  }
  const rest = end === -1 ? [] : args.slice(end + 1)
  return words.length + rest.length === 0 ? named : [...named, '--', ...words, ...rest]
}

const missing = (command: Command) => (command.usage.match(/<[^>]+>/g) ?? ['more words']).join(' ')

function explain(
  error: unknown,
  known: readonly string[],
  verb: string,
): [what: string, todo: string] {
  const message = error instanceof Error ? error.message : String(error)
  const alone =
    /^Option '(?:-\w, )?(--[\w-]+)(?: <value>)?' argument (?:is ambiguous|missing)/.exec(message)
  if (alone)
    return [
      `${alone[1]} needs a value`,
      `one that begins with a dash: ${alone[1]}=-…   (see: loopwright ${verb} --help)`,
    ]
  const unknown = /Unknown option '(-+)([^']+)'/.exec(message)
  if (!unknown)
    return [message.split('. ')[0]?.replace(/\.$/, '') ?? message, `see: loopwright ${verb} --help`]
  const near = nearest(unknown[2] ?? '', known)
  return [
    `${verb} has no option ${unknown[1]}${unknown[2]}`,
    near ? `did you mean --${near}?` : `see: loopwright ${verb} --help`,
  ]
}

/** A number option that must be whole and above 0; anything else is refused, nothing is guessed. */
export function wholeNumber(
  values: Values,
  name: string,
  most = Number.MAX_SAFE_INTEGER,
): Result<number | undefined> {
  const text = values[name]
  if (text === undefined) return ok(undefined)
  const value = typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  const limits =
    most === Number.MAX_SAFE_INTEGER ? 'a whole number of at least 1' : `from 1 to ${most}`
  return value >= 1 && value <= most
    ? ok(value)
    : usageError(`--${name} must be ${limits}, not "${String(text)}"`)
}

export function fraction(values: Values, name: string): Result<number | undefined> {
  const text = values[name]
  if (text === undefined) return ok(undefined)
  const value = typeof text === 'string' && /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN
  return value >= 0 && value <= 1
    ? ok(value)
    : usageError(`--${name} must be from 0 to 1, not "${String(text)}"`)
}

export const text = (values: Values, name: string): string | undefined => {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

/** The values of an option that may be given more than once. */
export const list = (values: Values, name: string): readonly string[] =>
  [values[name] ?? []].flat().filter((value) => typeof value === 'string')

/** Paths are meant from the folder that is worked in. */
export const pathIn = (cwd: string, path: string | undefined): string | undefined =>
  path === undefined ? undefined : resolve(cwd, path)

export const flag = (values: Values, name: string): boolean => values[name] === true

/** Prints a result: as JSON where that is asked for, else its lines. */
export function printResult(
  call: Pick<Call, 'values' | 'terminal'>,
  json: object,
  lines: (call: Pick<Call, 'terminal'>) => readonly string[],
  exit: ExitCode = exitCodes.accepted,
): Result<ExitCode> {
  const { terminal, values } = call
  if (flag(values, 'json')) terminal.print(JSON.stringify({ loopwright: 1, ...json }))
  else for (const line of lines(call)) terminal.print(line)
  return ok(exit)
}

export const reportFormats = ['pretty', 'markdown', 'json', 'html', 'sarif', 'junit'] as const
