import { type AsyncResult, ok } from '../../model/result.ts'
import type { SandboxRefusal } from '../../ports/sandbox.ts'
import type { BuildPlan } from './commands.ts'
import { commandRun, type MeasureContext } from './measure-context.ts'
import type { BuildMeasure, CommandRun, Diagnostic, MeasuredFile } from './measurement.ts'
import { readDiagnostics } from './read-diagnostics.ts'
import { missingIn, outputOf, runPatiently } from './run-command.ts'

export type MeasuredBuild = {
  readonly build: BuildMeasure
  readonly commands: readonly CommandRun[]
  readonly notes: readonly string[]
}

/** The project's own build; without one a type check, and without that whether all sources parse. */
export async function measureBuild(
  context: MeasureContext,
  plan: BuildPlan,
  files: readonly MeasuredFile[],
): AsyncResult<MeasuredBuild, SandboxRefusal> {
  if (!('script' in plan)) {
    if (plan.by === 'nothing') return ok(notBuilt)
    const parsed = byParsing(files)
    if (plan.missing === undefined || parsed.build.state === 'failed') return ok(parsed)
    return ok({ ...parsed, build: { ...parsed.build, state: 'not_run' }, notes: [plan.missing] })
  }
  const ran = await runPatiently(context.bench, plan, context.ladder('build'), context.signal)
  if (!ran.ok) return ran
  const { run } = ran.value
  const commands = [commandRun('build', plan, [ran.value])]
  const note =
    plan.by === 'type-check' ? ['no build command: a type check decides whether it builds'] : []
  const decided = { decided_by: plan.by }
  if (run.type === 'stopped')
    return ok({ build: { ...decided, state: 'stopped', errors: [] }, commands, notes: note })
  if (run.code === 0)
    return ok({ build: { ...decided, state: 'passed', errors: [] }, commands, notes: note })
  const output = outputOf(run)
  const read = readDiagnostics(output, context.places).filter(
    ({ severity }) => severity === 'error',
  )
  const errors = read.length > 0 ? read : [unplaced(output, run.code)]
  const missing = missingIn(run, context)
  const notes = missing === null ? note : [...note, missingText('build', missing)]
  const state = missing === null ? 'failed' : 'not_run'
  return ok({ build: { ...decided, state, errors: [...errors] }, commands, notes })
}

export const missingText = (what: string, missing: string): string =>
  `the ${what} command could not run: ${missing} is not installed; install the project's packages first`

const notBuilt: MeasuredBuild = {
  build: { state: 'unknown', decided_by: 'nothing', errors: [] },
  commands: [],
  notes: ['no build command and no source files: nothing was built'],
}

function byParsing(files: readonly MeasuredFile[]): MeasuredBuild {
  const errors = files
    .filter(({ path }) => !/(?:^|\/)(?:__)?fixtures?(?:__)?\//.test(path))
    .flatMap(({ path, parse_errors }) =>
      parse_errors.map(({ line, message }): Diagnostic => ({
        path,
        line,
        column: null,
        severity: 'error',
        code: null,
        message: `does not parse: ${message}`,
      })),
    )
  return {
    build: { state: errors.length === 0 ? 'passed' : 'failed', decided_by: 'parse', errors },
    commands: [],
    notes: ['no build command: that all sources parse stands for it'],
  }
}

/** The last line that says something, for tools whose errors nobody can place. */
export function unplaced(output: string, code: number): Diagnostic {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter(
      (line) => line !== '' && !/^(?:at |npm |node:|Node\.js v|error Command failed)/.test(line),
    )
  const named = lines.filter((line) => /^(?:\[?\w*Error\b|error\b|fatal\b|✖|×)/i.test(line))
  const telling = [
    ...named,
    ...lines.filter((line) => /\berror\b|cannot|failed|not found/i.test(line)),
  ]
  return {
    path: null,
    line: null,
    column: null,
    severity: 'error',
    code: null,
    message: (telling[0] ?? lines.at(-1) ?? `it ended with exit ${code}`).slice(0, 300),
  }
}
