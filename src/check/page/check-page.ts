import type { Workspace } from '../../ports/workspace.ts'
import { pageRules } from '../../checks/page/rules.ts'
import type { Obligation } from '../../model/obligation.ts'
import { type ExitCode, exitCodes, type Problem } from '../../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../../model/result.ts'
import { noExam } from '../../obligations/exam.ts'
import { exitOfVerdict } from '../../obligations/verdict.ts'
import type { Browser, Site } from '../../ports/browser.ts'
import type { JudgedPage, PageReport } from '../../model/page-report.ts'
import { decideByPerson } from '../files/exam.ts'
import { type Contracted, contractFor, type ContractOptions, findContract } from './contract.ts'
import { type PageRepair, repairSite } from '../../checks/page/repair-site.ts'
import { judgeSite } from '../../checks/page/judge-site.ts'
import { pageReport } from '../../checks/page/report-page.ts'
import { isNamed } from '../../rules/named.ts'
import { withOwnPageRules } from './own.ts'
import { withPictures } from './shots.ts'
import { findPages, type PageTarget } from './target.ts'
import { completeExam } from '../../asking/exam.ts'
import {
  askedOf,
  type AskedTexts,
  type PageAsked,
  type PageExamination,
  pageObligations,
} from './exam.ts'

export type PageOrder = {
  readonly targets: readonly string[]
  readonly contract: ContractOptions
  /** What was asked in words, and by criteria. */
  readonly texts: AskedTexts
  /** What a person decides of what is left open. */
  readonly decided?: Parameters<typeof decideByPerson>[1]
  /** The score to reach; null where nobody named one. */
  readonly threshold: number | null
  readonly fix: boolean
  /** Reads the files only, without a browser. */
  readonly isStatic: boolean
  /** Does not look at a page whose files alone show an error. */
  readonly failFast: boolean
  readonly allPages: boolean
  readonly root?: string
  /** Rules or families of rules that are asked for; all of them if none is named. */
  readonly only: readonly string[]
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly onProgress: (what: string) => void
}

export type CheckedPages = {
  readonly report: PageReport
  /** What --fix would write. */
  readonly repairs: readonly PageRepair[]
}

/** Judges pages: the best single answer to "is this page good?" */
export async function checkPages(
  workspace: Workspace,
  order: PageOrder,
): AsyncResult<CheckedPages> {
  const begun = workspace.clock.elapsedMs()
  const own = await workspace.ownRules()
  if (!own.ok) return own
  const known = [...pageRules, ...own.value.rules].map(({ id }) => id)
  const unknown = order.only.find((name) => !known.some((id) => isNamed(id, name)))
  if (unknown !== undefined)
    return usageError(`there is no rule "${unknown}"`, 'see: loopwright rules list page')
  const targets: Target[] = []
  for (const word of order.targets) {
    const target = await findPages(workspace, word, order)
    if (!target.ok) return target
    const contracted = await findContract(workspace, target.value.folder, order.contract)
    if (!contracted.ok) return contracted
    const asked = askedOf(
      contracted.value.asked,
      order.texts,
      order.threshold ?? (contracted.value.asked.brief === undefined ? null : usualThreshold),
    )
    const exam = await completeExam(workspace, asked.exam, {
      workflow: 'check',
      signal: order.signal,
    })
    targets.push({
      target: target.value,
      contracted: contracted.value,
      asked: { ...asked, exam: exam.exam },
      problem: exam.problem,
    })
  }
  const browser = order.isStatic ? null : await workspace.openBrowser()
  try {
    const pages: JudgedPage[] = []
    const repairs: PageRepair[] = []
    for (const each of targets) {
      const checked = await checkTarget({ workspace, browser, order, ...each })
      if (!checked.ok) return checked
      pages.push(...checked.value.pages)
      repairs.push(...checked.value.repairs)
    }
    const seconds = (workspace.clock.elapsedMs() - begun) / 1000
    return ok({ report: { pages, seconds, exit: exitFor(pages), ...describe(targets) }, repairs })
  } finally {
    await browser?.close()
  }
}

/** What a page has to reach where a brief asks for a page, as the source has it. */
const usualThreshold = 0.75

type Target = {
  readonly target: PageTarget
  readonly contracted: Contracted
  readonly asked: PageAsked
  /** Why the reader's agent gave nothing. */
  readonly problem: string | null
}

type Job = Target & {
  readonly workspace: Workspace
  readonly browser: Browser | null
  readonly order: PageOrder
}

type Checked = { readonly pages: readonly JudgedPage[]; readonly repairs: readonly PageRepair[] }

/** The pages of one site in turn; what --fix changed for one is there for the next. */
async function checkTarget(job: Job): AsyncResult<Checked> {
  const pages: JudgedPage[] = []
  const repairs: PageRepair[] = []
  let { site } = job.target
  for (const page of job.target.pages) {
    const checked = await checkOne(job, site, page)
    if (!checked.ok) return checked
    pages.push(checked.value.judged)
    repairs.push(...checked.value.repairs)
    site = checked.value.site
  }
  return ok({ pages, repairs })
}

async function checkOne(
  { workspace, browser, order, target, contracted, asked: wanted }: Job,
  before: Site,
  page: string,
) {
  const begun = workspace.clock.elapsedMs()
  const contract = contractFor(contracted, page === target.pages[0])
  const { signal, timeoutMs, failFast } = order
  const judge = (site: Site) =>
    judgeSite(browser, { site, page, contract, signal, timeoutMs, failFast })
  order.onProgress(`looking at ${page === '' ? target.shown : page}`)
  const first = await judge(before)
  const repaired =
    order.fix && before.type === 'files' && 'judgement' in first
      ? await repairSite(first, before, { judge, onProgress: order.onProgress })
      : null
  const verdict = repaired?.verdict ?? first
  if (signal.aborted) return err(calledOff)
  if (verdict.type === 'refused')
    return err({
      exit: exitCodes.usage,
      what: verdict.reason,
      where: target.shown,
      todo: 'see that the page is there and served',
    })
  const site = repaired?.site ?? before
  const prefix = prefixOf(workspace, target)
  const asked = {
    site,
    page,
    contract,
    prefix,
    path: target.folder === null ? target.shown : `${prefix}${page}`,
    threshold: order.threshold ?? usualThreshold,
    rules: (id: string) => order.only.length === 0 || order.only.some((name) => isNamed(id, name)),
  }
  const obligations =
    verdict.type === 'broken'
      ? []
      : await owed({ workspace, order, target, asked: wanted }, verdict, { site, page, contract })
  const judged = await pageReport(
    verdict,
    { ...asked, obligations, isAdvice: !wanted.isOrdered && order.only.length === 0 },
    {
      fixed: repaired?.applied ?? [],
      dropped: repaired?.dropped ?? [],
      seconds: (workspace.clock.elapsedMs() - begun) / 1000,
    },
  )
  const folder = target.folder ?? ''
  const whole = await withOwnPageRules(workspace, judged, { site, page, verdict, order })
  if (!whole.ok) return whole
  return ok({
    judged: whole.value,
    site,
    repairs: (repaired?.changes ?? []).map((change) => ({ ...change, folder })),
  })
}

type Wanted = Pick<Job, 'workspace' | 'order' | 'target' | 'asked'>

/** What the page owes; a person's decisions are laid over what nobody else decided. */
async function owed(
  { workspace, order, target, asked }: Wanted,
  verdict: PageExamination['verdict'],
  { site, page, contract }: Pick<PageExamination, 'site' | 'page' | 'contract'>,
): Promise<readonly Obligation[]> {
  const hasJudge = workspace.config.roles.judge !== undefined
  const result = await withPictures(verdict, hasJudge, (pictures) =>
    pageObligations(workspace, {
      verdict,
      site,
      page,
      contract,
      asked: page === target.pages[0] ? asked : { ...asked, exam: noExam },
      only: order.only.length === 0 ? null : (id) => order.only.some((name) => isNamed(id, name)),
      pictures,
      signal: order.signal,
    }),
  )
  return order.decided === undefined ? result : decideByPerson(result, order.decided)
}

const calledOff: Problem = {
  exit: exitCodes.notAccepted,
  what: 'it was called off, so nothing is known about the page and nothing was written',
}

/** What comes before the paths of the site to make paths from the workspace. */
function prefixOf(
  workspace: Pick<Workspace, 'relative' | 'root'>,
  { folder, site }: PageTarget,
): string {
  if (site.type === 'server') return `${site.origin}/`
  const path = workspace.relative(folder ?? '')
  return folder === workspace.root || path === '' ? '' : `${path}/`
}

function describe(targets: readonly Target[]) {
  const once = new Map(
    targets.flatMap(({ contracted }) =>
      contracted.sources.map((source) => [source.path, source] as const),
    ),
  )
  return {
    contract: [...once.values()],
    notes: targets.flatMap(({ target, contracted, problem }) => [
      ...contracted.notes,
      ...(problem === null ? [] : [problem]),
      ...target.leftOut.map((each) => `left out: ${each}`),
      ...(target.otherPages === 0 ? [] : [moreText(target)]),
    ]),
  }
}

const moreText = ({ otherPages, pages }: PageTarget): string =>
  pages.length > 1
    ? `only the first ${pages.length} pages of the folder are judged at once`
    : `${otherPages === 1 ? 'one page more is' : `${otherPages} pages more are`} in the folder: add --all-pages`

/** A broken look outweighs everything: nobody knows what it would have said. */
function exitFor(pages: readonly JudgedPage[]): ExitCode {
  if (pages.some(({ sight }) => sight.type === 'broken')) return exitCodes.internal
  const verdicts = pages.map(({ verdict }) => verdict.verdict)
  const worst = (['not_accepted', 'undecided'] as const).find((each) => verdicts.includes(each))
  return exitOfVerdict[worst ?? 'accepted']
}
