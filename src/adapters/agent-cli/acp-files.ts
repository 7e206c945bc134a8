import { isAbsolute, join, resolve } from 'node:path'
import { isInside } from '../../kit/inside.ts'
import { type AsyncResult, err, ok, type Result } from '../../model/result.ts'
import { type Disk, readText } from '../../ports/disk.ts'

/** Where an agent of the Agent Client Protocol may read and write through us, who stand outside of its walls. */
export type Scope = {
  /** The folder it works in, or looks at. */
  readonly folder: string
  readonly writes: boolean
  /** Folders inside of it that are not there for it. */
  readonly hidden: readonly string[]
  /** Refuses links on the way, so that nothing escapes the folder. */
  readonly disk: Pick<Disk, 'read' | 'replace'>
}

const largestText = 10_000_000

/** A path that this role may touch. */
export function placeIn(
  { folder, hidden }: Omit<Scope, 'disk'>,
  path: string,
): Result<string, string> {
  const place = resolve(path)
  const closed = [...hidden, join(folder, '.git')]
  return isAbsolute(path) &&
    isInside(folder, place) &&
    !closed.some((each) => isInside(each, place))
    ? ok(place)
    : err(`${path} is outside of what this role may touch`)
}

type Reading = {
  readonly path: string
  readonly line?: number | null | undefined
  readonly limit?: number | null | undefined
}

/** The text of a file; null where there is none. */
export async function readIn(
  scope: Scope,
  { path, line, limit }: Reading,
): AsyncResult<string | null, string> {
  const place = placeIn(scope, path)
  if (!place.ok) return place
  try {
    const text = await readText(scope.disk, place.value)
    if (text === null) return ok(null)
    const from = Math.max(0, (line ?? 1) - 1)
    const lines = text.split('\n').slice(from, from + (limit ?? Infinity))
    return ok(lines.join('\n'))
  } catch (error) {
    return err(`${path} cannot be read: ${messageOf(error)}`)
  }
}

type Writing = { readonly path: string; readonly content: string }

export async function writeIn(scope: Scope, { path, content }: Writing): AsyncResult<null, string> {
  if (!scope.writes) return err(`${path}: this role reads and does not write`)
  if (content.length > largestText) return err(`${path} is too large`)
  const place = placeIn(scope, path)
  if (!place.ok) return place
  try {
    await scope.disk.replace(place.value, content)
    return ok(null)
  } catch (error) {
    return err(`${path} cannot be written: ${messageOf(error)}`)
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
