import { median } from './summary.ts'
import { chanceFrom } from '../chance.ts'
import { decisionsOf } from '../decisions.ts'
import { type LedgerEntry, newLedger, record } from '../ledger.ts'
import { planOrder } from '../plan-order.ts'
import { type Policy, policy as usual } from '../policy.ts'
import { standingsOf } from '../standings.ts'

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

/** A promoted lesson whose effect changes: the rates without it, with it, and with it after the change. */
type DriftTrial = {
  readonly seed: number
  readonly without: number
  readonly before: number
  readonly after: number
  readonly changeAt: number
  /** The change is known: it comes with a new model. */
  readonly isKnown: boolean
  readonly most: number
  readonly policy?: Policy
}

/** After how many work orders from the change the alarms came; null if they never did. */
type DriftResult = { readonly look: number | null; readonly demoted: number | null }

/** Lives through one change by the rules of the product. */
export function driftTrial(trial: DriftTrial): DriftResult {
  const policy = trial.policy ?? usual
  const chance = chanceFrom('drift', trial.seed)
  const ledger = newLedger(policy, `drift-${trial.seed}`)
  const keep = (entry: LedgerEntry) => {
    const recorded = record(ledger, entry)
    if (!recorded.ok) throw new Error(recorded.error)
  }
  const id = { lessonId: 'L', version: 1 }
  keep({
    type: 'lesson',
    lesson: { id: 'L', version: 1, errorCode: 'L', text: 'L', tokens: 50, state: 'supported' },
  })
  keep({ type: 'moved', ...id, event: 'approve' })
  let look: number | null = null
  for (let order = 0; order < trial.changeAt + trial.most; order += 1) {
    const changed = order >= trial.changeAt
    const setting = {
      proposer: 'p',
      model: changed && trial.isKnown ? 'new' : 'old',
      promptHash: 'same',
      toolVersion: 'same',
    }
    const workOrderId = `order-${order}`
    const rate = changed ? trial.after : trial.before
    for (const assignment of planOrder(ledger, { workOrderId, setting, eligible: [id] }))
      keep({
        type: 'outcome',
        outcome: {
          ...assignment,
          ...setting,
          workOrderId,
          stratum: '',
          targetFailed: chance.uniform() < (assignment.on ? rate : trial.without),
          guardrailFailed: chance.uniform() < 0.3,
          at: '',
          iteration: Math.floor(order / 15),
        },
      })
    if ((order + 1) % 15 !== 0) continue
    if (look === null && standingsOf(ledger)[0]?.drift.alarm !== 'none')
      look = order - trial.changeAt
    for (const { event } of decisionsOf(ledger)) {
      keep({ type: 'moved', ...id, event })
      if (event === 'demote') return { look, demoted: order - trial.changeAt }
    }
  }
  return { look, demoted: null }
}
