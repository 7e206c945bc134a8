import { inSections } from './sections.ts'
import { linesOf, linkTo, type RegisteredTrack, textOf } from './track-lines.ts'

const empty = (date: string) => `# Project Status

**Last Updated**: ${date}

## Current Focus

(no active tracks)

## Recent Completions

(none)
`

/** conductor/index.md with the track under what is worked on or what is done. */
export function indexTrack(indexMd: string | null, track: RegisteredTrack): string {
  const source = indexMd === null || indexMd.trim() === '' ? empty(track.date) : indexMd
  const { lines, end } = linesOf(source)
  const changed = textOf(
    inSections(lines, track, { link: linkTo(track, source), done: 'Recent Completions' }),
    end,
  )
  return changed === source
    ? source
    : changed.replace(/^(\W*last updated\W*)(?:\d{4}-\d\d-\d\d|YYYY-MM-DD)/im, `$1${track.date}`)
}
