import { counted } from '../../../model/counted.ts'
import type { BuildMeasure, Diagnostic } from '../../acceptance/measurement.ts'
import { jsonObject } from '../../integrity/package-json.ts'
import { isScriptPath } from '../../integrity/source.ts'
import {
  type Issue,
  met,
  notApplicable,
  type Part,
  type Pass,
  undecided,
  unmet,
} from '../evaluation.ts'
import { importsOf } from '../imports.ts'
import type { TrackCode } from '../track-code.ts'

const builds = 'the project builds'
const typed = 'the type check finds nothing'

export function buildPass(code: TrackCode): Pass {
  return { number: 1, name: 'Build', parts: [build(code), types(code), parses(code)] }
}

function build(code: TrackCode): Part {
  const { measured, unmeasured, files } = code.facts
  if (measured === null) return undecided('build', builds, unmeasured ?? 'nothing could be run')
  const shown = measured.commands.find(({ purpose }) => purpose === 'build')?.shown
  if (measured.build.decided_by !== 'command' || shown === undefined) {
    const scripts = Object.keys(Object(jsonObject(files.get('package.json'))['scripts']))
    const why = scripts.length === 0 ? 'it has no scripts' : `it has ${scripts.join(', ')}`
    return notApplicable('build', builds, `package.json has no build script: ${why}`)
  }
  return partOf(code, { id: 'build', about: builds, measure: measured.build, shown })
}

function types(code: TrackCode): Part {
  const { measured, unmeasured, files, types: own } = code.facts
  if (![...files.keys()].some((path) => /(?:^|\/)[tj]sconfig[\w.-]*\.json$/.test(path)))
    return notApplicable('types', typed, 'the project has no tsconfig.json')
  if (own !== undefined)
    return partOf(code, { id: 'types', about: typed, measure: own, shown: 'tsc --noEmit' })
  if (measured === null) return undecided('types', typed, unmeasured ?? 'nothing could be run')
  const script = Object(jsonObject(files.get('package.json'))['scripts']).build
  const checksTypes =
    measured.build.decided_by === 'type-check' ||
    (measured.build.decided_by === 'command' &&
      /\b(?:vue-)?tsc\b|\bng build\b|\bnext build\b/.test(String(script)))
  if (checksTypes)
    return partOf(code, { id: 'types', about: typed, measure: measured.build, shown: 'the build' })
  const note = measured.notes.find((each) => /typescript|compiler/i.test(each))
  return undecided('types', typed, note ?? 'the build makes no type check; run npx tsc --noEmit')
}

type Measured = {
  readonly id: string
  readonly about: string
  readonly measure: BuildMeasure
  readonly shown: string
}

function partOf(code: TrackCode, { id, about, measure, shown }: Measured): Part {
  const { state, errors } = measure
  if (state === 'passed') return met(id, about, `${shown} passes`)
  if (state !== 'failed') {
    const note = code.facts.measured?.notes.find((each) => each.startsWith('the build'))
    return undecided(id, about, note ?? `${shown} did not come to an end (${state})`)
  }
  const isOthers = (error: Diagnostic) => error.path !== null && !reachesTrack(code, error.path)
  if (errors.length > 0 && errors.every(isOthers))
    return undecided(
      id,
      about,
      `${shown} fails by ${counted(errors.length, 'error')} in files that the track neither touched nor changed for: ${placeOf(errors[0])}`,
    )
  return unmet(
    id,
    about,
    errors.slice(0, 20).map((error) => issueOf(error, shown)),
  )
}

const placeOf = (error: Diagnostic | undefined): string =>
  error?.path == null ? '' : `${error.path}:${error.line ?? 1}`

const issueOf = ({ path, line, code, message }: Diagnostic, shown: string): Issue => ({
  message: `${shown} fails: ${code === null ? '' : `${code} `}${message}`,
  ...(path === null ? {} : { path }),
  ...(line === null ? {} : { line }),
  fix: `mend it until ${shown} passes`,
})

/** Whether a file is the track's, or loads something that is. */
function reachesTrack(code: TrackCode, path: string): boolean {
  const visited = new Set([path])
  for (const at of visited) {
    if (code.facts.touched.includes(at)) return true
    for (const { target } of importsOf(code, at)) if (target !== null) visited.add(target)
  }
  return false
}

function parses(code: TrackCode): Part {
  const about = 'every touched source parses'
  const paths = code.facts.touched.filter(isScriptPath)
  if (paths.length === 0)
    return notApplicable('parses', about, 'the track touched no JavaScript or TypeScript')
  const broken = paths.filter((path) => code.read(path)?.broken === true)
  if (broken.length === 0) return met('parses', about, `${counted(paths.length, 'file')} parse`)
  return unmet(
    'parses',
    about,
    broken.map((path) => ({ message: `${path} does not parse`, path, fix: 'mend its syntax' })),
  )
}
