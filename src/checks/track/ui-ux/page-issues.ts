import type { PageFacts } from '../../../model/page-facts.ts'
import { judgePage, type PageJudgement } from '../../page/judge-page.ts'
import type { PageFinding } from '../../page/page-rule.ts'
import { pageRules } from '../../page/rules.ts'
import { type Issue, met, notApplicable, type Part, undecided, unmet } from '../evaluation.ts'
import type { Ui } from './read/ui.ts'

const judged = new WeakMap<PageFacts, PageJudgement>()

/** Judged once, however often it is asked. */
export function judgementOf(page: PageFacts): PageJudgement {
  const known = judged.get(page)
  if (known !== undefined) return known
  const judgement = judgePage(page, { copy: null, sections: null, tokens: null, brand: null })
  judged.set(page, judgement)
  return judgement
}

const better = new Map(pageRules.map(({ id, example }) => [id, example.better]))

/** What rules of the page gate found on the pages, each place once. */
export function pageIssues(
  { pages, placeOf }: Pick<Ui, 'pages' | 'placeOf'>,
  rules: readonly string[],
  counts: (finding: PageFinding) => boolean = () => true,
): readonly Issue[] {
  const visited = new Set<string>()
  return pages.flatMap((page) => {
    const { byRule } = judgementOf(page)
    return rules
      .flatMap((id) => byRule[id] ?? [])
      .filter((finding) => finding.severity !== 'info' && counts(finding))
      .filter(({ message, place }) => {
        const key = `${place.selector ?? ''} ${message}`
        return !visited.has(key) && visited.add(key) !== undefined
      })
      .map(({ ruleId, message, place }) => ({
        message: `${message}${place.selector === undefined ? '' : ` (${place.selector})`}`,
        ...placeOf(page, place.selector ?? ''),
        fix: `Mend it, such as: ${better.get(ruleId) ?? ruleId}`,
      }))
  })
}

/** Whether a finding of axe is of these rules of axe; what other rules found always counts. */
export const ofAxe =
  (...ids: readonly string[]) =>
  ({ message, ruleId }: PageFinding): boolean =>
    !/^axe-(?:wcag|advice)$/.test(ruleId) || ids.some((id) => message.endsWith(`(axe ${id})`))

/** Why rules could not look at any page; null if they could. */
function uncheckedReason(
  ui: Pick<Ui, 'pages' | 'unseen'>,
  rules: readonly string[],
): string | null {
  if (ui.unseen !== null) return ui.unseen
  const gaps = ui.pages.flatMap((page) =>
    judgementOf(page).notChecked.filter(({ ruleId }) => rules.includes(ruleId)),
  )
  return gaps[0]?.reason ?? null
}

export const issueAt = (
  { path, line }: { readonly path: string; readonly line: number },
  message: string,
  fix: string,
): Issue => ({ message, path, line, fix })

const mostIssues = 20

type Findings = {
  readonly issues: readonly Issue[]
  /** What was looked at; null if nothing was. */
  readonly met: string | null
  /** Why it stays open, where nothing was looked at. */
  readonly open?: string | null
  /** Why it is not asked, where nothing is open either. */
  readonly none?: string
}

/** One question: wrong with issues, right where something was looked at, otherwise open or not asked. */
export function partOf(
  id: string,
  about: string,
  { issues, met: reason, open, none }: Findings,
): Part {
  if (issues.length > 0) return unmet(id, about, issues.slice(0, mostIssues))
  if (reason !== null) return met(id, about, reason)
  if (open !== undefined && open !== null) return undecided(id, about, open)
  return notApplicable(id, about, none ?? 'there is nothing of the kind')
}

/** A part that rules of the page gate decide, together with what the files show. */
export function rulePart(
  ui: Ui,
  id: string,
  about: string,
  {
    rules,
    counts,
    files = [],
  }: {
    readonly rules: readonly string[]
    readonly counts?: (finding: PageFinding) => boolean
    readonly files?: readonly Issue[]
  },
): Part {
  const open = uncheckedReason(ui, rules)
  const issues = [...pageIssues(ui, rules, counts), ...files]
  const looked = open === null ? `${pagesOf(ui)} at ${widthsOf(ui)} px` : null
  return partOf(id, about, { issues, met: looked, open })
}

export const pagesOf = ({ pages }: Pick<Ui, 'pages'>): string =>
  pages.length === 1 ? `the page ${pathOf(pages[0])} was seen` : `${pages.length} pages were seen`

const widthsOf = ({ pages }: Pick<Ui, 'pages'>): string =>
  [...new Set(pages.flatMap(({ views }) => views.map(({ width }) => width)))].join(', ')

export const pathOf = (page: PageFacts | undefined): string =>
  `/${(page?.page ?? '').replace(/^\//, '')}`
