import { resolve } from 'node:path'
import type { House } from '../../app.ts'
import { openFeature } from '../../app/design-feature.ts'
import { designProblem } from '../../app/design-places.ts'
import { designReportOf, intentVersion } from '../../app/design-report.ts'
import { stopFeature } from '../../app/design-steer.ts'
import { exitCodes, type ExitCode, type Problem } from '../../model/problem.ts'
import { err, ok, type Result } from '../../model/result.ts'
import { designReportMarkdown, designReportPretty } from '../../views/design-report.ts'
import { timelineLine } from '../../views/timeline.ts'
import { answerDesign } from './answer-design.ts'
import type { Call } from './command.ts'
import { deliver } from './commands/report-output.ts'
import { showDesignStatus } from './design-status.ts'
import { flag, text } from './parse.ts'
import { runDesign } from './run-design.ts'
import { whoAmI } from './who.ts'
import { saveArtifact } from './save-artifact.ts'
import { verifyDesign } from './verify-design.ts'

type Outcome = Promise<Result<ExitCode, Problem>>

/** The verbs that all workflows share, for features. */
export const designVerbs = {
  status: showDesignStatus,
  verify: verifyDesign,

  async history({ terminal, values }: Call, house: House, name: string): Outcome {
    const opened = await openFeature(house, name)
    if (!opened.ok) return opened
    const { place } = opened.value
    const read = await place.store.journal.read()
    if (!read.ok) return err(designProblem(house, place, read.error))
    const { entries } = read.value
    if (flag(values, 'json'))
      terminal.print(JSON.stringify({ loopwright: 1, alias: name, events: entries }))
    else for (const entry of entries) terminal.print(timelineLine(entry))
    return ok(exitCodes.accepted)
  },

  async report(call: Call, house: House, name: string, format: string): Outcome {
    const opened = await openFeature(house, name)
    if (!opened.ok) return opened
    const report = await designReportOf(house, opened.value)
    const told = await rendered(call, house, {
      report,
      format,
      preview: opened.value.state.judged?.preview.sha256,
    })
    return told.ok ? deliver(call, house, told.value, exitCodes.accepted) : told
  },

  async resume(call: Call, house: House, name: string): Outcome {
    const opened = await openFeature(house, name)
    return opened.ok ? runDesign(call, house, opened.value.place) : opened
  },

  async stop({ terminal, values, words, env }: Call, house: House, name: string): Outcome {
    const reason = words.join(' ').trim() || 'user_stop'
    const stopped = await stopFeature(house, name, { reason, by: whoAmI(env) })
    if (!stopped.ok) return stopped
    const asked = stopped.value.type === 'asked'
    if (flag(values, 'json'))
      terminal.print(JSON.stringify({ loopwright: 1, alias: name, stopped: !asked, asked, reason }))
    else
      terminal.print(
        asked ? `asked the process that works on ${name} to stop` : `${name} stopped (${reason})`,
      )
    return ok(exitCodes.accepted)
  },

  async answer(call: Call, house: House, name: string, option: string): Outcome {
    const { values, env } = call
    if (option !== 'approve' && option !== 'reject' && option !== 'abort')
      return err({
        exit: 2,
        what: `"${option}" is not an option`,
        todo: 'choose one of: approve, reject, abort',
      })
    return answerDesign(call, house, name, {
      option,
      by: text(values, 'by') ?? whoAmI(env),
      feedback: text(values, 'feedback'),
    })
  },

  async save(
    { terminal, values, cwd, env }: Call,
    house: House,
    { name, file }: { readonly name: string; readonly file: string },
  ): Outcome {
    const opened = await openFeature(house, name)
    if (!opened.ok) return opened
    const wanted = text(values, 'version') ?? 'last'
    const found = await intentVersion(house, opened.value, wanted)
    if (found === null) return err(noVersion(name, wanted))
    const saved = await saveArtifact({ env }, house, resolve(cwd, file), found.text)
    if (!saved.ok) return saved
    const path = saved.value
    if (flag(values, 'json'))
      terminal.print(JSON.stringify({ loopwright: 1, alias: name, sha256: found.hash, path }))
    else
      terminal.print(`${terminal.paint('green', '✓')} saved ${found.hash.slice(0, 8)} to ${path}`)
    return ok(exitCodes.accepted)
  },
}

export const noVersion = (name: string, wanted: string): Problem => ({
  exit: 2,
  what: `${name} has no version "${wanted}"`,
  todo: `list them: loopwright diff ${name} --list`,
})

type Rendering = {
  readonly report: Awaited<ReturnType<typeof designReportOf>>
  readonly format: string
  readonly preview: string | undefined
}

async function rendered(
  { terminal, values }: Call,
  house: House,
  { report, format, preview }: Rendering,
): Promise<Result<string, Problem>> {
  const toFile = text(values, 'output') !== undefined
  const paint: typeof terminal.paint = toFile ? (_, plain) => plain : terminal.paint
  switch (format) {
    case 'pretty':
      return ok(designReportPretty(report, paint).join('\n'))
    case 'markdown':
      return ok(designReportMarkdown(report))
    case 'json':
      return ok(JSON.stringify({ loopwright: 1, workflow: 'design', ...report }))
    case 'html': {
      const page = preview === undefined ? null : await house.blobs.get(preview)
      return page === null
        ? err({ exit: 2, what: `${report.view.featureId} has no preview yet` })
        : ok(page)
    }
    default:
      return err({
        exit: 2,
        what: `a design has no report in ${format}`,
        todo: `its findings have: loopwright check design ${report.view.paths.intent} --format ${format}`,
      })
  }
}
