import type { AxeFacts, PageFacts } from '../../../model/page-facts.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule, type Sighting } from '../score/define-rule.ts'
import { lighthouseVersion, lighthouseWeights } from './lighthouse-weights.ts'

/**
 * The score of Lighthouse's accessibility category, 0 to 100, from one run of axe: the weighted
 * share of audits without a violation. What found nothing to judge does not count; what axe left
 * undecided counts as passed, as it does there.
 */
export function lighthouseScore(axe: AxeFacts): number {
  const violated = new Set(axe.violations.map(({ id }) => id))
  const silent = new Set(axe.inapplicable)
  const counted = Object.entries(lighthouseWeights).filter(([id]) => !silent.has(id))
  const sum = (entries: readonly (readonly [string, number])[]) =>
    entries.reduce((total, [, weight]) => total + weight, 0)
  const passed = counted.filter(([id]) => !violated.has(id))
  const mean = sum(passed) / sum(counted)
  // nothing to judge is a zero there
  return Math.round((Number.isFinite(mean) ? mean : 0) * 100)
}

/** Failed audits with the weight each takes from the score, the heaviest first. */
function failedAudits({ violations }: AxeFacts): string {
  const failed = violations
    .map(({ id }) => ({ id, weight: lighthouseWeights[id] ?? 0 }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight || (one.id < other.id ? -1 : 1))
  return failed.map(({ id, weight }) => `${id} (${weight})`).join(', ')
}

function belowGate(facts: PageFacts, least: number, most: number): readonly Sighting[] {
  const value = lighthouseScore(facts.axe)
  if (value < least || value >= most) return []
  return [
    {
      message: `the accessibility score is ${value} of 100 with the weights of Lighthouse ${lighthouseVersion}; failed: ${failedAudits(facts.axe)}`,
      place: {},
      measured: { value, needed: most, unit: 'points' },
    },
  ]
}

const example = {
  bad: 'buttons without names, images without alt, no language: 71',
  better: 'every audit with weight passes: 100',
}

const mustReach = definePageRule(
  {
    id: 'accessibility-score',
    about: 'The accessibility score, counted as Lighthouse does, is 80 or more.',
    example,
    needs: ['axe'],
    mustPass: true,
  },
  (facts) => belowGate(facts, 0, 80),
)

const shouldReach = definePageRule(
  {
    id: 'accessibility-score-low',
    about: 'The accessibility score is 90 or more; from 80 to 89 it passes, and is told.',
    example,
    needs: ['axe'],
  },
  (facts) =>
    belowGate(facts, 80, 90).map((observed) => ({ ...observed, severity: 'warning' as const })),
)

export const scoreRules: readonly PageRule[] = [mustReach, shouldReach]
