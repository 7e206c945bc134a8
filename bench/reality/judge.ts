import { openWorkspace } from '../../src/app.ts'
import { check } from '../../src/check/check.ts'
import { checkPages } from '../../src/check/page/check-page.ts'
import { inspectChange } from '../../src/checks/integrity/inspect-change.ts'
import { dependsOnIntent } from '../../src/checks/integrity/intent.ts'
import { ownBrowser } from './own-browser.ts'
import type { openCommits } from './commit-trees.ts'
import type { Kind, Subject } from './sources.ts'

/** Something that would stop this piece of work. */
export type Blocker = { readonly rule: string; readonly place: string; readonly message: string }

export type Judged = {
  readonly subject: Subject
  /** What blocks work that exists. */
  readonly blockers: readonly Blocker[]
  /** What blocks only work that was made to order. */
  readonly ordered: readonly Blocker[]
  /** Left to a judge or a person. */
  readonly undecided: number
  readonly problem: string | null
}

/** Rules of a template that are decided by a check of another name. */
const checkOf: Readonly<Record<string, string>> = { 'openapi/valid': 'openapi/sound' }

const template: Readonly<Record<string, string>> = {
  docs: 'document',
  config: 'configuration',
  code: 'code',
  openapi: 'openapi',
}

const open = async (cwd: string) => {
  const opened = await openWorkspace({
    cwd,
    root: cwd,
    env: process.env,
    openBrowser: () => ownBrowser(cwd),
  })
  if (!opened.ok) throw new Error(opened.error.what)
  return opened.value
}

export async function judgeFile(
  folder: string,
  subject: Subject,
  kind: Exclude<Kind, 'page' | 'change'>,
): Promise<Judged> {
  const answer = await check(await open(folder), { kind, paths: [subject.path] })
  if (!answer.ok) return trouble(subject, answer.error.what)
  const [own] = answer.value.subjects
  const unmet = own?.obligations.filter(
    ({ status, weight }) => status === 'unmet' && weight === 'must',
  )
  const blockers = (unmet ?? []).flatMap(({ id, reason }) => {
    const rule = id.replace(/^rule\./, '')
    const found = own?.findings.filter((each) => each.rule === rule) ?? []
    const ruled = `${template[kind]}/${rule.split('.').at(-1) ?? rule}`
    const name = checkOf[ruled] ?? ruled
    return found.length === 0
      ? [{ rule: name, place: '', message: reason }]
      : found.map(({ line, message, part }) => ({
          rule: part ?? name,
          place: String(line ?? ''),
          message,
        }))
  })
  const undecided = own?.obligations.filter(
    ({ status, weight }) => status === 'undecided' && weight === 'must',
  )
  return { subject, blockers, ordered: [], undecided: undecided?.length ?? 0, problem: null }
}

export async function judgePage(folder: string, subject: Subject): Promise<Judged> {
  const answer = await checkPages(await open(folder), {
    targets: [subject.path],
    root: folder,
    contract: {},
    texts: { task: '', criteria: '' },
    threshold: null,
    fix: false,
    isStatic: false,
    failFast: false,
    allPages: false,
    only: [],
    // a busy machine is no fault of the page
    timeoutMs: 180_000,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
  if (!answer.ok) return trouble(subject, answer.error.what)
  const [page] = answer.value.report.pages
  if (page === undefined || page.sight.type !== 'seen')
    return trouble(
      subject,
      `not seen: ${page === undefined || page.sight.type === 'seen' ? '' : page.sight.reason}`,
    )
  const musts = page.obligations.filter(({ weight }) => weight === 'must')
  return {
    subject,
    blockers: musts
      .filter(({ status }) => status === 'unmet')
      .map(({ id, reason, evidence }) => ({
        rule: `page/${id.replace(/^rule\./, '')}`,
        place: evidence[0]?.where ?? '',
        message: reason,
      })),
    ordered: page.mustPass.failed
      .filter(({ why }) => why === 'failed')
      .map(({ ruleId, reason }) => ({ rule: `page/${ruleId}`, place: '*', message: reason })),
    undecided: musts.filter(({ status }) => status === 'undecided').length,
    problem: null,
  }
}

export async function judgeChange(
  commits: ReturnType<typeof openCommits>,
  subject: Subject,
): Promise<Judged> {
  const { task, ...trees } = commits(subject.path)
  const found = (await inspectChange({ ...trees, powers: null })).filter(
    ({ severity }) => severity === 'error',
  )
  const isOpen = ({ rule }: { readonly rule: string }) => dependsOnIntent(rule, task)
  return {
    subject,
    blockers: found
      .filter((each) => !isOpen(each))
      .map(({ rule, place, message }) => ({
        rule,
        place: `${place.path ?? ''}:${place.line ?? ''}`,
        message,
      })),
    ordered: [],
    undecided: found.filter(isOpen).length,
    problem: null,
  }
}

const trouble = (subject: Subject, problem: string): Judged => ({
  subject,
  blockers: [],
  ordered: [],
  undecided: 0,
  problem,
})
