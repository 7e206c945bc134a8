import type { ExitCode } from '../../model/problem.ts'
import type { AsyncResult } from '../../model/result.ts'
import type { Surroundings, Terminal } from './terminal.ts'

export type Option = {
  readonly type: 'string' | 'boolean'
  readonly multiple?: boolean
  readonly short?: string
  /** What stands for the value in help, such as FILE or N. */
  readonly value?: string
  readonly help: string
}

export type Values = Readonly<
  Record<string, string | boolean | readonly (string | boolean)[] | undefined>
>

export type Call = {
  readonly words: readonly string[]
  readonly values: Values
  readonly terminal: Terminal
} & Pick<Surroundings, 'cwd' | 'env' | 'stdin' | 'begun'>

/** A verb of the command line as data, so that help, parsing and documentation come from one place. */
export type Command = {
  readonly name: string
  readonly usage: string
  readonly about: string
  /** How many words may stand behind the verb. */
  readonly words: { readonly least: number; readonly most: number }
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
