import { squeeze } from '../../kit/lines.ts'
import { parse } from 'parse5'
import { elementsIn } from '../../checks/page/audit/tree.ts'
import { matches } from '../../checks/page/selector.ts'
import type { PageJudgement } from '../../checks/page/judge-page.ts'
import { pageRules } from '../../checks/page/rules.ts'
import type { Evidence } from './contracts.ts'
import type { SiteFiles } from './site.ts'

/** What evidence is held against: the files of the site and what the gate measured on it. */
export type Ground = {
  readonly files: SiteFiles
  /** Null while nothing has been measured yet: a builder's claims come before the gate. */
  readonly judgement: PageJudgement | null
  readonly screenshots: readonly string[]
  /** Where the screenshots lie, for whoever judges. */
  readonly pictures?: readonly string[]
  readonly sections: readonly { readonly section: string; readonly present: boolean }[]
}

/** Why a piece of evidence cannot be found; null where it stands. */
export function evidenceProblem(evidence: Evidence, ground: Ground): string | null {
  switch (evidence.type) {
    case 'quote':
      return quoteProblem(evidence, ground.files)
    case 'rule':
      return ruleProblem(evidence, ground.judgement)
    case 'measured':
      return measuredProblem(evidence, ground.judgement)
    case 'screenshot':
      return ground.screenshots.includes(evidence.sha256)
        ? null
        : `no screenshot has the hash ${evidence.sha256.slice(0, 12)}`
    case 'selector':
      return resolves(evidence.selector, ground.files)
        ? null
        : `nothing in the site matches ${evidence.selector}`
    case 'section':
      return ground.sections.some(
        ({ section, present }) => section === evidence.section && present === evidence.present,
      )
        ? null
        : `the section ${evidence.section} was not found to be ${evidence.present ? 'present' : 'missing'}`
  }
}

type Of<Type extends Evidence['type']> = Extract<Evidence, { type: Type }>

/** The line is the line, and the words are the words; only white space may differ. */
function quoteProblem({ file, line, quote }: Of<'quote'>, files: SiteFiles): string | null {
  const source = files.find(({ path, encoding }) => path === file && encoding === 'utf8')
  if (source === undefined) return `the site has no text file ${file}`
  const text = source.content.split('\n')[line - 1]
  if (text === undefined) return `${file} has no line ${line}`
  return squeeze(text).includes(squeeze(quote))
    ? null
    : `${file}:${line} does not say "${quote.slice(0, 60)}"`
}

const known: ReadonlySet<string> = new Set(pageRules.map(({ id }) => id))

function ruleProblem({ rule, result }: Of<'rule'>, judgement: PageJudgement | null): string | null {
  if (judgement === null) return 'no rule has been run yet'
  if (!known.has(rule)) return `there is no rule ${rule}`
  if (judgement.notChecked.some(({ ruleId }) => ruleId === rule)) return `${rule} was not checked`
  if (judgement.notAsked?.includes(rule) === true) return `${rule} had nothing to compare with`
  const failed = (judgement.byRule[rule] ?? []).some(({ severity }) => severity !== 'info')
  return failed === (result === 'failed') ? null : `${rule} has not ${result}`
}

/** As precise as reports print it. */
const close = (one: number, other: number) => Math.abs(one - other) <= 0.005 + 1e-9

function measuredProblem(
  { rule, selector, value }: Of<'measured'>,
  judgement: PageJudgement | null,
): string | null {
  if (judgement === null) return 'nothing has been measured yet'
  if (!known.has(rule)) return `there is no rule ${rule}`
  const isReported = (judgement.byRule[rule] ?? []).some(
    ({ measured, place }) =>
      measured !== undefined &&
      close(measured.value, value) &&
      (selector === null || place.selector === selector),
  )
  return isReported
    ? null
    : `${rule} measured no ${value}${selector === null ? '' : ` at ${selector}`}`
}

const resolves = (selector: string, files: SiteFiles): boolean =>
  files
    .filter(({ path }) => path.endsWith('.html'))
    .some(({ content }) => elementsIn(parse(content)).some((element) => matches(element, selector)))

export const evidenceProblems = (all: readonly Evidence[], ground: Ground): readonly string[] =>
  all.flatMap((each) => evidenceProblem(each, ground) ?? [])

/**
 * Why a verdict that passes does not stand: it must name its anchor, and rest on a quote, a rule, a
 * measurement or a section. A hash that was handed over, or a selector alone, shows nothing.
 */
export function citationProblems(
  all: readonly Evidence[],
  { reason, rubric_anchor: anchor }: { readonly reason: string; readonly rubric_anchor: number },
): readonly string[] {
  if (anchor < 0.75) return []
  const cited = [anchor.toFixed(2), String(anchor), ...(anchor === 1 ? ['1.0'] : [])]
  return [
    ...(cited.some((figure) => reason.includes(figure))
      ? []
      : [`the reason does not cite the anchor ${anchor.toFixed(2)} of the rubric`]),
    ...(all.some(({ type }) => type !== 'screenshot' && type !== 'selector')
      ? []
      : ['neither a quote nor anything measured is cited']),
  ]
}

/** One line for people and files. */
export function evidenceText(evidence: Evidence): string {
  switch (evidence.type) {
    case 'quote':
      return `${evidence.file}:${evidence.line} "${evidence.quote}"`
    case 'rule':
      return `${evidence.rule} ${evidence.result}`
    case 'measured':
      return `${evidence.rule} measured ${evidence.value}${evidence.selector === null ? '' : ` at ${evidence.selector}`}`
    case 'screenshot':
      return `screenshot ${evidence.sha256.slice(0, 12)}`
    case 'selector':
      return evidence.selector
    case 'section':
      return `section ${evidence.section} ${evidence.present ? 'present' : 'missing'}`
  }
}
