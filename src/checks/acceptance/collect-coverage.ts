import type { Workbench } from '../../ports/workbench.ts'
import { reportFolder } from './instrument.ts'
import { readJson } from './measure-context.ts'
import { isTestPath } from './measure-files.ts'
import type { CoverageMeasure } from './measurement.ts'
import {
  type CoveredFile,
  percentOf,
  readCobertura,
  readCoverageText,
  readFinal,
  readLcov,
  readSummary,
  summaryTotal,
} from './read-coverage.ts'
import type { Places } from './read-diagnostics.ts'

export const unknownCoverage: CoverageMeasure = {
  confidence: 'unknown',
  percent: null,
  files: [],
  source: 'no tool reported coverage',
}

type Asked = { readonly segments: number; readonly output: string; readonly script: string }

/** Coverage from the tools' own reports; a table in their output only where there is none. */
export async function collectCoverage(
  bench: Workbench,
  places: Places,
  { segments, output, script }: Asked,
): Promise<CoverageMeasure> {
  for (const prefix of [`${reportFolder}/`, '']) {
    const found = await reportsBelow(bench, places, { prefix, segments, script })
    if (found !== null) return found
  }
  const percent = readCoverageText(output)
  if (percent === null) return unknownCoverage
  return { confidence: 'parsed-from-text', percent, files: [], source: 'the table it printed' }
}

type Where = Pick<Asked, 'segments' | 'script'> & { readonly prefix: string }

async function reportsBelow(
  bench: Workbench,
  places: Places,
  { prefix, segments, script }: Where,
): Promise<CoverageMeasure | null> {
  const merged = new Map<string, CoveredFile>()
  const sources: string[] = []
  let total: number | null = null
  const names =
    prefix === ''
      ? ['coverage']
      : Array.from({ length: segments }, (_, index) => `coverage-${index}`)
  for (const name of names) {
    const read = await oneReport(bench, places, `${prefix}${name}`)
    if (read === null) continue
    sources.push(read.source)
    total ??= read.total
    // the program that the script starts is the test, not what is tested
    for (const file of read.files)
      if (!isTestPath(file.path) && !script.split(/[\s'"]+/).includes(file.path))
        merged.set(file.path, better(merged.get(file.path), file))
  }
  if (sources.length === 0) return null
  const files = [...merged.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
  return {
    confidence: 'measured',
    // a report that names no file of the project: its tests loaded none of it, unless they ran what was built
    percent: percentOf(files) ?? total ?? 0,
    files,
    source: [...new Set(sources)].join(', '),
  }
}

/** Of two reports on one file the one that saw more of it run. */
const better = (one: CoveredFile | undefined, other: CoveredFile): CoveredFile =>
  one === undefined || other.covered > one.covered ? other : one

type Read = {
  readonly files: readonly CoveredFile[]
  readonly source: string
  readonly total: number | null
}

const withMissed = (file: CoveredFile, missed: CoveredFile['missed']): CoveredFile =>
  missed === undefined ? file : { ...file, missed }

async function oneReport(bench: Workbench, places: Places, name: string): Promise<Read | null> {
  const summary = await readJson(bench, `${name}/coverage-summary.json`)
  const files = summary === null ? null : readSummary(summary, places)
  const final = await readJson(bench, `${name}/coverage-final.json`)
  const whole = final === null ? null : readFinal(final, places)
  if (files !== null) {
    const missed = new Map(whole?.map((file) => [file.path, file.missed]))
    return {
      files: files.map((file) => withMissed(file, missed.get(file.path))),
      source: 'coverage-summary.json',
      total: summaryTotal(summary),
    }
  }
  if (whole !== null) return { files: whole, source: 'coverage-final.json', total: null }
  for (const [path, read] of [
    [`${name}.info`, readLcov],
    [`${name}/lcov.info`, readLcov],
    ['lcov.info', readLcov],
    [`${name}/cobertura-coverage.xml`, readCobertura],
  ] as const) {
    const text = await bench.read(path)
    // a report that was asked for and names no file: the tests loaded none
    const isEmpty = text !== null && path.startsWith(reportFolder) && text.trim() === ''
    const found = text === null ? null : isEmpty ? [] : read(text, places)
    if (found !== null)
      return {
        files: found,
        source: path.endsWith('.info') ? 'lcov.info' : 'cobertura-coverage.xml',
        total: null,
      }
  }
  return null
}
