import type { AgentRequest } from '../../model/agent.ts'
import type { Tokens } from '../../model/price.ts'

/** What one event of a command line tells, in our words. */
export type Sign =
  | { readonly type: 'session'; readonly id: string }
  | { readonly type: 'model'; readonly model: string }
  /** The model answered once more. */
  | { readonly type: 'turn' }
  /** What it does now: a tool, and what with. What it said before was no answer. */
  | { readonly type: 'doing'; readonly what: string }
  /** What it said last; `more` goes on with what it said before. */
  | { readonly type: 'text'; readonly text: string; readonly more?: boolean }
  /** An answer in the shape that was asked for. */
  | { readonly type: 'output'; readonly output: unknown }
  | ({ readonly type: 'used' } & Used)
  /** Something it was not allowed to do. */
  | { readonly type: 'denied'; readonly what: string }
  /** Why it cannot go on; `isFinal` where waiting for it is of no use. */
  | { readonly type: 'trouble'; readonly message: string; readonly isFinal?: boolean }

/** Tokens, and money where the command line tells it; a `sum` holds all that was told before. */
export type Used = Tokens & {
  readonly costUsd: number | null
  readonly sum: boolean
  /** The same by model, where more than one had a part in it. */
  readonly models?: readonly (Tokens & { readonly model: string })[]
}

/** One call, as a command line needs to know it. */
export type CliCall = {
  readonly request: AgentRequest
  /** Whether it may write; who has no workspace reads only. */
  readonly writes: boolean
  /** Whether walls of ours stand around it: then it needs none of its own, which would not stand inside them. */
  readonly isWalled: boolean
  readonly model: string | undefined
  readonly maxTurns: number
  readonly maxCostUsd: number
  /** The session it goes on with. */
  readonly session: string | null
  /** A folder for files of the call. */
  readonly folder: string
}

export type CliStart = {
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Files it is started with, by name, in the folder of the call. */
  readonly files?: Readonly<Record<string, string>>
}

/** How one command line is spoken to and understood. */
export type Dialect = {
  readonly program: string
  start(call: CliCall): CliStart
  /** An event that nobody knows says nothing. */
  read(event: Json): readonly Sign[]
  /** The model that its settings name, where its events name none. */
  readonly modelIn?: (settings: string) => string | undefined
}

export type Json = Readonly<Record<string, unknown>>

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
export const moneyOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
export const objectOf = (value: unknown): Json =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object of unknown values is all that is said
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
export const listOf = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.map((each) => objectOf(each)) : []

/** A tool and what it is used on, in a few words. */
export function doing(tool: string, input: unknown): Sign {
  const given = objectOf(input)
  const keys = ['file_path', 'filePath', 'path', 'command', 'cmd', 'pattern', 'query', 'url']
  const on = keys.map((key) => textOf(given[key])).find((value) => value !== '') ?? ''
  return { type: 'doing', what: `${tool} ${on.split('\n')[0] ?? ''}`.trim().slice(0, 200) }
}
