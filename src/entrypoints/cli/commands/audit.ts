import { counted } from '../../../model/counted.ts'
import { openWorkspace } from '../../../app.ts'
import { auditPage, type AuditRefusal } from '../../../check/page/audit.ts'
import { findContract } from '../../../check/page/contract.ts'
import { findPages } from '../../../check/page/target.ts'
import { pageNamed } from '../../../check/page/page-named.ts'
import { exitCodes, type Problem, usageProblem } from '../../../model/problem.ts'
import { type AsyncResult, err, ok, type Result } from '../../../model/result.ts'
import {
  auditAsJson,
  auditAsMarkdown,
  auditPretty,
  type AuditReport,
} from '../../../views/page/audit.ts'
import { type Call, type Command, flag, fraction, pathIn, text, wholeNumber } from '../command.ts'
import { openLiveLine } from '../live-line.ts'
import { deliver, formatOf } from './report-output.ts'

const formats = ['pretty', 'json', 'markdown'] as const

export const command: Command = {
  name: 'audit',
  usage: 'audit <folder, page or run> [options]',
  about:
    'Tries the page gate itself: plants defects in a page that passes, one at a time, and counts how many the\ngate notices, in the right dimension and at the right place. The page on the disk is not touched.\nExit 0 if the goal is reached, 1 if not, 5 if the gate itself broke.',
  words: { least: 1, most: 1 },
  options: {
    seed: {
      type: 'string',
      value: 'N',
      help: 'which defects, and where (1); the same seed plants the same',
    },
    count: { type: 'string', value: 'N', help: 'how many defects, spread over all classes (60)' },
    goal: { type: 'string', value: 'SHARE', help: 'the share to notice, 0 to 1 (0.98)' },
    anyway: { type: 'boolean', help: 'go on though the page itself does not pass' },
    copy: { type: 'string', value: 'FILE', help: 'the texts it must show, a copy.json' },
    tokens: { type: 'string', value: 'FILE', help: 'the design tokens, a tokens.json' },
    brief: { type: 'string', value: 'FILE', help: 'the BRIEF.md with its sections' },
    brand: { type: 'string', value: 'DIR', help: 'the folder of visual-identity.md' },
    format: { type: 'string', value: 'F', choices: formats, help: formats.join(', ') },
    output: { type: 'string', short: 'o', value: 'FILE', help: 'write the report there' },
  },
  examples: [
    ['loopwright audit site/', '60 defects, how many are noticed'],
    ['loopwright audit landing-1', 'the page of a run, with its own contract'],
    ['loopwright audit site/ --count 200 --seed 7 --json', 'more of them, others, for scripts'],
  ],
  async run(call) {
    const format = formatOf(call.values, formats)
    if (!format.ok) return format
    const opened = await openWorkspace(call)
    if (!opened.ok) return opened
    const workspace = opened.value
    const options = optionsFrom(call)
    if (!options.ok) return options
    const audited = await audit(call, workspace, options.value)
    if (!audited.ok) return audited
    const exit = audited.value.reached ? exitCodes.accepted : exitCodes.notAccepted
    return deliver(call, workspace, rendered(call, audited.value, format.value), exit)
  },
}

type Options = { readonly seed: number; readonly count: number; readonly goal: number }

function optionsFrom({ values }: Call): Result<Options> {
  const seed = wholeNumber(values, 'seed')
  if (!seed.ok) return seed
  const count = wholeNumber(values, 'count', 2_000)
  if (!count.ok) return count
  const goal = fraction(values, 'goal')
  if (!goal.ok) return goal
  return ok({ seed: seed.value ?? 1, count: count.value ?? 60, goal: goal.value ?? 0.98 })
}

type Workspace = Extract<Awaited<ReturnType<typeof openWorkspace>>, { ok: true }>['value']

async function audit(
  { words, values, cwd, terminal }: Call,
  workspace: Workspace,
  options: Options,
): AsyncResult<AuditReport> {
  const [word = ''] = words
  if (word.includes('://')) return err(noCopy(word))
  const subject = await subjectOf({ values, cwd }, workspace, word)
  if (!subject.ok) return subject
  const live = openLiveLine(terminal, text(values, 'format') !== undefined || flag(values, 'json'))
  live.state({ where: 'audit', score: '', cost: '' })
  live.doing('looking at the page as it is')
  const browser = await workspace.openBrowser()
  const abort = new AbortController()
  const stop = () => abort.abort()
  process.once('SIGINT', stop)
  try {
    const report = await auditPage(
      { browser, clock: workspace.clock },
      {
        ...options,
        ...subject.value,
        anyway: flag(values, 'anyway'),
        signal: abort.signal,
        timeoutMs: 60_000,
        concurrency: Math.max(1, Math.min(2, workspace.concurrency)),
        onProgress: (done, all, noticed) =>
          live.doing(`${done} of ${all} defects tried, ${noticed} noticed`),
      },
    )
    if (abort.signal.aborted)
      return err({ exit: exitCodes.notAccepted, what: 'it was interrupted, so nothing is proven' })
    return report.ok ? report : err(problemOf(report.error, word))
  } finally {
    live.end()
    process.removeListener('SIGINT', stop)
    await browser.close()
  }
}

type Subject = Pick<Parameters<typeof auditPage>[1], 'files' | 'page' | 'contract'>

/** A folder or page on the disk, or the page of a run. */
async function subjectOf(
  { values, cwd }: Pick<Call, 'values' | 'cwd'>,
  workspace: Workspace,
  word: string,
): AsyncResult<Subject> {
  const target = await findPages(workspace, word, { allPages: false })
  if (!target.ok) {
    const ofRun = await pageNamed(workspace, word)
    if (ofRun === null) return target
    if (!ofRun.ok) return ofRun
    const { site, contract } = ofRun.value
    return ok({ files: site.files, page: 'index.html', contract })
  }
  const { site, folder, pages } = target.value
  if (site.type !== 'files') return err(noCopy(word))
  const named = Object.fromEntries(
    ['copy', 'tokens', 'brief', 'brand'].map((name) => [name, pathIn(cwd, text(values, name))]),
  )
  const contracted = await findContract(workspace, folder, named)
  return contracted.ok
    ? ok({ files: site.files, page: pages[0] ?? 'index.html', contract: contracted.value.contract })
    : contracted
}

const noCopy = (where: string): Problem =>
  usageProblem(
    'a page must lie in a folder for defects to be planted in a copy of it',
    'name the folder',
    where,
  )

function problemOf(refusal: AuditRefusal, where: string): Problem {
  switch (refusal.type) {
    case 'unseen':
      return {
        exit: refusal.isOurs ? exitCodes.internal : exitCodes.notAccepted,
        what: `nobody could look at the page: ${refusal.reason}`,
        where,
        todo: 'see what this machine lacks: loopwright doctor',
      }
    case 'not-clean':
      return {
        exit: exitCodes.notAccepted,
        what: [
          `the page does not pass itself, so what is planted cannot be told from what was there: ${counted(refusal.findings.length, 'error')}`,
          ...refusal.findings.slice(0, 5).map(({ ruleId, message }) => `${ruleId}: ${message}`),
        ].join('\n'),
        where,
        todo: `repair it: loopwright check page ${where} --fix; or go on: --anyway`,
      }
    case 'nothing-to-plant':
      return {
        exit: exitCodes.notAccepted,
        what: 'there is no place for any defect in this page',
        where,
        todo: 'name a page with content and a style sheet',
      }
  }
}

function rendered(
  { terminal, values }: Call,
  report: AuditReport,
  format: (typeof formats)[number],
): string {
  if (format === 'json') return JSON.stringify(auditAsJson(report), null, 2)
  if (format === 'markdown') return auditAsMarkdown(report)
  const toFile = text(values, 'output') !== undefined
  const paint: typeof terminal.paint = toFile ? (_, plain) => plain : terminal.paint
  return auditPretty(report, paint, terminal.live && !toFile ? terminal.width : 120)
}
