import { z } from 'zod'
import type { CoverageMeasure } from './measurement.ts'
import { pathOf, type Places } from './read-diagnostics.ts'

export type CoveredFile = CoverageMeasure['files'][number]

/** What a report says: the files of the project, and the share of what lies outside, such as what was built. */
export type CoverageReport = {
  readonly files: readonly CoveredFile[]
  readonly total: number | null
}

type Hits = ReadonlyMap<number, number>
type HitsOfFile = readonly [name: string, lines: Hits, untaken?: readonly number[]]

/** How often each line ran, by file; a line counts as covered when something that begins on it ran. */
function reportOf(hits: Iterable<HitsOfFile>, places: Places): CoverageReport {
  const counted = [...hits].map(([name, lines, untaken = []]) => ({
    path: pathOf(places, name),
    total: lines.size,
    covered: [...lines.values()].filter((count) => count > 0).length,
    missed: [...lines].flatMap(([line, count]) => (count > 0 ? [] : [line])),
    ...(untaken.length === 0 ? {} : { untaken: [...untaken] }),
  }))
  const files = counted.flatMap(({ path, ...counts }) =>
    path === null ? [] : [{ path, ...counts }],
  )
  return { files, total: percentOf(counted.filter(({ path }) => path === null)) }
}

const Final = z.record(
  z.string(),
  z.object({
    path: z.string().optional(),
    statementMap: z.record(z.string(), z.object({ start: z.object({ line: z.int().positive() }) })),
    s: z.record(z.string(), z.number()),
  }),
)

/** istanbul's `coverage-final.json`: vitest, jest, c8 and nyc write it. */
export function readFinal(value: unknown, places: Places): CoverageReport | null {
  const parsed = Final.safeParse(value)
  if (!parsed.success) return null
  const hits = Object.entries(parsed.data).map(([name, { path, statementMap, s }]) => {
    const lines = new Map<number, number>()
    for (const [id, { start }] of Object.entries(statementMap))
      lines.set(start.line, Math.max(lines.get(start.line) ?? 0, s[id] ?? 0))
    return [path ?? name, lines] as const
  })
  return reportOf(hits, places)
}

/** lcov's `lcov.info`, also from `node --test`. An empty one names no file: the tests loaded none. */
export function readLcov(text: string, places: Places): CoverageReport | null {
  if (text.trim() !== '' && !/^SF:/m.test(text)) return null
  const hits = text.split('end_of_record').flatMap((record) => {
    const name = /^SF:(.+)$/m.exec(record)?.[1]
    const lines = new Map<number, number>()
    for (const [, line, count] of record.matchAll(/^DA:(\d+),(\d+)/gm))
      lines.set(Number(line), Math.max(lines.get(Number(line)) ?? 0, Number(count)))
    const untaken = [...record.matchAll(/^BRDA:(\d+),[^,]*,[^,]*,(?:0|-)$/gm)]
    return name === undefined ? [] : [[name, lines, untaken.map(([, at]) => Number(at))] as const]
  })
  return reportOf(hits, places)
}

/** Per cent to two decimals, cut as istanbul does, so that 100 means all. */
export function percentOf(files: readonly Pick<CoveredFile, 'covered' | 'total'>[]): number | null {
  const total = files.reduce((sum, file) => sum + file.total, 0)
  const covered = files.reduce((sum, file) => sum + file.covered, 0)
  return total === 0 ? null : Math.floor((covered * 10_000) / total) / 100
}

const tableRow = /^\W*[\w@./-]+\.[cm]?[jt]sx?\s*\|\s*[\d.]+/m

/** Tables that runners print; lines stand in the fourth column of istanbul's. All of no file is nothing. */
const printed: readonly RegExp[] = [
  /^\s*All files\s*\|\s*[\d.]+\s*\|\s*[\d.]+\s*\|\s*[\d.]+\s*\|\s*([\d.]+)/m,
  /^(?:#|ℹ)?\s*all files\s*\|\s*([\d.]+)/im,
  /^\s*Lines\s*:\s*([\d.]+)\s*%/m,
  /^\s*Statements\s*:\s*([\d.]+)\s*%/m,
  /^\s*(?:Total )?Coverage\s*:\s*([\d.]+)\s*%/im,
]

export function readCoverageText(output: string): number | null {
  for (const pattern of printed) {
    const match = pattern.exec(output)
    if (match === null) continue
    const percent = Number(match[1])
    const isEmpty = percent === 100 && /all files/i.test(match[0]) && !tableRow.test(output)
    return isEmpty || !(percent >= 0 && percent <= 100) ? null : percent
  }
  return null
}
