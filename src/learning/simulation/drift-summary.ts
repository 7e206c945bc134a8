import { type DriftTrial, driftTrial } from './drift.ts'
import { median } from './summary.ts'

/** How a promoted lesson that changed fared, over many trials of one scenario. */
export type DriftSummary = {
  readonly scenario: string
  readonly trials: number
  /** Share that was demoted after the change. */
  readonly demoted: number
  /** Work orders from the change to the demotion, the middle one. */
  readonly delay: number | null
  readonly lookDelay: number | null
  /** Share that was demoted though nothing had changed yet. */
  readonly tooEarly: number
}

type Scenario = Pick<DriftTrial, 'after' | 'isKnown' | 'most'> & { readonly scenario: string }

const scenarios: readonly Scenario[] = [
  { scenario: 'known change, 25 → 45 %', after: 0.45, isKnown: true, most: 3_000 },
  { scenario: 'known change, 25 → 35 %', after: 0.35, isKnown: true, most: 3_000 },
  { scenario: 'unknown change, 25 → 45 %', after: 0.45, isKnown: false, most: 6_000 },
  { scenario: 'unknown change, 25 → 35 %', after: 0.35, isKnown: false, most: 6_000 },
  { scenario: 'no change, 10,000 work orders', after: 0.12, isKnown: false, most: 9_700 },
]

/** The same trials for the same seed. The error occurs in 25 % without the lesson, in 12 % with it at first. */
export const driftSummaries = (seed: number, trials: number): readonly DriftSummary[] =>
  scenarios.map(({ scenario, ...each }) => {
    const results = Array.from({ length: trials }, (_, at) =>
      driftTrial({ seed: seed + at, without: 0.25, before: 0.12, changeAt: 300, ...each }),
    )
    const delays = results.flatMap(({ demoted }) =>
      demoted !== null && demoted >= 0 ? [demoted] : [],
    )
    const looks = results.flatMap(({ look }) => (look !== null && look >= 0 ? [look] : []))
    return {
      scenario,
      trials,
      demoted: delays.length / trials,
      delay: median(delays),
      lookDelay: median(looks),
      tooEarly: results.filter(({ demoted }) => demoted !== null && demoted < 0).length / trials,
    }
  })
