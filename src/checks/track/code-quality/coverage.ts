import type { CoverageMeasure, Measurement } from '../../acceptance/measurement.ts'
import { percentOf } from '../../acceptance/read-coverage.ts'
import { met, notApplicable, type Part, undecided, unmet } from '../evaluation.ts'
import type { TrackCode } from '../track-code.ts'
import { type Area, areaOf } from './areas.ts'

type Covered = Pick<CoverageMeasure['files'][number], 'path' | 'covered' | 'total'>

const leastOverall = 70
/** 3.17: utilities 80. */
const leastOf = {
  'business logic': 90,
  'API routes': 80,
  utilities: 80,
} as const satisfies Partial<Record<Area, number>>

/** How much of the code runs in the tests: of the project, and by area of what the track touched. */
export function coverage(code: TrackCode, measured: Measurement): readonly Part[] {
  const { confidence, percent, source } = measured.coverage
  const overallAbout = `the tests cover at least ${leastOverall} % of the project`
  if (confidence === 'unknown' || percent === null)
    return [notApplicable('coverage', overallAbout, `NOT CONFIGURED: ${source}`)]
  const touched = code.touched('source').flatMap((file) => {
    const counted = countsOf(measured, file.path)
    return counted === null ? [] : [{ ...counted, ...areaOf(code, file) }]
  })
  const own = percentOf(touched)
  const overall =
    percent >= leastOverall
      ? met('coverage', overallAbout, `${percent} % (${source})`)
      : own !== null && own >= leastOverall
        ? undecided(
            'coverage',
            overallAbout,
            `${percent} % of the project, but ${own} % of what the track touched: the rest was there before`,
          )
        : unmet('coverage', overallAbout, [
            {
              message: `the tests cover ${percent} % of the project${own === null ? '' : ` and ${own} % of what the track touched`}`,
              ...worstOf(touched),
              fix: `write tests until they cover ${leastOverall} %`,
            },
          ])
  if (measured.coverage.files.length === 0) return [overall]
  const areas = Object.entries(leastOf).map(([area, least]) =>
    partOf(
      area,
      least,
      touched.filter((each) => each.area === area),
    ),
  )
  return [overall, ...areas]
}

/** A file that no test loads has lines all the same. */
function countsOf(
  { coverage: { files }, files: parsed }: Measurement,
  path: string,
): Covered | null {
  const counted = files.find((each) => each.path === path)
  if (counted !== undefined) return counted.total === 0 ? null : counted
  const total = parsed.find((each) => each.path === path)?.executable_lines ?? 0
  return files.length === 0 || total === 0 ? null : { path, covered: 0, total }
}

const worstOf = (files: readonly Covered[]): { readonly path?: string } => {
  const [worst] = files.toSorted(
    (one, other) => one.covered / one.total - other.covered / other.total,
  )
  return worst === undefined ? {} : { path: worst.path }
}

function partOf(
  area: string,
  least: number,
  files: readonly (Covered & { readonly isSure: boolean })[],
): Part {
  const id = `coverage-${area.toLowerCase().replaceAll(' ', '-')}`
  const about = `the tests cover at least ${least} % of the touched ${area}`
  const percent = percentOf(files)
  if (percent === null) return notApplicable(id, about, `the track touched no ${area}`)
  if (percent >= least)
    return met(id, about, `${percent} % of ${files.map(({ path }) => path).join(', ')}`)
  const sure = files.filter(({ isSure }) => isSure)
  const low = sure.filter((file) => (file.covered / file.total) * 100 < least)
  if ((percentOf(sure) ?? 100) >= least)
    return undecided(
      id,
      about,
      `${percent} % of ${files.map(({ path }) => path).join(', ')}, of which not all may be ${area}`,
    )
  return unmet(
    id,
    about,
    low.map((file) => ({
      message: `the tests cover ${percentOf([file]) ?? 0} % of ${file.path}, ${area} need ${least} %`,
      path: file.path,
      fix: `write tests for the lines that no test runs`,
    })),
  )
}
