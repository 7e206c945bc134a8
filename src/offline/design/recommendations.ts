import type { DesignFinding } from '../../checks/design/critique.ts'
import { designRules } from '../../checks/design/rules.ts'

const most = 7
const weight = { error: 0, warning: 1, info: 2 } as const

/** What to do next, one sentence for each rule that was broken: the grave ones first, then the frequent ones. */
export function recommendations(findings: readonly DesignFinding[]): readonly string[] {
  const groups = new Map<string, DesignFinding[]>()
  for (const finding of findings) {
    const known = groups.get(finding.ruleId)
    if (known) known.push(finding)
    else groups.set(finding.ruleId, [finding])
  }
  return [...groups.values()]
    .sort((a, b) => gravest(a) - gravest(b) || b.length - a.length)
    .slice(0, most)
    .map(sentence)
}

const gravest = (group: readonly DesignFinding[]): number =>
  Math.min(...group.map(({ severity }) => weight[severity]))

const places = 3

/** The findings say what is wrong; this says where to look and what good looks like. */
function sentence(group: readonly DesignFinding[]): string {
  const [first] = group
  const rule = designRules.find(({ id }) => id === first?.ruleId)
  const named = group.slice(0, places).map(({ path }) => path || '/')
  const more = group.length > places ? ` and ${group.length - places} more` : ''
  const better =
    rule === undefined ? (first?.message ?? '') : `better, for instance: ${rule.example.better}`
  return `${named.join(', ')}${more}: ${better}`.slice(0, 400)
}
