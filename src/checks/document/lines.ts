import { lineStarts, placeAt } from '../../kit/lines.ts'

/** Finds lines by offset. Lines count from 1, as people do. */
export type Lines = {
  readonly count: number
  lineAt(offset: number): number
  startOf(line: number): number
  textOf(line: number): string
}

export function linesOf(text: string): Lines {
  const starts = lineStarts(text)
  const startOf = (line: number) => starts[Math.max(0, line - 1)] ?? text.length
  return {
    count: starts.length,
    lineAt: (offset) => placeAt(starts, offset).line,
    startOf,
    textOf: (line) => text.slice(startOf(line), startOf(line + 1)).replace(/\r?\n$/, ''),
  }
}
