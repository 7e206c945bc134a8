import type { z } from 'zod'
import type { Entry } from '../model/entry.ts'

/** The payload of an event as its schema says; anything else is a history that was damaged. */
export function readPayload<Value>(entry: Entry, schema: z.ZodType<Value>): Value {
  const parsed = schema.safeParse(entry.payload)
  if (parsed.success) return parsed.data
  throw corrupt(entry, parsed.error.issues[0]?.message ?? 'bad payload')
}

export const isEventOf = <Payloads extends object>(
  payloads: Payloads,
  name: string,
): name is Extract<keyof Payloads, string> => Object.hasOwn(payloads, name)

export const corrupt = (entry: Entry, why: string) =>
  new Error(`corrupt history: event ${entry.n} (${entry.event}): ${why}`)
