import { openChromium } from '../../src/adapters/browser-chromium/open-chromium.ts'
import { lighthouseScore } from '../../src/checks/page/accessibility/lighthouse-score.ts'
import { mutantsOf } from '../../src/checks/page/audit/mutants-of.ts'
import type { Site } from '../../src/checks/page/audit/operator.ts'
import { contentTypeOf } from '../../src/checks/page/read-site.ts'
import { bases } from './pages.ts'
import type { Peers } from './peers.ts'

type ScoreRow = { readonly page: string; readonly ours: number; readonly theirs: number | null }

/** Defects that weigh in Lighthouse's category of accessibility. */
const weighed = [
  'contrast-text',
  'alt-missing',
  'label-removed',
  'control-without-name',
  'heading-level-skipped',
  'lang-missing',
  'title-missing',
  'zoom-disabled',
  'aria-role-unknown',
]

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content

/** The score from one axe run beside the one of Lighthouse itself, clean pages and mutants. */
export async function compareScores(peers: Peers): Promise<readonly ScoreRow[]> {
  const browser = openChromium({})
  const all = [...bases(false), ...bases(true)]
  const pages = all.flatMap(({ name, site }, at) => [
    { page: name, site },
    ...mutantsOf(site, 3)
      .filter(({ operator }) => weighed.indexOf(operator) % all.length === at)
      .map((mutant) => ({ page: `${name}, ${mutant.operator}`, site: mutant.site })),
  ])
  const rows: ScoreRow[] = []
  for (const { page, site } of pages) {
    const answer = await peers.ask(site, false)
    const theirs = answer.lighthouse?.findings.find(({ rule }) => rule === 'score')?.score ?? null
    rows.push({ page, ours: await scoreOf(browser, site), theirs })
  }
  await browser.close()
  return rows
}

async function scoreOf(browser: ReturnType<typeof openChromium>, site: Site): Promise<number> {
  const files = new Map(
    Object.entries(site.files).map(([path, content]) => [
      path,
      { bytes: bytesOf(content), contentType: contentTypeOf(path) },
    ]),
  )
  const options = { page: site.entry, signal: new AbortController().signal, timeoutMs: 60_000 }
  const result = await browser.look({ type: 'files', files }, options)
  return result.ok ? lighthouseScore(result.value.axe) / 100 : Number.NaN
}

export const scoreTable = (rows: readonly ScoreRow[]): string =>
  [
    `${'page'.padEnd(40)}${'ours'.padStart(8)}${'Lighthouse'.padStart(12)}`,
    ...rows.map(
      ({ page, ours, theirs }) =>
        `${page.padEnd(40)}${ours.toFixed(2).padStart(8)}${(theirs?.toFixed(2) ?? '-').padStart(12)}`,
    ),
    `equal: ${rows.filter(({ ours, theirs }) => theirs !== null && Math.abs(ours - theirs) < 0.005).length} of ${rows.length}`,
  ].join('\n')
