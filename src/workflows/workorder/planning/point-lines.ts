import type { Point, Section } from './read-outline.ts'
import { fieldOf, plain } from './read-words.ts'

/** The points of a section, or its sentences where it has none. */
export function linesOf(section: Section): readonly string[] {
  const own = section.blocks.flatMap((block): readonly string[] => {
    if (block.type === 'list') return linesOfPoints(block.points)
    if (block.type === 'table')
      return block.rows.map((row) => row.filter((cell) => cell !== '').join(': '))
    return block.type === 'text' ? [plain(block.source)] : []
  })
  const listed = section.blocks.some(({ type }) => type === 'list' || type === 'table')
  const kept = listed ? own.filter((line) => !line.endsWith(':')) : own
  return [...kept, ...section.sections.flatMap(linesOf)].filter((line) => line !== '')
}

/** Points as lines. What ends with a colon takes in what stands below it. */
function withBelow(point: Point): readonly string[] {
  const text = plain(point.text)
  if (point.points.length === 0) return [text]
  const below = linesOfPoints(point.points)
  return text.endsWith(':') || below.every((line) => scenario.test(line))
    ? [`${text} ${below.join('; ')}`]
    : [text, ...below]
}

const scenario = /^(?:given|when|then|and|but)\b/i

/** Given, when and then are one line, also where they are three points. */
export function linesOfPoints(points: readonly Point[]): readonly string[] {
  const lines: string[] = []
  for (const line of points.flatMap(withBelow)) {
    const last = lines.at(-1)
    const goesOn =
      last !== undefined &&
      scenario.test(last) &&
      /^(?:when|then|and|but)\b/i.test(line) &&
      !(/^when\b/i.test(line) && /\bthen\b/i.test(last))
    if (goesOn)
      lines[lines.length - 1] =
        `${last.replace(/[,;.]$/, '')}, ${line.slice(0, 1).toLowerCase()}${line.slice(1)}`
    else lines.push(line)
  }
  return lines
}

/** A name alone, or a question, is nothing that could be checked. */
export const canBeFoundTrue = (line: string): boolean =>
  fieldOf(line) === null &&
  !line.endsWith('?') &&
  line.split(' ').length >= 2 &&
  !/^(?:requires|depends? on|blocked by|needs|builds on|after)\s+(?:[A-Z]{1,6}-?\d|(?:task|story|step|phase|section)s?\b|#?\d)/i.test(
    line,
  )
