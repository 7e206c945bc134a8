import type { PageJudgement } from '../../checks/page/judge-page.ts'
import { reaches } from '../../loop/score.ts'
import { anchorOf } from '../../checks/page/score/anchor.ts'
import type { PageFinding } from '../../checks/page/page-rule.ts'
import type { ContractItem, PassConditions } from './contract.ts'
import { rulesOf } from './item-rules.ts'

/** What became of one item of the contract, and why. */
export type ItemVerdict = {
  readonly id: string
  readonly passed: boolean
  readonly score: number
  readonly reason: string
  readonly evidence: readonly string[]
  /** An evaluator looked, because no rule could say. */
  readonly byJudge?: true
}

/** An item passes at 0.75, and where its dimension asks for more, at that. */
export const passes = (
  { dimension }: Pick<ContractItem, 'dimension'>,
  score: number,
  conditions: PassConditions,
): boolean => reaches(score, Math.max(0.75, conditions[dimension]))

export const isDecidedByRules = ({ rules }: ContractItem): boolean => rules.length > 0

/** Rules that had nothing to compare with say nothing about an item: then somebody must look. */
export const wasAsked = (item: ContractItem, { notAsked = [] }: PageJudgement): boolean =>
  item.implicit || [...rulesOf(item)].some((id) => !notAsked.includes(id))

export const findingsFor = (
  item: ContractItem,
  { byRule }: Pick<PageJudgement, 'byRule'>,
): readonly PageFinding[] =>
  [...rulesOf(item)]
    .flatMap((id) => byRule[id] ?? [])
    .filter((finding) => finding.severity !== 'info' && concerns(item, finding))
    .filter(({ severity }) => !item.implicit || isRubric(item) || severity === 'error')

/** An item that speaks of one section is not to blame for what is wrong with another. */
const concerns = ({ about }: ContractItem, finding: PageFinding): boolean =>
  about === undefined ||
  finding.about === undefined ||
  about.some((part) => finding.about === part || finding.about?.startsWith(`${part}/`))

/** The clause that a dimension as a whole holds against its rubric. */
const isRubric = ({ rules }: ContractItem): boolean =>
  rules.some((reference) => reference.startsWith('dimension:'))

/** The verdict of the gate on an item that rules decide. What was not checked has not passed. */
export function verdictByRules(
  item: ContractItem,
  judgement: PageJudgement,
  conditions: PassConditions,
): ItemVerdict {
  if (isRubric(item)) return verdictByRubric(item, judgement)
  const ids = rulesOf(item)
  const unchecked = judgement.notChecked.filter(({ ruleId }) => ids.has(ruleId))
  const findings = findingsFor(item, judgement)
  const judged = anchorOf(findings)
  const score = unchecked.length === 0 ? judged : unchecked.length === ids.size ? 0 : low(judged)
  return {
    id: item.id,
    score,
    passed:
      unchecked.length === 0 &&
      (item.implicit ? findings.length === 0 : passes(item, score, conditions)),
    reason: reasonFor(findings, unchecked, ids.size),
    evidence: [
      ...findings.slice(0, 5).map(findingText),
      ...(findings.length === 0 && unchecked.length === 0
        ? [`${[...ids].slice(0, 5).join(', ')}${ids.size > 5 ? ', …' : ''} passed`]
        : []),
    ],
  }
}

const low = (score: number) => Math.min(0.5, score)

function verdictByRubric({ id, dimension }: ContractItem, { score }: PageJudgement): ItemVerdict {
  const { score: reached, rubric, subCriteria } = score.dimensions[dimension]
  return {
    id,
    score: reached,
    passed: reaches(reached, 0.75),
    reason: rubric,
    evidence: subCriteria.map(({ title, anchor }) => `${title}: ${anchor.toFixed(2)}`),
  }
}

function reasonFor(
  findings: readonly PageFinding[],
  unchecked: PageJudgement['notChecked'],
  rules: number,
): string {
  const [missing] = unchecked
  if (missing !== undefined)
    return `${unchecked.length} of ${rules} rules could not be checked: ${missing.reason}`
  const [first] = findings
  if (first === undefined) return `${rules} ${rules === 1 ? 'rule holds' : 'rules hold'}`
  return `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}, such as: ${first.message}`
}

/** A finding in one line: where, what, and what was measured. */
export function findingText({ ruleId, message, place, measured }: PageFinding): string {
  const where =
    place.selector ?? (place.file === undefined ? 'the page' : `${place.file}:${place.line ?? 1}`)
  const figures =
    measured === undefined ? '' : ` (${measured.value} ${measured.unit}, needs ${measured.needed})`
  return `${ruleId} at ${where}: ${message}${figures}`
}
