import { type DesignRule, type Seen, intentRule } from './rule.ts'
import { type DesignModel, oneOf } from './design-model.ts'

const changing = oneOf(
  'add adds book books buy buys cancel cancels change changes confirm confirms create creates delete deletes edit edits enter enters enrol enrols fill fills invite invites log logs mark marks order orders pay pays place places post posts publish publishes rate rates record records register registers remove removes rename renames report reports request requests reserve reserves return returns save saves schedule schedules send sends sign signs submit submits update updates upload uploads write writes archive archives assign assigns approve approves reject rejects store stores import imports borrow borrows renew renews transfer transfers subscribe subscribes',
)

/** Filling in and asking are no changes yet. */
const tentative = oneOf(
  'enter enters fill fills log logs mark marks request requests report reports return returns rate rates change changes place places sign signs',
)
const keeps = (text: string): boolean =>
  text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => changing.has(word) && !tentative.has(word))

/** A step that keeps something without saying what, in a design whose steps say it. */
function unnamedKeeping({ intent }: DesignModel): readonly Seen[] {
  const steps = intent.userFlows.flatMap((flow, index) =>
    flow.steps.map((step, place) => ({ step, path: `/userFlows/${index}/steps/${place}` })),
  )
  const named = steps.filter(({ step }) => (step.entityIds ?? []).length > 0).length
  if (named * 3 < steps.length) return []
  return steps
    .filter(({ step }) => (step.entityIds ?? []).length === 0 && keeps(step.action))
    .map(({ step, path }) => ({
      path,
      message: `the step "${step.id}" keeps something but names no entity`,
    }))
}

export const dataFlowRules: readonly DesignRule[] = [
  intentRule('data/unnamed-keeping', unnamedKeeping),
]
