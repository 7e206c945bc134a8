import type { Workbench } from '../../ports/workbench.ts'
import type { PlannedCommand } from './commands.ts'
import type { CommandRun } from './measurement.ts'
import { reportFolder } from './instrument.ts'
import type { Places } from './read-diagnostics.ts'
import { tailOf, type Ladder, type RanCommand } from './run-command.ts'

/** What the parts of a measurement share. */
export type MeasureContext = {
  readonly bench: Workbench
  readonly places: Places
  readonly ladder: (purpose: CommandRun['purpose']) => Ladder
  readonly signal: AbortSignal
  /** Packages that the project asks for and that are not there. */
  readonly absent: ReadonlySet<string>
}

export const commandRun = (
  purpose: CommandRun['purpose'],
  { shown }: PlannedCommand,
  runs: readonly [RanCommand, ...RanCommand[]],
): CommandRun => ({
  purpose,
  shown,
  attempts: runs.flatMap(({ attempts }) => [...attempts]),
  repeated: runs.length > 1,
  tail: tailOf((runs.at(-1) ?? runs[0]).run),
})

const oldReports = ['coverage/coverage-final.json', 'coverage/lcov.info', 'lcov.info']

/** Takes away every report that an earlier run left, so that none is read as the news of this one. */
export async function clearReports({ bench }: MeasureContext): Promise<void> {
  await bench.write(reportFolder, null)
  for (const path of oldReports) await bench.write(path, null)
  await bench.write(`${reportFolder}/README.md`, 'Reports of the last command.\n')
}

export async function readJson(bench: Workbench, path: string): Promise<unknown> {
  const text = await bench.read(path)
  if (text === null) return null
  // some tools print a line before or behind their report
  for (const candidate of [text, text.slice(text.indexOf('{')), text.slice(text.indexOf('['))])
    try {
      return JSON.parse(candidate)
    } catch {
      continue
    }
  return null
}
