import { err, ok, type Result } from '../../model/result.ts'
import type { FileEdit } from './events.ts'

export type WholeFile = {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

/** What files are after a proposal: each edit replaces a text that stands in its file exactly once. */
export function editFiles(
  edits: readonly FileEdit[],
  read: (path: string) => string | null,
): Result<readonly WholeFile[], string> {
  const whole = new Map<string, WholeFile>()
  for (const { path, before, after } of edits) {
    const problem = badPath(path)
    if (problem !== null) return err(problem)
    const known = whole.get(path)
    const now = known === undefined ? read(path) : known.after
    const edited = editText(now, before, after)
    if (!edited.ok) return err(`${path}: ${edited.error}`)
    whole.set(path, { path, before: known === undefined ? now : known.before, after: edited.value })
  }
  return ok([...whole.values()].filter((each) => each.before !== each.after))
}

function editText(
  now: string | null,
  before: string | null,
  after: string | null,
): Result<string | null, string> {
  if (before === null) return now === null ? ok(after) : err('the file is there already')
  if (now === null) return err('the file is not there')
  if (before === now) return ok(after)
  const parts = now.split(before)
  if (parts.length === 1 || before === '') return err('the text to replace is not there')
  if (parts.length > 2) return err(`the text to replace stands there ${parts.length - 1} times`)
  return ok(parts.join(after ?? ''))
}

/** The same edit with as little around it as names its place once, so that edits of one file do not stand in each other's way. */
export function narrowed({ path, before, after }: FileEdit): FileEdit {
  if (before === null || after === null || before === after) return { path, before, after }
  const [old, young] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < old.length && start < young.length && old[start] === young[start]) start += 1
  let end = 0
  const most = Math.min(old.length, young.length) - start
  while (end < most && old[old.length - 1 - end] === young[young.length - 1 - end]) end += 1
  for (; start > 0 || end > 0; start = Math.max(0, start - 1), end = Math.max(0, end - 1)) {
    const part = old.slice(start, old.length - end).join('\n')
    if (part.trim() !== '' && before.split(part).length === 2)
      return { path, before: part, after: young.slice(start, young.length - end).join('\n') }
  }
  return { path, before, after }
}

/** The edits that take edits back, the last one first. */
export const inverse = (edits: readonly FileEdit[]): readonly FileEdit[] =>
  edits.toReversed().map(({ path, before, after }) => {
    // what was only added is found by itself, whatever came to stand around it
    const added =
      before !== null && before !== '' && after?.startsWith(before) === true
        ? after.slice(before.length)
        : ''
    return added.trim() === ''
      ? { path, before: after, after: before }
      : { path, before: added, after: '' }
  })

/** Paths lie inside the set-up, and not where git or Loopwright keep their own. */
export function badPath(path: string): string | null {
  const parts = path.split('/')
  if (
    path.startsWith('/') ||
    path.includes('\\') ||
    path.includes('\0') ||
    parts.includes('..') ||
    parts.includes('')
  )
    return `"${path}" does not lie inside the set-up`
  return parts.some((part) => /^\.(?:git|loopwright)$/i.test(part))
    ? `"${path}" is not part of the set-up`
    : null
}
