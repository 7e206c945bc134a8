import type { PageJudgement } from './judge-page.ts'
import type { PageFix } from './page-rule.ts'
import type { Site, SiteFile } from '../../ports/browser.ts'
import type { PageVerdict } from './judge-site.ts'

type Files = ReadonlyMap<string, SiteFile>
type FileSite = Extract<Site, { type: 'files' }>
type Judged = Extract<PageVerdict, { judgement: PageJudgement }>

/** One file as it was and as it would be written. */
export type FileChange = {
  readonly file: string
  readonly before: string
  readonly after: string
  readonly bytes: string
}
export type PageRepair = FileChange & { readonly folder: string }

type Repaired = {
  readonly site: FileSite
  readonly verdict: Judged
  readonly applied: readonly string[]
  readonly dropped: readonly string[]
  readonly changes: readonly FileChange[]
}

type Tools = {
  readonly judge: (site: FileSite) => Promise<PageVerdict>
  readonly onProgress: (what: string) => void
  /** How often the page is looked at to find out what helps. */
  readonly mostLooks?: number
}

const mostRounds = 4
const usualLooks = 24

/** Makes the repairs that findings offer, and keeps only those after which the page is better. */
export async function repairSite(
  first: Judged,
  site: FileSite,
  { judge, onProgress, mostLooks = usualLooks }: Tools,
): Promise<Repaired> {
  let best = { site, verdict: first }
  const applied: string[] = []
  const refused = new Set<string>()
  let looks = 0

  // a set that does not help as a whole is tried in halves
  const attempt = async (fixes: readonly PageFix[]): Promise<void> => {
    if (fixes.length === 0 || looks >= mostLooks) return
    const files = withFixes(best.site.files, fixes)
    looks += 1
    onProgress(`trying ${fixes.length === 1 ? 'a repair' : `${fixes.length} repairs`}`)
    const next: FileSite = { ...site, files }
    const verdict = await judge(next)
    if ('judgement' in verdict && verdict.type === first.type && isBetter(verdict, best.verdict)) {
      best = { site: next, verdict }
      applied.push(...fixes.map(({ title }) => title))
      return
    }
    if (fixes.length === 1) for (const { title } of fixes) refused.add(title)
    else {
      const middle = Math.ceil(fixes.length / 2)
      const [front, back] = [fixes.slice(0, middle), fixes.slice(middle)]
      const before = best
      await attempt(front)
      // offsets belong to the text they were made for
      if (best === before) await attempt(back)
    }
  }

  for (let round = 0; round < mostRounds; round += 1) {
    const before = best
    const offered = compatible(offeredBy(best.verdict.judgement, refused), best.site.files)
    await attempt(offered)
    if (best === before && (offered.length === 0 || looks >= mostLooks)) break
  }
  const changes = changesBetween(site.files, best.site.files)
  return {
    ...best,
    applied,
    dropped: [...refused].filter((title) => !applied.includes(title)),
    changes,
  }
}

type Offer = { readonly fix: PageFix; readonly findings: number }

/** Every repair once, with how many findings ask for it; the most wanted first. */
function offeredBy({ findings }: PageJudgement, refused: ReadonlySet<string>): readonly Offer[] {
  const fixes = findings.flatMap(({ fix, severity }) =>
    fix === undefined || severity === 'info' || refused.has(fix.title) ? [] : [fix],
  )
  const grouped = Map.groupBy(fixes, ({ edits }) => JSON.stringify(edits))
  return [...grouped.values()]
    .flatMap((own) => (own[0] === undefined ? [] : [{ fix: own[0], findings: own.length }]))
    .toSorted((one, other) => other.findings - one.findings)
}

/** Those that do not touch each other and fit the files. */
function compatible(offers: readonly Offer[], files: Files): readonly PageFix[] {
  const taken: { file: string; start: number; end: number }[] = []
  return offers.flatMap(({ fix }) => {
    const fits = fix.edits.every(
      ({ file, start, end }) =>
        start <= end &&
        end <= (editable(files, file)?.length ?? -1) &&
        !taken.some((each) => each.file === file && start <= each.end && end >= each.start),
    )
    if (!fits || fix.edits.length === 0) return []
    taken.push(...fix.edits)
    return [fix]
  })
}

const mark = '\uFEFF'

/** The text of a file as the checks saw it; null if writing it back would change other bytes. */
function editable(files: Files, path: string): string | null {
  const bytes = files.get(path)?.bytes
  if (bytes === undefined) return null
  const text = new TextDecoder().decode(bytes)
  const marked = hasMark(bytes) ? `${mark}${text}` : text
  return Buffer.from(marked).equals(Buffer.from(bytes)) ? text : null
}

const hasMark = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

function withFixes(files: Files, fixes: readonly PageFix[]): Files {
  const edits = Map.groupBy(
    fixes.flatMap((fix) => fix.edits),
    ({ file }) => file,
  )
  const next = new Map(files)
  for (const [file, own] of edits) {
    const before = files.get(file)
    const text = editable(files, file)
    if (before === undefined || text === null) continue
    const after = own
      .toSorted((one, other) => other.start - one.start)
      .reduce(
        (made, { start, end, text: put }) => made.slice(0, start) + put + made.slice(end),
        text,
      )
    const bytes = new TextEncoder().encode(hasMark(before.bytes) ? `${mark}${after}` : after)
    next.set(file, { ...before, bytes })
  }
  return next
}

/** Fewer findings, no lower score, and nothing of what must pass lost. */
function isBetter({ judgement: next }: Judged, { judgement: before }: Judged): boolean {
  const weight = ({ findings }: PageJudgement) =>
    findings.reduce(
      (sum, { severity }) => sum + (severity === 'error' ? 3 : severity === 'warning' ? 1 : 0),
      0,
    )
  const failing = new Set(before.mustPassFailures.map(({ ruleId }) => ruleId))
  return (
    weight(next) < weight(before) &&
    next.score.overall >= before.score.overall &&
    next.mustPassFailures.every(({ ruleId }) => failing.has(ruleId))
  )
}

const changesBetween = (before: Files, after: Files): readonly FileChange[] =>
  [...after].flatMap(([file, { bytes }]) => {
    const old = before.get(file)?.bytes
    if (old === undefined || Buffer.from(old).equals(Buffer.from(bytes))) return []
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    const [was, is] = [decoder.decode(old), decoder.decode(bytes)]
    return [{ file, before: was, after: is, bytes: is }]
  })
