import {
  entryOf,
  isPlaceholder,
  marker,
  markerOf,
  type RegisteredTrack,
  withStatus,
} from './track-lines.ts'

type Section = { readonly at: number; readonly end: number }

const headings = {
  active: /current focus|active|in progress/i,
  done: /done|complet|finish|recent/i,
}

function sectionOf(lines: readonly string[], heading: RegExp): Section | null {
  const at = lines.findIndex((line) => /^#{2,6}\s/.test(line) && heading.test(line))
  const next = lines.findIndex((line, index) => index > at && /^#{1,6}\s/.test(line))
  return at === -1 ? null : { at, end: next === -1 ? lines.length : next }
}

export const hasSections = (lines: readonly string[]): boolean =>
  sectionOf(lines, headings.active) !== null || sectionOf(lines, headings.done) !== null

/** The track in the list of what is worked on or of what is done. An entry that moves keeps its words. */
export function inSections(
  lines: readonly string[],
  track: RegisteredTrack,
  { link, done }: { readonly link: string; readonly done: string },
): readonly string[] {
  const [from, to] =
    track.status === 'complete'
      ? [headings.active, headings.done]
      : [headings.done, headings.active]
  const at = entryOf(lines, track)
  const old = sectionOf(lines, from)
  const word = `${track.status === 'complete' ? 'done' : 'since'} ${track.date}`
  if (at === -1) return added(lines, [`[${track.title}](${link}) — ${word}`], { to, track, done })
  const line = lines[at] ?? ''
  if (marker.test(line) || old === null || at < old.at || at >= old.end)
    return lines.with(at, withStatus(line, track))
  const next = lines.findIndex((each, index) => index > at && !/^\s+\S/.test(each))
  const end = next === -1 ? lines.length : next
  const [first = '', ...rest] = lines.slice(at, end)
  const said = withStatus(first, track)
    .replace(/^\s*[-*+]\s+/, '')
    .replace(/ — (?:since|done) \d{4}-\d\d-\d\d$/, ` — ${word}`)
  const isLast = lines
    .slice(old.at + 1, old.end)
    .every(
      (each, index) => each.trim() === '' || (old.at + 1 + index >= at && old.at + 1 + index < end),
    )
  const left = lines.toSpliced(at, end - at, ...(isLast ? ['(no active tracks)'] : []))
  return added(left, [said, ...rest], { to, track, done })
}

function added(
  lines: readonly string[],
  [first = '', ...rest]: readonly string[],
  {
    to,
    track,
    done,
  }: { readonly to: RegExp; readonly track: RegisteredTrack; readonly done: string },
): readonly string[] {
  const section = sectionOf(lines, to)
  if (section === null) {
    const remaining = lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1)
    const heading = track.status === 'complete' ? `## ${done}` : '## Active Tracks'
    return [...remaining, '', heading, '', `- ${first}`, ...rest, '']
  }
  const own = lines.slice(section.at + 1, section.end)
  const box = own.some((line) => marker.test(line)) ? `${markerOf[track.status]} ` : ''
  const entry = [`- ${box}${first}`, ...rest]
  const placeholder = own.findIndex(isPlaceholder)
  if (placeholder !== -1) return lines.toSpliced(section.at + 1 + placeholder, 1, ...entry)
  const last = own.findLastIndex((line) => line.trim() !== '')
  return last === -1
    ? lines.toSpliced(section.at + 1, 0, '', ...entry)
    : lines.toSpliced(section.at + 2 + last, 0, ...entry)
}
