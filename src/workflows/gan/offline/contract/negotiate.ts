import type { ContractItem, Proposal } from '../../contract.ts'
import type { ResolveOutput, ReviewOutput } from '../../contracts.ts'
import type { ContentRequirement } from '../../inputs/brief.ts'
import { meantBy } from '../page/anchors.ts'
import { partsOf } from '../page/parts.ts'
import type { Inputs } from '../read-inputs.ts'

/** Accepts what can be built from the inputs, and says honestly what can not. */
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

/** A section without words can not be shown, and words are not made up. */
function objectionTo(item: ContractItem, inputs: Inputs): Objection | null {
  const asked = requirementOf(item, inputs)
  if (asked === undefined || item.criterion === leftOut(asked.section)) return null
  if (meantBy(asked.section, partsOf(inputs.copy)) !== null) return null
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
