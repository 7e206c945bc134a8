import type { Workbench } from '../../ports/workbench.ts'
import { reportFolder } from './instrument.ts'
import { readJson } from './measure-context.ts'
import { isTestPath } from './measure-files.ts'
import type { CoverageMeasure } from './measurement.ts'
import {
  type CoverageReport,
  type CoveredFile,
  percentOf,
  readCoverageText,
  readFinal,
  readLcov,
} from './read-coverage.ts'
import type { Places } from './read-diagnostics.ts'

export const unknownCoverage: CoverageMeasure = {
  confidence: 'unknown',
  percent: null,
  files: [],
  source: 'no tool reported coverage',
}

type Asked = { readonly segments: number; readonly output: string; readonly script: string }
type Found = CoverageReport & { readonly source: string }

/** Coverage from the tools' own reports; a table in their output only where there is none. */
export async function collectCoverage(
  bench: Workbench,
  places: Places,
  { segments, output, script }: Asked,
): Promise<CoverageMeasure> {
  const asked = Array.from({ length: segments }, (_, index) => `${reportFolder}/coverage-${index}`)
  for (const names of [asked, ['coverage']]) {
    const reports = await Promise.all(names.map((name) => oneReport(bench, places, name)))
    const results = reports.filter((each) => each !== null)
    if (results.length > 0) return merged(results, script)
  }
  const percent = readCoverageText(output)
  if (percent === null) return unknownCoverage
  return { confidence: 'parsed-from-text', percent, files: [], source: 'the table it printed' }
}

/** Of two reports on one file the one that saw more of it run counts. */
function merged(results: readonly Found[], script: string): CoverageMeasure {
  const byPath = new Map<string, CoveredFile>()
  const started = script.split(/[\s'"]+/)
  for (const file of results.flatMap(({ files }) => files)) {
    // the program that the script starts is the test, not what is tested
    if (isTestPath(file.path) || started.includes(file.path)) continue
    const known = byPath.get(file.path)
    if (known === undefined || file.covered > known.covered) byPath.set(file.path, file)
  }
  const files = [...byPath.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
  const total = results.find((each) => each.total !== null)?.total
  return {
    confidence: 'measured',
    // a report that names no file of the project: its tests loaded none of it, unless they ran what was built
    percent: percentOf(files) ?? total ?? 0,
    files,
    source: [...new Set(results.map(({ source }) => source))].join(', '),
  }
}

async function oneReport(bench: Workbench, places: Places, name: string): Promise<Found | null> {
  const final = readFinal(await readJson(bench, `${name}/coverage-final.json`), places)
  if (final !== null) return { ...final, source: 'coverage-final.json' }
  const own = name.startsWith(reportFolder) ? [] : ['lcov.info']
  for (const path of [`${name}.info`, `${name}/lcov.info`, ...own]) {
    const text = await bench.read(path)
    const report = text === null ? null : readLcov(text, places)
    if (report !== null) return { ...report, source: 'lcov.info' }
  }
  return null
}
