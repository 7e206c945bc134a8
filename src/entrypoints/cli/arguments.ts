import { z } from 'zod'
import type { WorkflowCommand } from '../../engine/workflow-command.ts'
import { ok, type Result, usageError } from '../../model/result.ts'
import type { Call, Option } from './command.ts'

const Meta = z.object({
  help: z.string().default(''),
  value: z.string().optional(),
  short: z.string().optional(),
})

/** What lies inside of `optional`, `default` and the like. */
function innermost(schema: unknown): unknown {
  const inner: unknown =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable
      ? schema.unwrap()
      : null
  return inner === null ? schema : innermost(inner)
}

export const isOptional = (schema: unknown): boolean =>
  schema instanceof z.ZodType && schema.safeParse(undefined).success

/** The option that stands for an argument. */
export function optionsOf(schema: unknown): Option {
  const meta = Meta.parse(schema instanceof z.ZodType ? (schema.meta() ?? {}) : {})
  const inner = innermost(schema)
  return {
    type: inner instanceof z.ZodBoolean ? 'boolean' : 'string',
    help: meta.help,
    ...(inner instanceof z.ZodArray ? { multiple: true } : {}),
    ...(inner instanceof z.ZodEnum ? { choices: inner.options.map(String) } : {}),
    ...(meta.value === undefined ? {} : { value: meta.value }),
    ...(meta.short === undefined ? {} : { short: meta.short }),
  }
}

/** The arguments of a command by their names, checked by its schema. */
export function readArguments(
  command: WorkflowCommand,
  { words, values }: Pick<Call, 'words' | 'values'>,
): Result<Record<string, unknown>> {
  const shape: Readonly<Record<string, unknown>> = command.arguments.shape
  const given: Record<string, unknown> = {}
  for (const [key, schema] of Object.entries(shape)) {
    const index = command.words.indexOf(key)
    const inner = innermost(schema)
    const word = inner instanceof z.ZodArray ? words.slice(index) : words[index]
    const value = index === -1 ? values[optionName(key)] : word
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue
    given[key] = inner instanceof z.ZodNumber && typeof value === 'string' ? numberOf(value) : value
  }
  const parsed = command.arguments.safeParse(given)
  if (parsed.success) return ok(given)
  const [issue] = parsed.error.issues
  const key = String(issue?.path[0] ?? '')
  const at = command.words.indexOf(key)
  const shown = at === -1 ? `--${optionName(key)}` : `<${key}>`
  const typed = at === -1 ? values[optionName(key)] : words[at]
  return usageError(
    `${shown} ${issue === undefined ? 'is not valid' : wanted(innermost(shape[key]), issue.message)}, not "${String(typed ?? '')}"`,
    `see: loopwright ${command.name} --help`,
  )
}

/** Nothing is guessed: what is not written as a plain number is none. */
const numberOf = (text: string): number => (/^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN)

export const optionName = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** What an argument must be, in the words of a person. */
function wanted(schema: unknown, message: string): string {
  if (schema instanceof z.ZodEnum) return `must be one of ${schema.options.join(', ')}`
  if (!(schema instanceof z.ZodNumber)) return message
  const { minValue, maxValue } = schema
  const whole = schema.format?.includes('int') ? 'a whole number ' : ''
  if (maxValue !== null && maxValue < Number.MAX_SAFE_INTEGER)
    return `must be ${whole}from ${minValue ?? 0} to ${maxValue}`
  return `must be ${whole === '' ? 'a number ' : whole}of at least ${minValue ?? 0}`
}
