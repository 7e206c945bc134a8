/** What the registries tell of a track. */
export type RegisteredTrack = {
  readonly id: string
  readonly title: string
  /** From the root of the project: `conductor/tracks/<id>`. */
  readonly folder: string
  readonly status: 'new' | 'in_progress' | 'complete'
  /** YYYY-MM-DD */
  readonly date: string
}

export const markerOf = { new: '[ ]', in_progress: '[~]', complete: '[x]' } as const

export const marker = /^(\s*(?:#{1,6}|[-*+]|\d+\.)\s+)\[[ ~xX!]\]/

export type Lines = { readonly lines: readonly string[]; readonly end: string }

/** Lines with the ends that the document has; where they are mixed, what stands before a line feed is kept. */
export function linesOf(text: string): Lines {
  const end = /(?<!\r)\n/.test(text) || !text.includes('\r\n') ? '\n' : '\r\n'
  return { lines: text.split(end), end }
}

export const textOf = (lines: readonly string[], end: string): string => lines.join(end)

/** Whether a line names a track by its id, its folder or exactly its title. */
export function names(line: string, { id, title }: RegisteredTrack): boolean {
  const escaped = id.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return (
    new RegExp(String.raw`(?<![\w-])${escaped}(?![\w-])`).test(line) ||
    (title !== '' && label(line) === title.trim().toLowerCase())
  )
}

const label = (line: string): string =>
  line
    .replace(marker, '')
    .replace(/^\s*(?:#{1,6}|[-*+])\s+/, '')
    .replace(/\]\([^)]*\)/, '')
    .replaceAll(/[*_`[\]]/g, '')
    .replace(/^\s*track:\s*/i, '')
    .trim()
    .toLowerCase()

/** The line of a list or heading that begins the entry of a track; its name may stand in a line below it. */
export function entryOf(lines: readonly string[], track: RegisteredTrack): number {
  const at = lines.findIndex((line) => !/^\s*\|/.test(line) && names(line, track))
  if (at === -1 || isEntry(lines[at] ?? '')) return at
  for (let above = at - 1; above >= Math.max(0, at - 4); above -= 1)
    if (isEntry(lines[above] ?? '')) return above
  return at
}

const isEntry = (line: string): boolean => marker.test(line) || /^(?:[-*+]|#{2,6})\s/.test(line)

/** A link as the document writes its others. */
export function linkTo({ folder }: RegisteredTrack, text: string): string {
  const inside = folder.replace(/^(?:.*\/)?conductor\//, '')
  return /\]\((?:\.\/)?conductor\/tracks\//.test(text) ? `./conductor/${inside}/` : `./${inside}/`
}

/** Sets the marker of an entry, or the word in brackets where it has one instead. */
export function withStatus(line: string, { status }: RegisteredTrack): string {
  if (marker.test(line)) return line.replace(marker, `$1${markerOf[status]}`)
  const word = { new: 'new', in_progress: 'in progress', complete: 'done' }[status]
  const message = /\((?:new|planned|pending|active|in[ _-]progress|done|implemented|completed?)\)/i
  if (!message.test(line)) return line
  const isDone = /\((?:done|implemented|completed?)\)/i.test(line)
  return isDone && status === 'complete' ? line : line.replace(message, `(${word})`)
}

export const isDone = (heading: string): boolean => /done|complet|finish|recent/i.test(heading)
export const isPlaceholder = (line: string): boolean =>
  /^\W*\(?(?:none(?: yet)?|no (?:active )?tracks(?: yet)?|no completions(?: yet)?)\)?\W*$/i.test(
    line,
  )
