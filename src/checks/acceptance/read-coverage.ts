import { z } from 'zod'
import type { CoverageMeasure } from './measurement.ts'
import { pathOf, type Places } from './read-diagnostics.ts'

export type CoveredFile = CoverageMeasure['files'][number]

const Counts = z.object({ total: z.number(), covered: z.number() })
const Summary = z.record(z.string(), z.object({ lines: Counts, statements: Counts.optional() }))

/** istanbul's `coverage-summary.json`: vitest, jest, c8 and nyc write it. */
export function readSummary(value: unknown, places: Places): readonly CoveredFile[] | null {
  const parsed = Summary.safeParse(value)
  if (!parsed.success) return null
  return Object.entries(parsed.data)
    .filter(([name]) => name !== 'total')
    .flatMap(([name, { lines }]) => fileOf(places, name, lines))
}

/** The total of the summary, for reports that name no file of the project. */
export function summaryTotal(value: unknown): number | null {
  const total = Summary.safeParse(value).data?.['total']?.lines
  return total === undefined ? null : percentOf([total])
}

const fileOf = (
  places: Places,
  name: string,
  { total, covered, missed }: Omit<CoveredFile, 'path'>,
): readonly CoveredFile[] => {
  const path = pathOf(places, name)
  const sound =
    Number.isInteger(total) && Number.isInteger(covered) && covered >= 0 && covered <= total
  const lines = missed === undefined ? {} : { missed }
  return path === null || !sound ? [] : [{ path, covered, total, ...lines }]
}

const Final = z.record(
  z.string(),
  z.object({
    path: z.string().optional(),
    statementMap: z.record(z.string(), z.object({ start: z.object({ line: z.number() }) })),
    s: z.record(z.string(), z.number()),
  }),
)

/** istanbul's `coverage-final.json`: a line counts as covered when a statement that begins on it ran. */
export function readFinal(value: unknown, places: Places): readonly CoveredFile[] | null {
  const parsed = Final.safeParse(value)
  if (!parsed.success) return null
  return Object.entries(parsed.data).flatMap(([name, { path, statementMap, s }]) => {
    const hits = new Map<number, number>()
    for (const [id, { start }] of Object.entries(statementMap))
      hits.set(start.line, Math.max(hits.get(start.line) ?? 0, s[id] ?? 0))
    return fileOf(places, path ?? name, countHits(hits))
  })
}

const countHits = (hits: ReadonlyMap<number, number>) => ({
  total: hits.size,
  covered: [...hits.values()].filter((count) => count > 0).length,
  missed: [...hits].flatMap(([line, count]) => (count > 0 ? [] : [line])),
})

/** lcov's `lcov.info`, also from `node --test`. */
export function readLcov(text: string, places: Places): readonly CoveredFile[] | null {
  if (!/^SF:/m.test(text)) return null
  return text.split('end_of_record').flatMap((record) => {
    const name = /^SF:(.+)$/m.exec(record)?.[1]
    if (name === undefined) return []
    const hits = new Map<number, number>()
    for (const [, line, count] of record.matchAll(/^DA:(\d+),(\d+)/gm))
      hits.set(Number(line), Math.max(hits.get(Number(line)) ?? 0, Number(count)))
    return fileOf(places, name, countHits(hits))
  })
}

/** Cobertura's XML: one class for a file, its lines with their hits. */
export function readCobertura(text: string, places: Places): readonly CoveredFile[] | null {
  if (!/<coverage\b/.test(text)) return null
  const sources = [...text.matchAll(/<source>([^<]*)<\/source>/g)].map(([, source = '']) => source)
  const files = new Map<string, Map<number, number>>()
  for (const [, name = '', body = ''] of text.matchAll(
    /<class\b[^>]*\bfilename="([^"]+)"[^>]*>([\s\S]*?)<\/class>/g,
  )) {
    const path = ['', ...sources.map((source) => `${source.replace(/\/$/, '')}/`)]
      .map((source) => pathOf(places, `${source}${name}`))
      .find((found) => found !== null)
    if (path === undefined || path === null) continue
    const hits = files.get(path) ?? new Map<number, number>()
    for (const [, line, count] of body.matchAll(/<line\b[^>]*\bnumber="(\d+)"[^>]*\bhits="(\d+)"/g))
      hits.set(Number(line), Math.max(hits.get(Number(line)) ?? 0, Number(count)))
    files.set(path, hits)
  }
  return [...files].flatMap(([path, hits]) => fileOf(places, path, countHits(hits)))
}

/** Per cent to two decimals, cut as istanbul does, so that 100 means all. */
export function percentOf(files: readonly Pick<CoveredFile, 'covered' | 'total'>[]): number | null {
  const total = files.reduce((sum, file) => sum + file.total, 0)
  const covered = files.reduce((sum, file) => sum + file.covered, 0)
  return total === 0 ? null : Math.floor((covered * 10_000) / total) / 100
}

const tableRow = /^\W*[\w@./-]+\.[cm]?[jt]sx?\s*\|\s*[\d.]+/m

/** Tables that runners print, where there is no report to read. All of no file is nothing. */
export function readCoverageText(output: string): number | null {
  for (const pattern of [
    // lines stand in the fourth column of istanbul's table, behind statements, branches and functions
    /^\s*All files\s*\|\s*[\d.]+\s*\|\s*[\d.]+\s*\|\s*[\d.]+\s*\|\s*([\d.]+)/m,
    /^\s*All files\s*\|\s*([\d.]+)/m,
    /^\s*Lines\s*:\s*([\d.]+)\s*%/m,
    /^\s*Statements\s*:\s*([\d.]+)\s*%/m,
    /^# all files\s*\|\s*([\d.]+)/m,
    /^\s*(?:ℹ\s*)?all files\s*\|\s*([\d.]+)/m,
    /^\s*(?:Total )?Coverage\s*:\s*([\d.]+)\s*%/im,
  ]) {
    const match = pattern.exec(output)
    if (match === null) continue
    const percent = within(match[1])
    const isEmpty = percent === 100 && /all files/i.test(match[0]) && !tableRow.test(output)
    return isEmpty ? null : percent
  }
  return null
}

function within(text = ''): number | null {
  const value = Number(text)
  return text !== '' && value >= 0 && value <= 100 ? value : null
}
