import type { Workspace } from '../../ports/workspace.ts'
import { contentTypeOf } from '../../checks/page/read-site.ts'
import { exitCodes, type Problem } from '../../model/problem.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { Browser, Site } from '../../ports/browser.ts'
import type { GanLive } from './state.ts'
import { bytesOf, siteFrom, SiteFiles } from './site.ts'
import type { GanTexts, JudgedSite, Repaired, SiteVerdict } from './steps/bench.ts'
import { judgeSite, type PageVerdict } from '../../checks/page/judge-site.ts'
import { repairSite } from '../../checks/page/repair-site.ts'
import { type GanInputs, parseGanInputs } from './inputs/read-inputs.ts'

/** The inputs of a run as they were when it started, whatever became of the files since. */
export async function boundInputs(
  workspace: Pick<Workspace, 'blobs' | 'privateFolder' | 'relative'>,
  { setup, runId }: GanLive,
): AsyncResult<GanInputs> {
  const { brief, copy, tokens, voice, visual, audience } = setup.inputs
  const text = async (hash: string | null) => (hash === null ? null : workspace.blobs.get(hash))
  const texts: GanTexts = {
    brief: (await text(brief)) ?? '',
    copy: await text(copy),
    tokens: await text(tokens),
    brand: {
      voice: await text(voice),
      visual: await text(visual),
      audience: await text(audience),
    },
  }
  const lost =
    texts.brief === '' ||
    (copy !== null && texts.copy === null) ||
    (tokens !== null && texts.tokens === null)
  if (lost)
    return err({
      exit: 5,
      what: `what ${runId} was started with is missing or damaged in the private folder`,
      where: workspace.relative(workspace.privateFolder),
      todo: 'restore the folder from a copy, or start a new run',
    })
  const inputs = await parseGanInputs(texts, setup.folder)
  if (!inputs.ok || setup.onePrimaryCall !== true) return inputs
  return ok({ ...inputs.value, contract: { ...inputs.value.contract, onePrimaryCall: true } })
}

type FileSite = Extract<Site, { type: 'files' }>

export const asSite = (files: JudgedSite['files']): FileSite => ({
  type: 'files',
  files: new Map(
    files.map((file) => [
      file.path,
      { bytes: bytesOf(file), contentType: contentTypeOf(file.path) },
    ]),
  ),
})

/** Eyes for one drive: the browser is opened once, when it is first needed. */
export function openLook(workspace: Pick<Workspace, 'config' | 'openBrowser'>) {
  const { lookTimeoutMs: timeoutMs } = workspace.config.workflows.gan
  let browser: Promise<Browser> | null = null
  const open = () => (browser ??= workspace.openBrowser())
  const look = async (
    site: FileSite,
    { contract, pictures = true }: Pick<JudgedSite, 'contract' | 'pictures'>,
    signal: AbortSignal,
  ) => judgeSite(await open(), { site, page: 'index.html', contract, signal, timeoutMs, pictures })
  return {
    /** Why nobody could look at a page here: found out before anybody is paid to build one. */
    async blindness(): Promise<Problem | null> {
      const site = asSite([
        { path: 'index.html', content: '<!doctype html><p>x', encoding: 'utf8' },
      ])
      const contract = { copy: null, sections: null, tokens: null, brand: null }
      const pageVerdict = await look(
        site,
        { contract, pictures: false },
        new AbortController().signal,
      )
      if (pageVerdict.type !== 'static' || pageVerdict.why !== 'no-browser') return null
      return {
        exit: exitCodes.parked,
        what: `no page can be looked at here, so nothing was built: ${pageVerdict.reason}`,
        todo: `${pageVerdict.remedy ?? 'install a browser'}; then loopwright resume`,
      }
    },
    /** Starts the browser while other work goes on. */
    wake: () => void open().catch(() => undefined),
    judge: async (judged: JudgedSite, signal: AbortSignal): Promise<SiteVerdict> =>
      toldOf(await look(asSite(judged.files), judged, signal)),
    repair: async (
      { files, contract }: JudgedSite,
      verdict: Repaired['verdict'],
      signal: AbortSignal,
    ): Promise<Repaired> => {
      const site = asSite(files)
      const unseen = { contract, pictures: false }
      // what was seen need not be looked at again
      const first = verdict.type === 'seen' ? verdict : await look(site, unseen, signal)
      if (!('judgement' in first)) return { files, verdict, applied: [] }
      const repaired = await repairSite(first, site, {
        judge: (next) => look(next, unseen, signal),
        onProgress: () => undefined,
        // a builder is at hand for the rest
        mostLooks: 4,
      })
      const bytes = new Map([...repaired.site.files].map(([path, file]) => [path, file.bytes]))
      const siteVerdict = toldOf(repaired.verdict)
      return siteVerdict.type === 'broken'
        ? { files, verdict, applied: [] }
        : {
            files: SiteFiles.parse(siteFrom(bytes)),
            verdict: siteVerdict,
            applied: repaired.applied,
          }
    },
    async close() {
      await (await browser?.catch(() => null))?.close()
    },
  }
}

function toldOf(verdict: PageVerdict): SiteVerdict {
  switch (verdict.type) {
    case 'seen':
      return verdict
    case 'static':
      return { type: 'static', reason: verdict.reason, judgement: verdict.judgement }
    case 'broken':
    case 'refused':
      return { type: 'broken', reason: verdict.reason }
  }
}
