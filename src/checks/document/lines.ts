/** Finds lines by offset. Lines count from 1, as people do. */
export type Lines = {
  readonly count: number
  lineAt(offset: number): number
  startOf(line: number): number
  textOf(line: number): string
}

export function linesOf(text: string): Lines {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  const startOf = (line: number) => starts[Math.max(0, line - 1)] ?? text.length
  return {
    count: starts.length,
    lineAt: (offset) => lastNotAbove(starts, offset) + 1,
    startOf,
    textOf: (line) => text.slice(startOf(line), startOf(line + 1)).replace(/\r?\n$/, ''),
  }
}

function lastNotAbove(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return low
}
