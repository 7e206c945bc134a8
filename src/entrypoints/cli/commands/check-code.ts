import { openWorkspace } from '../../../app.ts'
import { checkCode, type CodeOrder } from '../../../check/code/check-code.ts'
import type { ExitCode } from '../../../model/problem.ts'
import { type AsyncResult, ok, type Result, usageError } from '../../../model/result.ts'
import type { AcceptanceReport } from '../../../views/acceptance/report.ts'
import { type Call, flag, onlyOf, text, wholeNumber } from '../command.ts'
import { openLiveLine } from '../live-line.ts'
import { askedFrom } from './check-asked.ts'
import { deliverAll, formatOf } from './report-output.ts'

const formats = ['pretty', 'json', 'sarif', 'junit', 'markdown'] as const

/** `check code <dir>`: builds, tests and measures a project behind walls, and shows its scorecard. */
export async function checkCodeFolder(call: Call): AsyncResult<ExitCode> {
  const { values, terminal } = call
  const format = formatOf(values, formats)
  if (!format.ok) return format
  const abort = new AbortController()
  const live = openLiveLine(terminal, format.value !== 'pretty')
  const asked = await askedFrom(call)
  if (!asked.ok) return asked
  const order = orderFrom(call, abort.signal, (what) => {
    live.state({ where: 'check code', score: '', cost: '' })
    live.doing(what)
  })
  if (!order.ok) return order
  const wanted = { ...order.value, asked: asked.value, only: onlyOf(call) ?? [] }
  const opened = await openWorkspace(call)
  if (!opened.ok) return opened
  const workspace = opened.value
  const stop = () => abort.abort()
  process.once('SIGINT', stop)
  const checked = await checkCode(workspace, wanted).finally(() => {
    live.end()
    process.removeListener('SIGINT', stop)
  })
  if (!checked.ok) return checked
  const report = checked.value
  return deliverAll(call, workspace, {
    format: format.value,
    formats,
    exit: report.exit,
    obligations: report.obligations,
    render: (each) => rendered(call, report, each),
  })
}

function orderFrom(
  { words, values }: Call,
  signal: AbortSignal,
  onProgress: (what: string) => void,
): Result<Omit<CodeOrder, 'asked' | 'only'>> {
  if (words.length > 2)
    return usageError('one folder can be judged at a time', 'name one folder, or only files')
  const foreign = ['level', 'type', 'fix'].find((name) => values[name] !== undefined)
  if (foreign !== undefined)
    return usageError(
      `check code of a folder does not take --${foreign}`,
      'name files, or leave it out',
    )
  const seconds = wholeNumber(values, 'mutation', 3_600)
  if (!seconds.ok) return seconds
  const base = text(values, 'base')
  if (seconds.value !== undefined && base === undefined)
    return usageError(
      '--mutation plants bugs in a change',
      'say what it is a change to: --base REF',
    )
  const wanted = text(values, 'threshold')
  const threshold = wanted === undefined ? undefined : Number(wanted)
  if (threshold !== undefined && !(threshold >= 0 && threshold <= 10))
    return usageError(
      '--threshold is a number from 0 to 10, for a folder of code',
      'leave it out: 7',
    )
  const command = (name: 'build' | 'test' | 'lint') => {
    const own = text(values, `${name}-command`)
    return own === undefined ? {} : { [name]: own }
  }
  return ok({
    folder: words[1] ?? '.',
    ...(base === undefined ? {} : { base }),
    mutationSeconds: seconds.value ?? 0,
    commands: { ...command('build'), ...command('test'), ...command('lint') },
    ...(threshold === undefined ? {} : { threshold }),
    signal,
    onProgress,
  })
}

async function rendered(
  { terminal, values }: Call,
  report: AcceptanceReport,
  format: (typeof formats)[number],
): Promise<string> {
  switch (format) {
    case 'pretty': {
      const { acceptancePretty } = await import('../../../views/acceptance/pretty.ts')
      const toFile = text(values, 'output') !== undefined
      return acceptancePretty(report, {
        paint: toFile ? (_, plain) => plain : terminal.paint,
        width: terminal.live && !toFile ? terminal.width : 120,
        mostPerRule: flag(values, 'all') ? Infinity : 5,
      })
    }
    case 'json': {
      const { acceptanceAsJson } = await import('../../../views/acceptance/formats.ts')
      return JSON.stringify(acceptanceAsJson(report), null, 2)
    }
    case 'markdown':
      return (await import('../../../views/acceptance/formats.ts')).acceptanceAsMarkdown(report)
    case 'sarif': {
      const { sarif } = await import('../../../views/sarif.ts')
      const { acceptanceFiles } = await import('../../../views/acceptance/formats.ts')
      const version = (await import('../../../app/package-files.ts')).toolVersion()
      return JSON.stringify(sarif(acceptanceFiles(report), { version }), null, 2)
    }
    case 'junit': {
      const { junit } = await import('../../../views/junit.ts')
      const { acceptanceSuite } = await import('../../../views/acceptance/formats.ts')
      return junit([acceptanceSuite(report)])
    }
  }
}
