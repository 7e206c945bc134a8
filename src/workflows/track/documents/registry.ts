import { hasSections, inSections } from './sections.ts'
import { cellsOf, escapeCell, rowOf, type Table, tablesIn } from './tables.ts'
import {
  entryOf,
  isDone,
  isPlaceholder,
  linesOf,
  linkTo,
  marker,
  markerOf,
  names,
  type RegisteredTrack,
  textOf,
  withStatus,
} from './track-lines.ts'

export type { RegisteredTrack } from './track-lines.ts'

const empty = `# Conductor Track Registry

## Active Tracks

| Track ID | Name | Status | Created |
|----------|------|--------|---------|

## Done

| Track ID | Name | Completed |
|----------|------|-----------|
`

/** conductor/tracks.md with the track in it, in the form that the document has. */
export function registerTrack(tracksMd: string | null, track: RegisteredTrack): string {
  const source = tracksMd === null || tracksMd.trim() === '' ? empty : tracksMd
  const { lines, end } = linesOf(source)
  const tables = tablesIn(lines).filter(({ columns }) =>
    columns.some((column) => /^(?:track(?: id)?|id|slug)$/i.test(column)),
  )
  const own = tables.find((table) => rowIn(lines, table, track) !== -1)
  if (own !== undefined) return textOf(inTables(lines, { tables, own, track }), end)
  const entry = entryOf(lines, track)
  if (entry !== -1) {
    const line = lines[entry] ?? ''
    const changed = withStatus(line, track)
    return changed !== line || marker.test(line) || !hasSections(lines)
      ? textOf(lines.with(entry, changed), end)
      : textOf(inSections(lines, track, { link: linkTo(track, source), done: 'Done' }), end)
  }
  const target = targetOf(tables, track)
  if (target !== undefined) return textOf(addRow(lines, target, track), end)
  if (hasSections(lines) && !lines.some((line) => marker.test(line)))
    return textOf(inSections(lines, track, { link: linkTo(track, source), done: 'Done' }), end)
  return source.trimEnd() + end + newEntry(source, track).join(end) + end
}

const rowIn = (lines: readonly string[], { first, end }: Table, track: RegisteredTrack): number =>
  lines.findIndex(
    (line, at) => at >= first && at < end && cellsOf(line).some((cell) => names(cell, track)),
  )

/** The table of done tracks or the other one; where there is one only, that. */
const targetOf = (tables: readonly Table[], { status }: RegisteredTrack): Table | undefined =>
  tables.find(({ heading }) => isDone(heading) === (status === 'complete')) ?? tables[0]

function inTables(
  lines: readonly string[],
  input: {
    readonly tables: readonly Table[]
    readonly own: Table
    readonly track: RegisteredTrack
  },
): readonly string[] {
  const { tables, own, track } = input
  const at = rowIn(lines, own, track)
  const target = targetOf(tables, track)
  if (target === undefined || target === own)
    return lines.with(at, changedRow(lines[at] ?? '', own, track))
  const title = titleIn(lines[at] ?? '', own) ?? track.title
  const added = addRow(lines, target, { ...track, title })
  return added.toSpliced(target.first < at ? at + added.length - lines.length : at, 1)
}

const titleIn = (line: string, { columns }: Table): string | null =>
  cellsOf(line)[columns.findIndex((column) => /^(?:name|title)$/i.test(column))] ?? null

function changedRow(line: string, { columns }: Table, track: RegisteredTrack): string {
  const cells = cellsOf(line)
  const at = columns.findIndex((column) => /status/i.test(column))
  const text = cells[at] ?? ''
  const status = statusLike(text, track)
  if (at === -1 || statusOf(text) === track.status) return line
  return rowOf(
    cells.map((cell, column) =>
      column === at
        ? status
        : /updated/i.test(columns[column] ?? '') ||
            (track.status === 'complete' && /completed/i.test(columns[column] ?? ''))
          ? track.date
          : cell,
    ),
  )
}

const statusOf = (text: string): RegisteredTrack['status'] =>
  /\[x\]|done|complet|finish/i.test(text)
    ? 'complete'
    : /\[~\]|progress|active/i.test(text)
      ? 'in_progress'
      : 'new'

const statusLike = (text: string, { status }: RegisteredTrack): string => {
  const word = status === 'complete' ? 'Done' : status
  if (/\[.\]/.test(text)) return text.replace(/\[.\]/, markerOf[status])
  return text.startsWith('`') ? `\`${word}\`` : word
}

function addRow(lines: readonly string[], table: Table, track: RegisteredTrack): readonly string[] {
  const rows = lines.slice(table.first, table.end)
  const placeholder = rows.findIndex((line) => isPlaceholder(cellsOf(line).join('')))
  const model = cellsOf(rows.find((line) => !isPlaceholder(cellsOf(line).join(''))) ?? '')
  const hasName = table.columns.some((column) => /^(?:name|title)$/i.test(column))
  const cells = table.columns.map((column, at) => {
    const text = cellFor(column, track, { hasName, told: model[at] ?? '' })
    return (model[at] ?? '').startsWith('`') && text !== '' && !text.startsWith('`')
      ? `\`${text}\``
      : text
  })
  return placeholder === -1
    ? lines.toSpliced(table.end, 0, rowOf(cells))
    : lines.with(table.first + placeholder, rowOf(cells))
}

function cellFor(
  column: string,
  track: RegisteredTrack,
  { hasName, told: message }: { readonly hasName: boolean; readonly told: string },
): string {
  const { id, title, status, date } = track
  if (/^(?:track(?: id)?|id|slug)$/i.test(column)) return id
  if (/^(?:name|title)$/i.test(column)) return escapeCell(title)
  if (/status/i.test(column)) return statusLike(message, track)
  if (/completed|done/i.test(column)) return status === 'complete' ? date : ''
  if (/created|started|updated|date/i.test(column)) return date
  if (/progress|step/i.test(column)) return status === 'complete' ? 'Done' : ''
  return !hasName && /summary|result|description|goal/i.test(column) ? escapeCell(title) : ''
}

/** An entry as the others are written; as Conductor writes it where there is none. */
function newEntry(source: string, track: RegisteredTrack): readonly string[] {
  const { lines } = linesOf(source)
  const other = lines.find((line) => marker.test(line)) ?? '- [ ] **Track: x**'
  const [, prefix = '- '] = marker.exec(other) ?? []
  const link = linkTo(track, source)
  const rule = lines.some((line) => /^---+\s*$/.test(line)) ? ['---', ''] : []
  if (/^\s*[-*+]\s+\[.\]\s+\[/.test(other))
    return ['', `${prefix}${markerOf[track.status]} [${track.title}](${link})`]
  const name = other.includes('**') ? `**Track: ${track.title}**` : `Track: ${track.title}`
  const last = lines.findLast((line) => line.trim() !== '') ?? ''
  return [
    '',
    ...(/^---+\s*$/.test(last) ? [] : rule),
    `${prefix}${markerOf[track.status]} ${name}`,
    `*Link: [${link}](${link})*`,
  ]
}
