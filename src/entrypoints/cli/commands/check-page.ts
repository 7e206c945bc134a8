import { counted } from '../../../model/counted.ts'
import { resolve } from 'node:path'
import { openWorkspace } from '../../../app.ts'
import type { Workspace } from '../../../ports/workspace.ts'
import { type CheckedPages, checkPages, type PageOrder } from '../../../check/page/check-page.ts'
import { writeRepair } from '../../../check/files/check-files.ts'
import { writeShots } from '../../../check/page/shots.ts'
import type { ExitCode } from '../../../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../../../model/result.ts'
import type { PageReport } from '../../../model/page-report.ts'
import { type Call, flag, fraction, onlyOf, pathIn, text, wholeNumber } from '../command.ts'
import { whyNotWritten } from '../open-runs.ts'
import { openLiveLine } from '../live-line.ts'
import { askedFrom } from './check-asked.ts'
import { pageFormats } from './check-page-options.ts'
import { showDiff } from './check-show.ts'
import { cantWrite, deliverAll, formatOf } from './report-output.ts'

/** `check page`: judges pages in a browser, repairs them if asked, and shows what it saw. */
export async function checkPage(call: Call): AsyncResult<ExitCode> {
  const { values, terminal } = call
  const format = formatOf(values, pageFormats)
  if (!format.ok) return format
  const opened = await openWorkspace(call)
  if (!opened.ok) return opened
  const workspace = opened.value
  const abort = new AbortController()
  const live = openLiveLine(terminal, format.value !== 'pretty')
  const order = await orderFrom(call, abort.signal, (what) => {
    live.state({ where: 'check page', score: '', cost: '' })
    live.doing(what)
  })
  if (!order.ok) return order
  const stop = () => abort.abort()
  process.once('SIGINT', stop)
  const checked = await checkPages(workspace, order.value).finally(() => {
    live.end()
    process.removeListener('SIGINT', stop)
  })
  if (!checked.ok) return checked
  const written = await writeRepairs(call, workspace, checked.value, format.value === 'pretty')
  if (!written.ok) return written
  const { report } = checked.value
  const shots = await saveShots(call, report)
  if (!shots.ok) return shots
  return deliverAll(call, workspace, {
    format: format.value,
    formats: pageFormats,
    exit: report.exit,
    obligations: report.pages.flatMap(({ obligations }) => obligations),
    render: (each) => rendered(call, report, each),
  })
}

async function orderFrom(
  call: Call,
  signal: AbortSignal,
  onProgress: (what: string) => void,
): AsyncResult<PageOrder> {
  const { words, values, cwd } = call
  const threshold = fraction(values, 'threshold')
  if (!threshold.ok) return threshold
  const timeout = wholeNumber(values, 'timeout', 600)
  if (!timeout.ok) return timeout
  const foreign = ['level', 'type'].find((name) => values[name] !== undefined)
  if (foreign !== undefined)
    return usageError(`check page does not take --${foreign}`, 'leave it out')
  const asked = await askedFrom(call)
  if (!asked.ok) return asked
  const { task, criteriaText = '', criteriaFile, decided } = asked.value
  if (criteriaFile !== undefined)
    return usageError(
      'check page takes criteria in words',
      'write them into a .md or .txt file, one a line',
      criteriaFile,
    )
  const path = (name: string) => {
    const result = pathIn(cwd, text(values, name))
    return result === undefined ? {} : { [name]: result }
  }
  return ok({
    targets: words.slice(1),
    contract: { ...path('copy'), ...path('tokens'), ...path('brief'), ...path('brand') },
    texts: { task, criteria: criteriaText },
    ...(decided === undefined ? {} : { decided }),
    threshold: threshold.value ?? null,
    fix: flag(values, 'fix'),
    isStatic: flag(values, 'static'),
    failFast: flag(values, 'fail-fast'),
    allPages: flag(values, 'all-pages'),
    ...path('root'),
    only: onlyOf(call) ?? [],
    timeoutMs: (timeout.value ?? 30) * 1000,
    signal,
    onProgress,
  })
}

async function writeRepairs(
  call: Call,
  workspace: Workspace,
  { repairs }: CheckedPages,
  pretty: boolean,
): AsyncResult<null> {
  const onStdout = pretty && text(call.values, 'output') === undefined
  for (const { folder, file, before, after, bytes } of repairs) {
    const absolute = resolve(folder, file)
    const frozen = await whyNotWritten(call, workspace, absolute)
    if (frozen !== null) return err(frozen)
    await showDiff(call, { path: workspace.relative(absolute), before, after }, onStdout)
    try {
      await writeRepair({ absolute, before, after, bytes })
    } catch (error) {
      return err(cantWrite(workspace.relative(absolute), error))
    }
  }
  return ok(null)
}

async function saveShots(call: Call, report: PageReport): AsyncResult<null> {
  const folder = pathIn(call.cwd, text(call.values, 'screenshots'))
  if (folder === undefined) return ok(null)
  try {
    const count = await writeShots(call.cwd, folder, report.pages)
    const { paintError, mention } = call.terminal
    mention(
      count === 0
        ? `${paintError('yellow', '!')} no pictures: nobody looked at the page`
        : `${paintError('green', '✓')} ${counted(count, 'picture')} in ${folder}`,
    )
    return ok(null)
  } catch (error) {
    return err(cantWrite(folder, error))
  }
}

async function rendered(
  { terminal, values }: Call,
  report: PageReport,
  format: (typeof pageFormats)[number],
): Promise<string> {
  switch (format) {
    case 'pretty': {
      const { pagePretty } = await import('../../../views/page/pretty.ts')
      const toFile = text(values, 'output') !== undefined
      return pagePretty(report, {
        paint: toFile ? (_, plain) => plain : terminal.paint,
        width: terminal.live && !toFile ? terminal.width : 120,
        mostPerRule: flag(values, 'all') ? Infinity : 3,
        hasFixed: flag(values, 'fix'),
        all: flag(values, 'all'),
      })
    }
    case 'json':
      return JSON.stringify(
        (await import('../../../views/page/formats.ts')).pagesAsJson(report),
        null,
        2,
      )
    case 'markdown':
      return (await import('../../../views/page/markdown.ts')).pagesAsMarkdown(report)
    case 'html':
      return (await import('../../../views/page/html.ts')).pagesAsHtml(report, (bytes) =>
        Buffer.from(bytes).toString('base64'),
      )
    case 'sarif': {
      const { sarif } = await import('../../../views/sarif.ts')
      const { pageFiles } = await import('../../../views/page/formats.ts')
      const version = (await import('../../../app/package-files.ts')).toolVersion()
      return JSON.stringify(sarif(report.pages.flatMap(pageFiles), { version }), null, 2)
    }
    case 'junit': {
      const { junit } = await import('../../../views/junit.ts')
      const { pageSuite } = await import('../../../views/page/formats.ts')
      return junit(report.pages.map(pageSuite))
    }
  }
}
