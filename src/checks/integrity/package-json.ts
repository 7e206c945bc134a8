import { jsonOf } from '../../kit/parse.ts'

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A JSON text as an object; empty where it is none, which the build will tell. */
export function jsonObject(text: string | null | undefined): Readonly<Record<string, unknown>> {
  const value = jsonOf(text ?? '')
  return isRecord(value) ? value : {}
}

export const stringsIn = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).flatMap(([key, each]) =>
      typeof each === 'string' ? [[key, each]] : [],
    ),
  )
