import { nearest } from '../../../kit/near.ts'
import { resolve } from 'node:path'
import type { Workspace } from '../../../ports/workspace.ts'
import { type ExitCode, type Problem, usageProblem } from '../../../model/problem.ts'
import { type AsyncResult, err, ok, type Result, usageError } from '../../../model/result.ts'
import { type Call, flag, text, type Values } from '../command.ts'
import { saveArtifact } from '../save-artifact.ts'

/** The format asked for; --json is short for --format json, and the two must not disagree. */
export function formatOf<Format extends string>(
  values: Values,
  formats: readonly Format[],
): Result<Format> {
  const asked = text(values, 'format') ?? (flag(values, 'json') ? 'json' : 'pretty')
  const format = formats.find((each) => each === asked)
  if (format === undefined) {
    const near = nearest(asked, formats)
    return usageError(
      `there is no format "${asked}"`,
      near ? `did you mean --format ${near}?` : `formats: ${formats.join(', ')}`,
    )
  }
  if (flag(values, 'json') && format !== 'json')
    return usageError(`--json and --format ${format} ask for different things`)
  return ok(format)
}

/** Prints a report, or writes it whole to the file that was named. */
export async function deliver(
  call: Call,
  workspace: Workspace,
  report: string,
  exit: ExitCode,
): AsyncResult<ExitCode> {
  const { values, terminal, cwd } = call
  const output = text(values, 'output')
  if (output === undefined) {
    terminal.print(report.replace(/\n$/, ''))
    return ok(exit)
  }
  try {
    const whole = report.endsWith('\n') ? report : `${report}\n`
    const saved = await saveArtifact(call, workspace, resolve(cwd, output), whole)
    if (!saved.ok) return saved
    terminal.mention(`${terminal.paintError('green', '✓')} written to ${saved.value}`)
    return ok(exit)
  } catch (error) {
    return err(cantWrite(output, error))
  }
}

/** A place that cannot be written is the user's to choose again, not a fault of ours. */
export const cantWrite = (where: string, error: unknown): Problem =>
  usageProblem(
    `it cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    'choose another place, or give write permission',
    where,
  )
