import { type Criticism, type Dimension, type Scorecard, weights } from './critique.ts'
import { designModel } from './design-model.ts'
import type { DesignIntent } from './intent.ts'
import { designRules } from './rules.ts'
import { substanceOf } from './substance.ts'
import { dimensionScore, overallScore, sizeOf } from './score.ts'

/** Raised when the same intent can get another score: stored scores are compared by it. */
export const rubricVersion = '1.3.0'

export type Critique = {
  readonly scorecard: Scorecard
  readonly criticisms: readonly Criticism[]
}

/** Judges an intent by rules alone. The same intent gets the same critique on any machine. */
export function criticise(intent: DesignIntent): Critique {
  const result = findingsIn(intent)
  const substance = substanceOf(intent)
  if (substance === null) return { scorecard: scorecardOf(result, intent), criticisms: result }
  // what is missing once empty words are left out is missing, whatever hides it
  const known = new Set(result.map(({ ruleId, path }) => `${ruleId} ${path}`))
  const hidden = findingsIn(substance.intent)
    .map((each) => {
      const { fix: _, ...finding } = each
      return { ...finding, path: substance.pathIn(each.path) }
    })
    .filter(({ ruleId, path }) => absences.has(ruleId) && !known.has(`${ruleId} ${path}`))
  const criticisms = inOrder([...result, ...hidden])
  return { scorecard: scorecardOf(criticisms, substance.intent), criticisms }
}

/** Rules that ask whether something is there. More words can only quiet these. */
const absences: ReadonlySet<string> = new Set([
  'completeness/thin-text',
  'completeness/few-goals',
  'completeness/short-flow',
  'completeness/no-interactions',
  'completeness/idle-control',
  'clarity/shared-description',
  'clarity/shared-goal',
  'clarity/hollow-text',
])

function findingsIn(intent: DesignIntent): readonly Criticism[] {
  const model = designModel(intent)
  return inOrder(
    designRules.flatMap(({ id, severity, dimension, run }) =>
      run(model).map((observed) => ({ ruleId: id, severity, dimension, ...observed })),
    ),
  )
}

/** In the order of the document: lists by number, so that the tenth follows the ninth. */
function inOrder(criticisms: readonly Criticism[]): readonly Criticism[] {
  return criticisms
    .map((each) => ({ each, key: [numbered(each.path), each.ruleId, each.message].join('\n') }))
    .toSorted((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0))
    .map(({ each }) => each)
}

const numbered = (path: string): string => path.replace(/\d+/g, (index) => index.padStart(8, '0'))

function scorecardOf(criticisms: readonly Criticism[], intent: DesignIntent): Scorecard {
  const size = sizeOf(intent)
  const scored = (dimension: Dimension) => {
    const own = criticisms.filter((each) => each.dimension === dimension)
    return {
      score: dimensionScore(own, size),
      weight: weights[dimension],
      findings: own.map(({ ruleId, severity, path, message }) => ({
        ruleId,
        severity,
        path,
        message,
      })),
    }
  }
  const dimensions = {
    completeness: scored('completeness'),
    coherence: scored('coherence'),
    clarity: scored('clarity'),
    frameworkAgnosticism: scored('frameworkAgnosticism'),
    dataModelIntegrity: scored('dataModelIntegrity'),
  }
  return { overallScore: overallScore(dimensions), dimensions }
}
