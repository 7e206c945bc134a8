import type { Scorecard } from '../../checks/design/critique.ts'
import type { Feature } from './state.ts'

type Told = {
  readonly inputHash: string
  readonly scorecard: Scorecard
  readonly recommendations: readonly string[]
}

/** critique.json. It holds no time, so that the same evaluation is the same file. */
export function critiqueText(
  run: Feature,
  { inputHash, scorecard, recommendations }: Told,
): string {
  const { setup, iteration } = run
  const critique = {
    featureId: setup.featureId,
    iteration,
    inputHash,
    overallScore: scorecard.overallScore,
    threshold: setup.threshold,
    passed: scorecard.overallScore >= setup.threshold,
    dimensions: scorecard.dimensions,
    recommendations,
    criticModel: setup.models.critic,
    promptVersion: setup.promptTemplates.critic.version,
  }
  return `${JSON.stringify(critique, null, 2)}\n`
}
