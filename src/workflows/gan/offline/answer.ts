import type { z } from 'zod'
import type { AgentAnswer, AgentFailure, AgentRequest } from '../../../model/agent.ts'
import { type AsyncResult, err, ok, type Result } from '../../../model/result.ts'
import { AskInput } from './ask-input.ts'
import { buildSite } from './build-site.ts'
import { proposeContract } from './propose.ts'
import { type Inputs, readInputs } from './read-inputs.ts'
import type { ContractItem, Proposal } from '../contract.ts'
import type { JudgeOutput, ResolveOutput, ReviewOutput } from '../contracts.ts'
import type { SiteFiles } from '../site.ts'
import { evidenceFor } from './evidence.ts'
import type { ContentRequirement } from '../inputs/brief.ts'
import { meantBy } from './anchors.ts'

/** The embedded agent's answers for a page: no model, no network, the same bytes every time. */
export async function answerOfflineGan(
  request: AgentRequest,
): AsyncResult<AgentAnswer, AgentFailure> {
  const input = AskInput.safeParse({ phase: request.phase, ...request.input })
  if (!input.success) return unreadable(input.error)
  const inputs = await readInputs(input.data)
  if (!inputs.ok) return err({ type: 'bad-output', issues: inputs.error.slice(0, 10) })
  return ok({
    output: outputFor(input.data, inputs.value),
    usage: { input_tokens: 0, output_tokens: 0, cost_usd: 0, model: 'offline' },
  })
}

function outputFor(ask: AskInput, inputs: Inputs): unknown {
  switch (ask.phase) {
    case 'PROPOSE':
      return proposeContract({ ...ask, brief: inputs.brief })
    case 'REVIEW':
      return reviewContract(ask.proposal, inputs)
    case 'RESOLVE':
      return resolveContract(ask.proposal, ask.review, inputs)
    case 'BUILD':
      return buildSite({ ...ask, inputs, items: ask.contract })
    case 'JUDGE':
      return judgeOffline({ ...ask, inputs, items: ask.contract })
  }
}

const unreadable = (error: z.ZodError): Result<AgentAnswer, AgentFailure> =>
  err({
    type: 'bad-output',
    issues: error.issues
      .slice(0, 10)
      .map(({ path, message }) => `input.${path.join('.')}: ${message}`),
  })

type Judging = {
  readonly items: readonly ContractItem[]
  readonly files: SiteFiles
  readonly inputs: Inputs
}

/**
 * Verdicts on what no rule decides. What the files show is solid, not perfect: nobody with taste has
 * looked. What they do not show is not judged, and so not passed.
 */
export function judgeOffline({ items, files, inputs }: Judging): JudgeOutput {
  return {
    verdicts: items.map((item) => {
      const evidence = evidenceFor(item, files, inputs)
      if (evidence.length === 0)
        return {
          id: item.id,
          evidence: [{ type: 'selector', selector: 'main' }],
          reason: '0.50, partial compliance: not judged without a model; the files do not show it',
          rubric_anchor: 0.5,
        }
      return {
        id: item.id,
        evidence: [...evidence],
        reason:
          '0.75, solid compliance: the files hold what the criterion asks for; how well it is done was not judged without a model',
        rubric_anchor: 0.75,
      }
    }),
  }
}

/** Accepts what can be built from the inputs, and says honestly what cannot. */
export function reviewContract(proposal: Proposal, inputs: Inputs): ReviewOutput {
  const proposals = proposal.acceptance_checklist
    .filter(({ implicit, carry_forward }) => !implicit && !carry_forward)
    .flatMap((item) => objectionTo(item, inputs) ?? [])
  return { answer: proposals.length === 0 ? 'accept' : 'adjust', proposals }
}

type Objection = ReviewOutput['proposals'][number]

/** What an item becomes once it is agreed that there are no words for its section. */
const leftOut = (section: string): string =>
  `${section} is left out, and nothing is invented in its place`

/** A section without words cannot be shown, and words are not made up. */
function objectionTo(item: ContractItem, inputs: Inputs): Objection | null {
  const asked = requirementOf(item, inputs)
  if (asked === undefined || item.criterion === leftOut(asked.section)) return null
  if (meantBy(asked.section, inputs.copy.order) !== null) return null
  return {
    id: item.id,
    alternative: leftOut(asked.section),
    rationale: `copy.json has no words for ${asked.section}, and the builder writes none`,
  }
}

const requirementOf = (
  { criterion }: Pick<ContractItem, 'criterion'>,
  { brief }: Pick<Inputs, 'brief'>,
): ContentRequirement | undefined =>
  brief.requirements.find(({ section }) => criterion.includes(`${section} is present`))

/** Settles what was asked for by the brief: what must be there stays, the rest may change. */
export function resolveContract(
  proposal: Proposal,
  review: ReviewOutput,
  inputs: Inputs,
): ResolveOutput {
  const asked = new Map(review.proposals.map((each) => [each.id, each]))
  const settled = proposal.acceptance_checklist.map((item) => {
    const wish = asked.get(item.id)
    const need = requirementOf(item, inputs)?.need
    if (wish === undefined || item.implicit || need === 'must') return { item, taken: false }
    const rules = need === undefined ? item.rules : ['copy/placeholder', 'copy/extra']
    return { item: { ...item, criterion: wish.alternative, rules }, taken: true }
  })
  const taken = settled.filter((each) => each.taken).map(({ item }) => item.id)
  const kept = [...asked.keys()].filter((id) => !taken.includes(id))
  const say = (ids: readonly string[], words: string) =>
    ids.length === 0 ? [] : [`${ids.join(', ')}: ${words}`]
  return {
    proposal: { ...proposal, acceptance_checklist: settled.map(({ item }) => item) },
    resolution: [
      ...say(taken, 'taken, because the BRIEF does not demand it'),
      ...say(kept, 'kept, because the BRIEF says that it must be there'),
      ...(asked.size === 0 ? ['nothing was asked for'] : []),
    ].join('; '),
  }
}
