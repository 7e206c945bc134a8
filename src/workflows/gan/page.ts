import type { Workspace } from '../../ports/workspace.ts'
import type { PageContract } from '../../checks/page/page-rule.ts'
import { mustPassObligations } from '../../checks/page/rule-obligations.ts'
import { type AsyncResult, err, ok, usageError } from '../../model/result.ts'
import { exitOfVerdict } from '../../obligations/verdict.ts'
import type { Site } from '../../ports/browser.ts'
import type { PageReport } from '../../model/page-report.ts'
import { readSite } from './site.ts'
import { contractFor } from './site-tokens.ts'
import { judgeSite } from '../../checks/page/judge-site.ts'
import { pageReport } from '../../checks/page/report-page.ts'
import { asSite, boundInputs } from './look-at-site.ts'
import { subjectOf } from '../../checks/page/shown-work.ts'
import { filesOf, type GanRun } from './places.ts'

export type RunPage = {
  readonly site: Extract<Site, { type: 'files' }>
  readonly contract: PageContract
}

/** The page of a run as it is now, and what it is held against. */
export async function pageOf(
  workspace: Pick<Workspace, 'blobs' | 'privateFolder' | 'relative'>,
  { state, runId }: GanRun,
): AsyncResult<RunPage> {
  const inputs = await boundInputs(workspace, state)
  if (!inputs.ok) return inputs
  const text = state.site === null ? null : await workspace.blobs.get(state.site)
  if (text === null) return usageError(`${runId} has no page yet`, `loopwright resume ${runId}`)
  const files = readSite(text)
  const { contract, tokens } = inputs.value
  return ok({ site: asSite(files), contract: contractFor(contract, tokens, files) })
}

/** Looks at the page of a run once more, for a report with pictures and places. */
export async function lookAgain(workspace: Workspace, open: GanRun): AsyncResult<PageReport> {
  const page = await pageOf(workspace, open)
  if (!page.ok) return page
  const begun = workspace.clock.elapsedMs()
  const browser = await workspace.openBrowser()
  try {
    const { site, contract } = page.value
    const verdict = await judgeSite(browser, {
      site,
      page: 'index.html',
      contract,
      signal: new AbortController().signal,
      timeoutMs: workspace.config.workflows.gan.lookTimeoutMs,
    })
    if (verdict.type === 'refused') return err({ exit: 5, what: verdict.reason })
    const prefix = `${workspace.relative(filesOf(workspace, open.state).site)}/`
    const seconds = (workspace.clock.elapsedMs() - begun) / 1000
    const threshold = open.state.setup.loop.passThreshold
    const judged = await pageReport(
      verdict,
      {
        site,
        page: 'index.html',
        contract,
        prefix,
        path: `${prefix}index.html`,
        threshold,
        obligations:
          verdict.type === 'broken'
            ? []
            : (open.state.evaluation?.obligations ??
              mustPassObligations(verdict.judgement, subjectOf(site, 'index.html'))),
        isAdvice: false,
        rules: () => true,
      },
      { fixed: [], dropped: [], seconds },
    )
    const exit = exitOfVerdict[judged.verdict.verdict]
    return ok({ pages: [judged], seconds, exit, contract: [], notes: [] })
  } finally {
    await browser.close()
  }
}
