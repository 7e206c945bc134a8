import type { DesignFinding } from '../../../checks/design/critique.ts'

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

function sentence(group: readonly DesignFinding[]): string {
  const [first] = group
  const message = (first?.message ?? '').slice(0, 200)
  const more = group.length > 1 ? ` (and ${group.length - 1} more like it)` : ''
  return `${first?.path || '/'}: ${message}${more}`
}
