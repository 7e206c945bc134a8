import type { z } from 'zod'
import type { GateAnswer } from '../model/gate.ts'
import type { ExitCode } from '../model/problem.ts'
import type { AsyncResult, Result } from '../model/result.ts'
import type { Screen } from '../model/screen.ts'
import type { Workspace } from '../ports/workspace.ts'
import type { Choice } from '../model/choice.ts'

/** Who gave a command, as far as that is known. */
export type Person = { readonly by: string; readonly known: NonNullable<GateAnswer['known']> }

export type CommandContext = {
  readonly workspace: Workspace
  readonly person: Person
  /** Asks the person, where one can be asked. */
  readonly dialog: Dialog | null
}

export type Dialog = {
  /** What the person typed, trimmed; null where they left. */
  ask(
    question: string,
    options?: {
      readonly initial?: string
      readonly example?: string
      /** What is wrong with an answer. */
      readonly validate?: (answer: string) => string | undefined
    },
  ): Promise<string | null>
  show(lines: readonly string[]): void
}

/** What a command leads to. Its caller carries runs, takes answers and shows the rest. */
export type CommandResult =
  | {
      readonly type: 'carry'
      readonly run: string
      readonly notes?: readonly string[]
      /** What comes after it, told how it went. */
      after?(outcome: Carried): AsyncResult<CommandResult>
    }
  | { readonly type: 'answer'; readonly run: string; readonly choice: Omit<Choice, 'by' | 'known'> }
  | {
      readonly type: 'show'
      /** Left out where machines were told everything before. */
      readonly json?: Readonly<Record<string, unknown>>
      lines(screen: Screen): readonly string[] | Promise<readonly string[]>
      /** The run that it is about. */
      readonly run?: string
      /** What must not mix with results. */
      readonly mentions?: readonly string[]
      readonly exit?: ExitCode
    }

/** How a run came to rest, or why it did not. */
export type Carried = Result<{ readonly exit: ExitCode; readonly paused: boolean }>

/** A command of a workflow's own, as data: its arguments are a schema, so that every caller can offer it. */
export type WorkflowCommand = {
  readonly name: string
  readonly usage: string
  readonly about: string
  /** The arguments that stand behind the command without a name, in their order. */
  readonly words: readonly string[]
  readonly arguments: z.ZodObject
  /** It records a person's word, so no agent may use it. */
  readonly decides?: true
  /** It answers an open question, which can be named. */
  readonly answers?: true
  /** It is recorded who gave it. */
  readonly records?: true
  /** It goes on with a run, so it can be told to be quiet. */
  readonly carries?: true
  readonly examples: readonly (readonly [command: string, does: string])[]
  run(context: CommandContext, given: unknown): AsyncResult<CommandResult>
}

type Typed<Arguments extends z.ZodObject> = Omit<WorkflowCommand, 'arguments' | 'run'> & {
  readonly arguments: Arguments
  readonly run: (context: CommandContext, given: z.output<Arguments>) => AsyncResult<CommandResult>
}

/** Binds a command's function to the schema of its arguments. */
export const defineCommand = <Arguments extends z.ZodObject>({
  run,
  ...command
}: Typed<Arguments>): WorkflowCommand => ({
  ...command,
  run: (context, given) => run(context, command.arguments.parse(given)),
})
