import type { Finding } from '../../model/finding.ts'
import { type JudgedFile, type JudgedRule, severityOf, weightOf, worstOf } from '../findings.ts'
import { oneLine } from '../format.ts'
import type { Suite } from '../junit.ts'
import { obligationCases, verdictAsJson } from '../verdict.ts'
import {
  type JudgedPage,
  type PageReport,
  type ShownFinding,
  type ShownRule,
  sourceOf,
} from '../../model/page-report.ts'

/** Judged pages for machines. `loopwright` is the version of this shape; fields are added, never changed. */
export const pagesAsJson = ({ pages, contract, notes, exit, seconds }: PageReport) => ({
  loopwright: 1,
  kind: 'page',
  passed: exit === 0,
  exit,
  seconds,
  contract,
  notes,
  pages: pages.map(({ shots, mustPass, rules, ...page }) => ({
    page: page.page,
    path: page.path,
    title: page.title,
    passed: page.passed,
    ...verdictAsJson(page.obligations),
    score: page.overall,
    threshold: page.threshold,
    accessibility: page.accessibility,
    sight: page.sight,
    seconds: page.seconds,
    fixed: page.fixed,
    dropped: page.dropped,
    dimensions: page.dimensions,
    must_pass: {
      asked: mustPass.asked,
      failed: mustPass.failed.map(({ ruleId, ...rest }) => ({ rule: ruleId, ...rest })),
    },
    not_checked: rules
      .filter(({ verdict }) => verdict === 'not-checked')
      .map(({ id, reason }) => ({ rule: id, reason })),
    findings: page.findings.map(({ ruleId, shots: boxes, ...finding }) => ({
      rule: ruleId,
      ...finding,
      boxes: boxes.map(({ viewport, box }) => ({ viewport, ...box })),
    })),
    screenshots: shots.map(({ viewport, width, height, sha256 }) => ({
      viewport,
      width,
      height,
      sha256,
    })),
  })),
})

/** A page as the files its findings stand in, for formats that speak of files. */
export function pageFiles(page: JudgedPage): readonly JudgedFile[] {
  const byFile = Map.groupBy(page.findings, ({ file }) => file ?? page.page)
  const files = [...new Set([page.page, ...byFile.keys()])]
  return files.map((file) => {
    const own = Map.groupBy(byFile.get(file) ?? [], ({ ruleId }) => ruleId)
    const isPage = file === page.page
    const rules = page.rules.filter(({ id }) => isPage || own.has(id))
    return {
      path: page.prefix.startsWith('http') ? file : `${page.prefix}${file}`,
      sha256: page.sources[file]?.sha256 ?? '',
      text: page.sources[file]?.text ?? '',
      type: 'page',
      criteria: 'page',
      level: 'B',
      score: page.overall,
      threshold: page.threshold,
      passed: page.passed,
      ...(isPage ? { obligations: page.obligations } : {}),
      seconds: page.seconds,
      fixed: page.fixed,
      rules:
        page.sight.type === 'broken'
          ? [brokenRule(page.sight.reason)]
          : rules.map((rule) => judgedRule(rule, own.get(rule.id) ?? [], file)),
    }
  })
}

const brokenRule = (reason: string): JudgedRule => ({
  id: 'look',
  description: 'The page is looked at in a browser',
  severity: 'fail',
  weight: 2,
  verdict: 'error',
  details: reason,
  decidedBy: 'builtin:page/look',
  counts: true,
  findings: [],
})

function judgedRule(rule: ShownRule, findings: readonly ShownFinding[], file: string): JudgedRule {
  const worst = findings.length > 0 ? worstOf(findings) : rule.mustPass ? 'error' : 'warning'
  return {
    id: rule.id,
    description: rule.about,
    severity: severityOf[worst],
    weight: weightOf[worst],
    verdict:
      findings.length > 0
        ? worst === 'error'
          ? 'fail'
          : 'warn'
        : rule.verdict === 'not-checked'
          ? 'undecided'
          : rule.verdict === 'not-asked'
            ? 'na'
            : 'pass',
    details: findings[0]?.message ?? rule.reason,
    decidedBy: `builtin:page/${rule.id}`,
    counts: true,
    findings: findings.map((each) => plainFinding(each, file)),
  }
}

function plainFinding({ message, line, selector, fix, measured }: ShownFinding, file: string) {
  const isHere = fix !== undefined && fix.edits.every((edit) => edit.file === file)
  const evidence =
    measured === undefined ? undefined : `${measured.value} of ${measured.needed} ${measured.unit}`
  return {
    message,
    place: {
      ...(line === undefined ? {} : { line }),
      ...(selector === undefined ? {} : { pointer: selector }),
    },
    ...(evidence === undefined ? {} : { evidence }),
    ...(isHere && fix.edits.length > 0
      ? {
          fix: {
            title: fix.title,
            edits: fix.edits.map(({ start, end, text }) => ({ start, end, text })),
          },
        }
      : {}),
  } satisfies Finding
}

/** One suite a page, one case a rule. */
export const pageSuite = (page: JudgedPage): Suite => ({
  name: page.path,
  seconds: page.seconds,
  properties: {
    score: page.overall,
    threshold: page.threshold,
    passed: page.passed,
    ...(page.accessibility === null ? {} : { accessibility: page.accessibility }),
  },
  cases:
    page.sight.type === 'broken'
      ? [suiteCase(page, brokenRule(page.sight.reason), [])]
      : [
          ...obligationCases(page.obligations),
          ...page.rules.map((rule) => {
            const own = page.findings.filter(({ ruleId }) => ruleId === rule.id)
            return suiteCase(page, judgedRule(rule, own, page.page), own)
          }),
        ],
})

const suiteCase = (
  page: JudgedPage,
  { id, verdict, severity, details }: JudgedRule,
  findings: readonly ShownFinding[],
): Suite['cases'][number] => ({
  name: id,
  className: 'page',
  file: page.path,
  verdict,
  severity,
  message: oneLine(details, 300),
  text: findings
    .slice(0, 100)
    .map((each) => `${sourceOf(page, each) ?? page.path}: ${each.message} (${each.selector ?? ''})`)
    .join('\n'),
})
