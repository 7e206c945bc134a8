import type { ChangedLine, TrackCommit } from './facts.ts'

type Entry = { readonly text: string; readonly line: number | null }

/** A file as it was before the track, and the lines of it now that the track wrote. */
export type Rewound = { readonly before: string | null; readonly own: ReadonlySet<number> }

/** Takes the commits of a track back out of a file. */
export function rewind(
  text: string | undefined,
  path: string,
  commits: readonly TrackCommit[],
): Rewound {
  const changes = commits
    .map((commit) => commit.changes.filter((change) => change.path === path))
    .filter((each) => each.length > 0)
  const now = entriesOf(text)
  // commits are told from the oldest or from the newest on; only one order fits the file
  const entries = takenOut(now, changes.toReversed()) ?? takenOut(now, changes)
  if (entries === null) return byText(now, changes.flat())
  const retained = new Set(entries.map(({ line }) => line))
  return {
    before: entries.length === 0 ? null : textOf(entries),
    own: new Set(now.flatMap(({ line }) => (line === null || retained.has(line) ? [] : [line]))),
  }
}

const plain = (line: string): string => line.replace(/\r$/, '')

function entriesOf(text: string | undefined): readonly Entry[] {
  if (text === undefined || text === '') return []
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line, index) => ({ text: plain(line), line: index + 1 }))
}

const textOf = (entries: readonly Entry[]): string => `${entries.map((e) => e.text).join('\n')}\n`

/** The entries before the changes, the newest first; null where they do not fit. */
function takenOut(
  now: readonly Entry[],
  newestFirst: readonly (readonly ChangedLine[])[],
): readonly Entry[] | null {
  let entries = now
  for (const changes of newestFirst) {
    const added = changes.filter(({ type }) => type === 'added')
    if (added.some(({ line, text }) => entries[line - 1]?.text !== plain(text))) return null
    const gone = new Set(added.map(({ line }) => line))
    const before = entries.filter((_, index) => !gone.has(index + 1))
    for (const { line, text } of changes
      .filter(({ type }) => type === 'removed')
      .toSorted((one, other) => one.line - other.line))
      before.splice(line - 1, 0, { text: plain(text), line: null })
    entries = before
  }
  return entries
}

/** Where other commits came between: a line is the track's if the track added its words. */
function byText(now: readonly Entry[], changes: readonly ChangedLine[]): Rewound {
  const added = new Set(
    changes.flatMap(({ type, text }) => (type === 'added' ? [plain(text).trim()] : [])),
  )
  const isOwn = ({ text }: Entry) => text.trim() !== '' && added.has(text.trim())
  const others = now.filter((entry) => !isOwn(entry))
  return {
    before: others.every(({ text }) => text.trim() === '') ? null : textOf(others),
    own: new Set(now.filter(isOwn).flatMap(({ line }) => line ?? [])),
  }
}
