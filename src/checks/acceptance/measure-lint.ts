import { type AsyncResult, ok } from '../../model/result.ts'
import type { SandboxRefusal } from '../../ports/sandbox.ts'
import type { PlannedCommand } from './commands.ts'
import { reportFolder } from './instrument.ts'
import { missingText, unplaced } from './measure-build.ts'
import { clearReports, commandRun, type MeasureContext, readJson } from './measure-context.ts'
import type { CommandRun, Diagnostic, LintMeasure } from './measurement.ts'
import { readDiagnostics } from './read-diagnostics.ts'
import { readBiome, readEslint, readLintText, readOxlint } from './read-lint.ts'
import { missingIn, outputOf, runPatiently } from './run-command.ts'
import { segmentsOf } from '../integrity/shell.ts'

type MeasuredLint = {
  readonly lint: LintMeasure
  readonly commands: readonly CommandRun[]
  readonly notes: readonly string[]
}

const nothing: LintMeasure = { state: 'unknown', errors: 0, warnings: 0, diagnostics: [] }

/** What the project's own linter says; without one nothing is known, and that is said. */
export async function measureLint(
  context: MeasureContext,
  plan: PlannedCommand | null,
): AsyncResult<MeasuredLint, SandboxRefusal> {
  if (plan === null)
    return ok({
      lint: nothing,
      commands: [],
      notes: ['no lint command: nothing was linted'],
    })
  await clearReports(context)
  const ran = await runPatiently(context.bench, plan, context.ladder('lint'), context.signal)
  if (!ran.ok) return ran
  const { run } = ran.value
  const commands = [commandRun('lint', plan, [ran.value])]
  if (run.type === 'stopped')
    return ok({ lint: { ...nothing, state: 'stopped' }, commands, notes: [] })
  const missing = missingIn(run, context)
  if (missing !== null)
    return ok({
      lint: { ...nothing, state: 'not_run' },
      commands,
      notes: [missingText('lint', missing)],
    })
  const reported = await reportedBy(context, plan)
  const output = outputOf(run)
  const placed = readDiagnostics(output, context.places)
  const messages = [...(reported ?? []), ...placed]
  if (reported !== null || placed.length > 0) {
    const counted = withRest(messages, run.code, output)
    return ok({
      lint: countedAs(reported === null ? 'parsed-from-text' : 'measured', counted),
      commands,
      notes: [],
    })
  }
  return ok({ lint: fromText(output, run.code), commands, notes: [] })
}

/** A linter that fails without an error of its own was failed by something behind it in the script. */
const withRest = (reported: readonly Diagnostic[], code: number, output: string) =>
  code === 0 || reported.length > 0 ? reported : [unplaced(output, code)]

const countedAs = (
  state: LintMeasure['state'],
  diagnostics: readonly Diagnostic[],
): LintMeasure => ({
  state,
  errors: diagnostics.filter(({ severity }) => severity === 'error').length,
  warnings: diagnostics.filter(({ severity }) => severity === 'warning').length,
  diagnostics: [...diagnostics],
})

function fromText(output: string, code: number): LintMeasure {
  const counts = readLintText(output)
  if (counts !== null) return { state: 'parsed-from-text', ...counts, diagnostics: [] }
  if (code === 0) return { ...nothing, state: 'exit-code' }
  return { state: 'exit-code', errors: 1, warnings: 0, diagnostics: [unplaced(output, code)] }
}

const readers = { eslint: readEslint, oxlint: readOxlint, biome: readBiome } as const

async function reportedBy(
  { bench, places }: MeasureContext,
  { script }: PlannedCommand,
): Promise<readonly Diagnostic[] | null> {
  let result: readonly Diagnostic[] | null = null
  for (const index of segmentsOf(script).keys())
    for (const [name, read] of Object.entries(readers)) {
      const value = await readJson(bench, `${reportFolder}/lint-${index}.${name}.json`)
      const said = value === null ? null : read(value, places)
      if (said !== null) result = [...(result ?? []), ...said]
    }
  return result
}
