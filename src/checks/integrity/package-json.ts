import { jsonOf } from '../../kit/parse.ts'
import type { Change } from './change.ts'

export type PackageJson = { readonly scripts: Readonly<Record<string, string>> }

type PackageFile = {
  readonly path: string
  readonly text: string
  readonly before: PackageJson
  readonly after: PackageJson
}

/** A JSON text as an object; empty where it is none. */
export function jsonObject(text: string | null | undefined): Readonly<Record<string, unknown>> {
  const value = jsonOf(text ?? '')
  // a file that cannot be read says nothing; the build will name it
  return isRecord(value) ? value : {}
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function stringsIn(value: unknown): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  if (isRecord(value))
    for (const [key, each] of Object.entries(value)) if (typeof each === 'string') found[key] = each
  return found
}

const readPackage = (text: string | null): PackageJson => ({
  scripts: stringsIn(jsonObject(text)['scripts']),
})

export const packageFiles = (change: Change): readonly PackageFile[] =>
  change.texts.flatMap(({ path, before, after }) =>
    /(?:^|\/)package\.json$/.test(path) && before !== null && after !== null
      ? [{ path, text: after, before: readPackage(before), after: readPackage(after) }]
      : [],
  )
