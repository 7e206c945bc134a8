import { numbersFrom } from '../seed.ts'
import { at, block, disc, drawing, type Point, span } from './draw.ts'

const size: Point = [640, 600]
const columns = 4
const rows = 6

/** Many ways through the same stations, one of them marked. */
export function flow(seed: number): string {
  const next = numbersFrom(seed)
  const x = (column: number) => 70 + column * ((size[0] - 140) / (columns - 1))
  const y = (row: number) => 70 + row * ((size[1] - 140) / (rows - 1))
  const walk = (): readonly number[] => span(columns).map(() => Math.floor(next() * rows))
  const path = (walked: readonly number[]): string =>
    walked
      .map((row, column) => {
        if (column === 0) return `M-20 ${at(y(row))}H${at(x(0))}`
        const before = y(walked[column - 1] ?? row)
        const half = (x(column) + x(column - 1)) / 2
        return `C${at(half)} ${at(before)} ${at(half)} ${at(y(row))} ${at(x(column))} ${at(y(row))}`
      })
      .join('') + `H${size[0] + 20}`
  const ways = span(11).map((way) => ({ walked: walk(), width: 3 + ((way * 5) % 14) }))
  const marked = walk()
  return drawing(size, [
    block([0, 0], size, 'brand'),
    ...ways.map(
      ({ walked, width }, index) =>
        `<path class="s-${index % 4 === 3 ? 'second' : 'pale'}" stroke-width="${width}" stroke-opacity="${index % 4 === 3 ? 0.9 : 0.16}" d="${path(walked)}"/>`,
    ),
    `<path class="s-accent" stroke-width="7" d="${path(marked)}"/>`,
    ...span(columns * rows).map((node) =>
      disc([x(Math.floor(node / rows)), y(node % rows)], 4, 'pale'),
    ),
    ...marked.flatMap((row, column) => [
      disc([x(column), y(row)], 15, 'brand'),
      `<circle class="s-accent" cx="${at(x(column))}" cy="${at(y(row))}" r="15" stroke-width="5"/>`,
      disc([x(column), y(row)], 5, 'pale'),
    ]),
  ])
}
