import { nearest } from '../../../kit/near.ts'
import { extname, resolve } from 'node:path'
import type { Workspace } from '../../../ports/workspace.ts'
import type { Obligation } from '../../../model/obligation.ts'
import { type ExitCode, type Problem, usageProblem } from '../../../model/problem.ts'
import { type AsyncResult, err, ok, type Result, usageError } from '../../../model/result.ts'
import { type Call, flag, idsOf, list, text, type Values } from '../command.ts'
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
  const odd = list(values, 'report').find((path) => formatFor(path, formats) === undefined)
  if (odd !== undefined)
    return usageError(
      `the name of a report says its format: ${Object.keys(byExtension).join(', ')}`,
      'choose another name, or use --format and --output',
      odd,
    )
  return ok(format)
}

const byExtension: Readonly<Record<string, string>> = {
  '.json': 'json',
  '.sarif': 'sarif',
  '.xml': 'junit',
  '.md': 'markdown',
  '.html': 'html',
}

const formatFor = <Format extends string>(
  path: string,
  formats: readonly Format[],
): Format | undefined => formats.find((each) => each === byExtension[extname(path)])

type Rendered<Format> = {
  readonly format: Format
  readonly formats: readonly Format[]
  readonly exit: ExitCode
  /** All that was owed, of which a person may decide some. */
  readonly obligations: readonly Obligation[]
  readonly render: (format: Format) => Promise<string>
}

/** Writes the reports that --report names, each in the format of its name, and then delivers the one that was asked for. */
export async function deliverAll<Format extends string>(
  call: Call,
  workspace: Workspace,
  { format, formats, exit, obligations, render }: Rendered<Format>,
): AsyncResult<ExitCode> {
  const known = obligations.map(({ id }) => id)
  const strange = [...idsOf(call, 'met'), ...idsOf(call, 'unmet')].find(
    (id) => id !== 'all' && !known.includes(id),
  )
  if (strange !== undefined) {
    const near = nearest(strange, known)
    return usageError(
      `nothing here has the id ${strange}, so nobody can decide it`,
      near === null ? 'ids stand in brackets, as [task.1]' : `did you mean ${near}?`,
    )
  }
  for (const path of list(call.values, 'report')) {
    const other = formatFor(path, formats)
    if (other === undefined) continue
    const written = await write(call, workspace, path, await render(other))
    if (!written.ok) return written
  }
  return deliver(call, workspace, await render(format), exit)
}

/** Prints a report, or writes it whole to the file that was named. */
export async function deliver(
  call: Call,
  workspace: Workspace,
  report: string,
  exit: ExitCode,
): AsyncResult<ExitCode> {
  const output = text(call.values, 'output')
  if (output === undefined) {
    call.terminal.print(report.replace(/\n$/, ''))
    return ok(exit)
  }
  const written = await write(call, workspace, output, report)
  return written.ok ? ok(exit) : written
}

async function write(
  call: Call,
  workspace: Workspace,
  path: string,
  report: string,
): AsyncResult<null> {
  const { terminal, cwd } = call
  try {
    const whole = report.endsWith('\n') ? report : `${report}\n`
    const saved = await saveArtifact(call, workspace, resolve(cwd, path), whole)
    if (!saved.ok) return saved
    terminal.mention(`${terminal.paintError('green', '✓')} written to ${saved.value}`)
    return ok(null)
  } catch (error) {
    return err(cantWrite(path, error))
  }
}

/** A place that cannot be written is the user's to choose again, not a fault of ours. */
export const cantWrite = (where: string, error: unknown): Problem =>
  usageProblem(
    `it cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    'choose another place, or give write permission',
    where,
  )
