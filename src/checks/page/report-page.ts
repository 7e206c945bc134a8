import { createHash } from 'node:crypto'
import { dimensionWeights, pageDimensions } from './score/anchor.ts'
import { lighthouseScore } from './accessibility/lighthouse-score.ts'
import type { PageJudgement } from './judge-page.ts'
import type { PageContract, PageFinding, PageRule } from './page-rule.ts'
import { pageRules } from './rules.ts'
import type { Obligation } from '../../model/obligation.ts'
import { verdictOf } from '../../obligations/verdict.ts'
import type { Site } from '../../ports/browser.ts'
import type {
  JudgedPage,
  ShownDimension,
  ShownFinding,
  ShownRule,
} from '../../model/page-report.ts'
import type { PageVerdict } from './judge-site.ts'
import { type LineFinder, lineFinder, shotFinder } from './places.ts'

export type Asked = {
  readonly site: Site
  readonly page: string
  readonly path: string
  readonly prefix: string
  readonly contract: PageContract
  readonly threshold: number
  readonly obligations: readonly Obligation[]
  /** Nobody ordered this page: what rules find advises, and only what is surely broken blocks. */
  readonly isAdvice: boolean
  readonly rules: (id: string) => boolean
}

type Done = Pick<JudgedPage, 'fixed' | 'dropped' | 'seconds'>

/** Puts a verdict into the words and places that people and machines are shown. */
export async function pageReport(
  verdict: Exclude<PageVerdict, { type: 'refused' }>,
  asked: Asked,
  done: Done,
): Promise<JudgedPage> {
  const { page, path, prefix, threshold } = asked
  const about = { page, path, prefix, threshold, ...done }
  const { obligations } = asked
  if (verdict.type === 'broken') return { ...about, ...nothingKnown, sight: verdict }
  const { judgement } = verdict
  const findings = (await shownFindings(verdict, asked)).map((finding) =>
    asked.isAdvice && finding.severity === 'error'
      ? { ...finding, severity: 'warning' as const }
      : finding,
  )
  const rules = shownRules(judgement, asked, verdict.type === 'seen')
  const failed = judgement.mustPassFailures.filter(({ ruleId }) => asked.rules(ruleId))
  const isSeen = verdict.type === 'seen'
  return {
    ...about,
    title: isSeen ? verdict.facts.title : '',
    passed: verdictOf(obligations).verdict === 'accepted',
    obligations,
    verdict: verdictOf(obligations),
    overall: judgement.score.overall,
    accessibility: isSeen && hasAxe(verdict.facts) ? lighthouseScore(verdict.facts.axe) : null,
    dimensions: shownDimensions(judgement),
    mustPass: {
      asked: rules.filter(({ mustPass, verdict: message }) => mustPass && message !== 'not-asked')
        .length,
      failed: failed.map(({ ruleId, about: text, why, reason }) => ({
        ruleId,
        about: text,
        why,
        reason,
      })),
    },
    rules,
    findings,
    sight: sightOf(verdict),
    shots: isSeen
      ? verdict.facts.screenshots.map(({ viewport, width, height, hash, png }) => ({
          viewport,
          width,
          height,
          sha256: hash,
          png,
        }))
      : [],
    sources: sourcesOf(asked.site, [page, ...findings.flatMap(({ file }) => file ?? [])]),
  }
}

const nothingKnown = {
  title: '',
  passed: false,
  obligations: [],
  verdict: verdictOf([]),
  overall: 0,
  accessibility: null,
  dimensions: [],
  mustPass: { asked: 0, failed: [] },
  rules: [],
  findings: [],
  shots: [],
  sources: {},
}

type Judged = Extract<PageVerdict, { judgement: PageJudgement }>

const hasAxe = ({ axe }: { readonly axe: { readonly version: string } }) => axe.version !== ''

function sightOf(verdict: Judged): JudgedPage['sight'] {
  if (verdict.type === 'seen') {
    const { browser, walls, gaps } = verdict.facts.sight
    return { type: 'seen', browser, walls, gaps }
  }
  const { why, reason, remedy } = verdict
  return { type: 'static', why, reason, ...(remedy === undefined ? {} : { remedy }) }
}

const shownDimensions = ({ score }: PageJudgement): readonly ShownDimension[] =>
  pageDimensions.map((name) => {
    const { score: own, anchor, rubric, caps, subCriteria } = score.dimensions[name]
    return {
      name,
      weight: dimensionWeights[name],
      score: own,
      anchor,
      rubric,
      caps: caps.map(({ at, reason }) => ({ at, reason })),
      parts: subCriteria.map(({ id, title, anchor: part }) => ({ id, title, anchor: part })),
    }
  })

async function shownFindings(verdict: Judged, asked: Asked): Promise<readonly ShownFinding[]> {
  const shot = verdict.type === 'seen' ? shotFinder(verdict.facts) : () => []
  const line = await lineFinder(asked.page, textOf(asked.site, asked.page))
  return verdict.judgement.findings
    .filter(({ ruleId }) => asked.rules(ruleId))
    .map((finding) => shownFinding(finding, { shot, line, page: asked.page }))
}

type Finders = {
  readonly shot: (finding: PageFinding) => ShownFinding['shots']
  readonly line: LineFinder
  readonly page: string
}

function shownFinding(finding: PageFinding, { shot, line, page }: Finders): ShownFinding {
  const { place, ruleId, dimension, severity, message, measured, fix } = finding
  const { selector, width } = place
  const result = place.file === undefined && selector !== undefined ? line(selector) : null
  const file = place.file ?? (result === null ? undefined : page)
  const at = place.line ?? result ?? undefined
  return {
    ruleId,
    dimension,
    severity,
    message,
    ...(selector === undefined ? {} : { selector }),
    ...(file === undefined ? {} : { file }),
    ...(at === undefined ? {} : { line: at }),
    ...(width === undefined ? {} : { width }),
    ...(measured === undefined ? {} : { measured }),
    shots: shot(finding),
    ...(fix === undefined ? {} : { fix }),
  }
}

function shownRules(
  { byRule, notChecked }: PageJudgement,
  { contract, rules }: Asked,
  isSeen: boolean,
): readonly ShownRule[] {
  const unchecked = new Map(notChecked.map(({ ruleId, reason }) => [ruleId, reason]))
  return pageRules
    .filter(({ id }) => rules(id))
    .map((rule) => {
      const findings = (byRule[rule.id] ?? []).filter(({ severity }) => severity !== 'info')
      const reason = unchecked.get(rule.id)
      const verdict =
        findings.length > 0
          ? 'fail'
          : reason !== undefined
            ? 'not-checked'
            : isAsked(rule, contract, isSeen)
              ? 'pass'
              : 'not-asked'
      return {
        id: rule.id,
        dimension: rule.dimension,
        about: rule.about,
        mustPass: rule.mustPass === true,
        better: rule.id.startsWith('axe-') ? null : rule.example.better,
        verdict,
        reason: findings[0]?.message ?? reason ?? rule.about,
      }
    })
}

const isAsked = ({ needs = [], fallback }: PageRule, contract: PageContract, isSeen: boolean) =>
  !(fallback === true && isSeen) &&
  !needs.some(
    (need) =>
      (need === 'copy' || need === 'sections' || need === 'tokens') && contract[need] === null,
  )

function textOf(site: Site, path: string): string | null {
  const file = site.type === 'files' ? site.files.get(path) : undefined
  return file === undefined ? null : new TextDecoder().decode(file.bytes)
}

const sourcesOf = (site: Site, paths: readonly string[]): JudgedPage['sources'] =>
  Object.fromEntries(
    [...new Set(paths)].flatMap((path) => {
      const file = site.type === 'files' ? site.files.get(path) : undefined
      if (file === undefined) return []
      const sha256 = createHash('sha256').update(file.bytes).digest('hex')
      return [[path, { text: new TextDecoder().decode(file.bytes), sha256 }] as const]
    }),
  )
