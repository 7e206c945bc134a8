import { isConfirming } from '../confirming.ts'
import { proposalProblems, type Proposal, withoutScore } from '../contract.ts'
import { ProposeOutput, ResolveOutput, ReviewOutput } from '../contracts.ts'
import { unknownRules } from '../item-rules.ts'
import { leakIn } from '../leak.ts'
import { waivedIn } from '../people.ts'
import type { GanRun, Negotiating, Proposing } from '../state.ts'
import { proposeContract } from '../propose-contract.ts'
import { attemptOf } from '../../../asking/ask-role.ts'
import { askAgent } from './ask.ts'
import type { Outcome, StepBench } from './bench.ts'
import { sourcesOf } from './sources.ts'
import { unanswered } from '../../../asking/outcome.ts'

/** PROPOSE: the evaluator's contract; where nobody negotiates, the checklist of the brief. */
export async function propose(bench: StepBench, run: Proposing): Promise<Outcome> {
  const { checklist, contract, priority, guidance } = run
  if (contract !== null && isConfirming(run)) {
    const { test_scenarios, pass_conditions } = contract
    const proposal: Proposal = {
      priority_dimension: priority,
      acceptance_checklist: [...checklist],
      test_scenarios,
      pass_conditions,
    }
    return (cost) => ({ type: 'record-proposal', proposal, cost })
  }
  if (run.setup.contract === 'none') {
    const proposal = proposeContract({ brief: bench.brief, priority, checklist })
    return (cost) => ({ type: 'record-proposal', proposal, cost })
  }
  const { brief, ...texts } = sourcesOf(bench, run)
  const answer = await askAgent(bench, run, {
    role: 'evaluator',
    errand: 'PROPOSE',
    input: { brief, priority, checklist: checklist.map(withoutScore) },
    artifact: { ...texts, guidance },
    schema: ProposeOutput,
    verify: (proposal) => problemsWith(run, proposal),
    place: 'propose',
    ...attemptOf(run, 'PROPOSE'),
  })
  if (!answer.ok) return unanswered('PROPOSE', answer.error)
  return (cost) => ({ type: 'record-proposal', proposal: answer.value, cost })
}

const problemsWith = (run: GanRun, proposal: Proposal): readonly string[] => {
  const own = proposal.acceptance_checklist.filter(({ implicit }) => !implicit)
  const waived = waivedIn(run.guidance.join('\n'))
  const agreed = new Set(run.checklist.map(({ id }) => id))
  return [
    ...proposalProblems(proposal),
    ...own.flatMap((item) => unknownRules(item).map((rule) => `${item.id} names no rule: ${rule}`)),
    // after a restart nothing is agreed on any more, and numbers mean other things
    ...own
      .filter(({ id }) => agreed.size > 0 && !agreed.has(id) && waived.has(id))
      .map(({ id }) => `${id} was waived; a new criterion needs a number of its own`),
    ...own.flatMap(({ id, criterion, verification }) =>
      leakProblem(id, `${criterion}\n${verification}`),
    ),
  ]
}

/** What a contract says is shown to every later evaluator, so it cannot tell of a judgement. */
function leakProblem(id: string, words: string): readonly string[] {
  const leak = leakIn(words)
  return leak === null ? [] : [`${id} holds ${leak} that an evaluator must not see; reword it`]
}

const negotiable = (proposal: Proposal): Proposal => ({
  ...proposal,
  acceptance_checklist: proposal.acceptance_checklist.map(withoutScore),
})

/** REVIEW: the builder accepts, or says what it would rather promise. */
export async function review(bench: StepBench, run: Negotiating): Promise<Outcome> {
  const { proposal, rounds } = run
  const known = new Set(proposal.acceptance_checklist.map(({ id }) => id))
  const answer = await askAgent(bench, run, {
    role: 'builder',
    errand: 'REVIEW',
    input: { ...sourcesOf(bench, run), proposal: negotiable(proposal) },
    schema: ReviewOutput,
    verify: ({ answer: said, proposals }) => [
      ...proposals
        .filter(({ id }) => !known.has(id))
        .map(({ id }) => `${id} is not in the contract`),
      ...(said === 'adjust' && proposals.length === 0
        ? ['an adjustment needs at least one proposal']
        : []),
      ...proposals.flatMap(({ id, alternative, rationale }) =>
        leakProblem(id, `${alternative}\n${rationale}`),
      ),
    ],
    place: `review-${rounds.length}`,
    ...attemptOf(run, 'REVIEW'),
  })
  if (!answer.ok) return unanswered('REVIEW', answer.error)
  const { answer: said, proposals } = answer.value
  const negotiation = {
    round: Math.floor(rounds.length / 2) + 1,
    by: 'builder',
    answer: said,
    proposals: said === 'accept' ? [] : proposals,
  } as const
  return (cost) => ({
    type: 'record-review',
    negotiation: { ...negotiation, proposals: [...negotiation.proposals] },
    proposal,
    cost,
  })
}

/** RESOLVE: the evaluator decides by the brief, and its reasons stay in the history of the contract. */
export async function resolve(bench: StepBench, run: Negotiating): Promise<Outcome> {
  const { proposal, rounds } = run
  const asked = rounds.at(-1)
  const { brief, ...texts } = sourcesOf(bench, run)
  const answer = await askAgent(bench, run, {
    role: 'evaluator',
    errand: 'RESOLVE',
    input: {
      brief,
      proposal: negotiable(proposal),
      review: { answer: 'adjust', proposals: asked?.proposals ?? [] },
    },
    artifact: texts,
    schema: ResolveOutput,
    verify: (output) => problemsWith(run, output.proposal),
    place: `resolve-${rounds.length}`,
    ...attemptOf(run, 'RESOLVE'),
  })
  if (!answer.ok) return unanswered('RESOLVE', answer.error)
  const { proposal: settled, resolution } = answer.value
  const round = asked?.round ?? 1
  return (cost) => ({
    type: 'record-review',
    negotiation: { round, by: 'evaluator', answer: 'resolve', proposals: [], resolution },
    proposal: settled,
    cost,
  })
}
