/** A fenced code block of a Markdown text. Offsets and lines are those of the whole text. */
export type FencedBlock = {
  readonly language: string
  readonly info: string
  readonly content: string
  /** Offset of the first character of the content. */
  readonly start: number
  readonly end: number
  /** Line (from 1) of the first content line. */
  readonly line: number
}

const fence = /^( {0,3})(`{3,}|~{3,})[ \t]*([^\n`]*)$/

/** All fenced blocks in reading order. An unclosed fence runs to the end of the text, as in CommonMark. */
export function fencedBlocks(text: string): readonly FencedBlock[] {
  const blocks: FencedBlock[] = []
  let open: { marker: string; info: string; start: number; line: number } | null = null
  let offset = 0
  const close = (from: NonNullable<typeof open>, end: number) => {
    const content = text.slice(from.start, end)
    const [language = ''] = from.info.split(/[\s{]/)
    blocks.push({
      language: language.toLowerCase(),
      info: from.info,
      content,
      start: from.start,
      end,
      line: from.line,
    })
  }
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.replace(/\r$/, '')
    const next = offset + raw.length + 1
    const match = fence.exec(line)
    if (open === null && match) {
      open = {
        marker: match[2]!,
        info: match[3]!.trim(),
        start: Math.min(next, text.length),
        line: index + 2,
      }
    } else if (open !== null && match && closes(open.marker, match)) {
      close(open, offset)
      open = null
    }
    offset = next
  }
  if (open !== null) close(open, text.length)
  return blocks
}

function closes(marker: string, match: RegExpExecArray): boolean {
  const [, , fenceText = '', info = ''] = match
  return info.trim() === '' && fenceText[0] === marker[0] && fenceText.length >= marker.length
}

/** The content of the largest block: in an artifact that holds a file, the file. */
export const largestFence = (text: string): string | null =>
  fencedBlocks(text).toSorted((left, right) => right.content.length - left.content.length)[0]
    ?.content ?? null
