import {
  weights,
  type DesignFinding,
  type Dimension,
  type Scorecard,
} from '../../../src/checks/design/critique.ts'

type Found = Partial<Record<Dimension, readonly DesignFinding[]>>

/** A scorecard with these findings. Its figures are made up: the page must show whatever it is given. */
export function scorecardWith(found: Found, overallScore = 86.5): Scorecard {
  const of = (dimension: Dimension) => {
    const findings = [...(found[dimension] ?? [])]
    return { score: Math.max(0, 100 - 9 * findings.length), weight: weights[dimension], findings }
  }
  return {
    overallScore,
    dimensions: {
      completeness: of('completeness'),
      coherence: of('coherence'),
      clarity: of('clarity'),
      frameworkAgnosticism: of('frameworkAgnosticism'),
      dataModelIntegrity: of('dataModelIntegrity'),
    },
  }
}

export const finding = (
  path: string,
  message: string,
  severity: DesignFinding['severity'] = 'warning',
): DesignFinding => ({ ruleId: 'sample/rule', severity, path, message })
