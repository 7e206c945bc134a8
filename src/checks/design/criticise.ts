import { type Criticism, type Dimension, type Scorecard, weights } from './critique.ts'
import { designModel } from './design-model.ts'
import type { DesignRule, IntentRule, Seen, TextRule } from './rule.ts'
import type { DesignIntent } from './intent.ts'
import { proseOf, textsOf } from './prose.ts'
import { designRules } from './rules.ts'
import { substanceOf } from './substance.ts'
import { dimensionScore, overallScore, sizeOf } from './score.ts'

/** Raised when the same intent can get another score: stored scores are compared by it. */
export const rubricVersion = '1.2.0'

export type Critique = {
  readonly scorecard: Scorecard
  readonly criticisms: readonly Criticism[]
}

const intentRules = designRules.filter((rule): rule is IntentRule => 'run' in rule)
const textRules = designRules.filter((rule): rule is TextRule => 'read' in rule)

/** Judges an intent by rules alone. The same intent gets the same critique on any machine. */
export function criticise(intent: DesignIntent): Critique {
  const found = findingsIn(intent)
  const substance = substanceOf(intent)
  if (substance === null) return { scorecard: scorecardOf(found, intent), criticisms: found }
  // what is missing once empty words are left out is missing, whatever hides it
  const known = new Set(found.map(({ ruleId, path }) => `${ruleId} ${path}`))
  const hidden = findingsIn(substance.intent)
    .map((each) => {
      const { fix: _, ...finding } = each
      return { ...finding, path: substance.pathIn(each.path) }
    })
    .filter(({ ruleId, path }) => absences.has(ruleId) && !known.has(`${ruleId} ${path}`))
  const criticisms = inOrder([...found, ...hidden])
  return { scorecard: scorecardOf(criticisms, substance.intent), criticisms }
}

/** Rules that ask whether something is there. More words can only quiet these. */
const absences: ReadonlySet<string> = new Set([
  'completeness/thin-text',
  'completeness/few-goals',
  'completeness/short-flow',
  'completeness/no-interactions',
  'completeness/idle-control',
  'completeness/empty-view',
  'clarity/shared-description',
  'clarity/shared-goal',
  'clarity/hollow-text',
  'clarity/unmeasured-goal',
])

function findingsIn(intent: DesignIntent): readonly Criticism[] {
  const model = designModel(intent)
  const criticisms: Criticism[] = []
  for (const rule of intentRules)
    for (const seen of rule.run(model)) criticisms.push(criticism(rule, seen))
  for (const text of textsOf(intent)) {
    const prose = proseOf(text)
    for (const rule of textRules)
      for (const seen of rule.read(prose, model)) criticisms.push(criticism(rule, seen))
  }
  return inOrder(criticisms)
}

const criticism = ({ id, dimension, severity }: DesignRule, seen: Seen): Criticism => ({
  ruleId: id,
  severity,
  path: seen.path,
  message: seen.message,
  dimension,
  ...(seen.fix && { fix: seen.fix }),
})

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
