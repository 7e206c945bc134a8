import type { AgentFailure, AgentRequest } from '../../src/model/agent.ts'
import type { Entry } from '../../src/model/entry.ts'
import { err, ok } from '../../src/model/result.ts'
import type { Agent } from '../../src/ports/agent.ts'
import type { ContractItem } from '../../src/workflows/gan/contract.ts'
import { payloads } from '../../src/workflows/gan/events.ts'
import { dimensions } from '../../src/workflows/gan/inputs/rubrics.ts'
import type { SiteFiles } from '../../src/workflows/gan/site.ts'
import { markOf, pageBy } from './gan-pages.ts'
import { recordedOf } from './gan-recorded.ts'
import type { Chance } from './random.ts'
import { aMoment, type Process, type World } from './world.ts'

/** Builders and evaluators: good, sloppy, slow, failing, breaking their contract and lying about evidence. */
export function simulatedPair(world: World, process: Process): Agent {
  const { chance } = world
  return {
    identity: { kind: 'simulated', model: 'chance', temperature: 0 },
    ceiling: () => ({ tokens: 100, costUsd: 0.01 }),
    async ask(request) {
      noteCall(world, request)
      for (let slow = chance.below(6); slow > 0; slow -= 1) await aMoment
      await process.hook.before('ask', request.phase)
      const failure = chance.happens(0.04) ? failureBy(chance) : null
      // who did not understand once may not understand again
      const output = chance.happens(request.error?.includes('breaks the contract') ? 0.7 : 0.06)
        ? chance.pick(['garbage', '', { files: [] }, null])
        : answerTo(chance, request)
      await process.hook.after('ask', request.phase)
      if (failure !== null) return err(failure)
      const usage = { input_tokens: chance.below(60), output_tokens: chance.below(40), cost_usd: 0 }
      return ok({ output, usage })
    },
  }
}

const failureBy = (chance: Chance): AgentFailure =>
  chance.pick<AgentFailure>([
    { type: 'timed-out', afterMs: 1000 },
    { type: 'unavailable', reason: 'down', retryable: true },
    { type: 'unavailable', reason: 'gone', retryable: false },
    { type: 'bad-output', issues: ['cut off'] },
  ])

/** What an event completes. A review is one of several, so it is not looked at here. */
const completes: Readonly<Record<string, string>> = {
  contract_proposed: 'PROPOSE',
  site_built: 'BUILD',
}

function noteCall(world: World, request: AgentRequest): void {
  const { run_id: run, iteration, phase } = request
  const recorded = recordedOf(world, run)
  const done = recorded.some(
    (entry) => entry.iteration === iteration && completes[entry.event] === phase,
  )
  if (done)
    world.violate('law-2', `${phase} of ${iteration} was asked again though it was recorded`)
  if (phase === 'JUDGE' && isJudged(recorded))
    world.violate('law-2', `a site was judged again though its judgement was recorded`)
  // after which event of its run the agent was asked
  world.calls.push(`${run} ${recorded.length}`)
}

/** The last thing a run recorded of its site is a judgement, and no second one is wanted. */
function isJudged(recorded: readonly Entry[]): boolean {
  const last = recorded.findLast(({ event }) =>
    ['site_built', 'site_edited', 'evaluated', 'evaluated_again'].includes(event),
  )
  const { projectNumber } = payloads.run_started.parse(recorded[0]?.payload).setup
  const judged = recorded.filter(({ event }) => event === 'evaluated').length
  if (last?.event === 'evaluated') return judged > 1 || projectNumber % 5 !== 0
  return last?.event === 'evaluated_again'
}

function answerTo(chance: Chance, { phase, input }: AgentRequest): unknown {
  // the inputs are our own steps' and have these shapes
  const items = (input['contract'] ?? []) as readonly ContractItem[]
  const files = (input['files'] ?? null) as SiteFiles | null
  const proposal = input['proposal'] as { readonly acceptance_checklist: readonly ContractItem[] }
  switch (phase) {
    case 'PROPOSE':
      return proposalBy(chance)
    case 'REVIEW':
      return chance.happens(0.5)
        ? { answer: 'accept' }
        : { answer: 'adjust', proposals: [wishBy(chance, proposal.acceptance_checklist)] }
    case 'RESOLVE':
      return { proposal: proposalBy(chance), resolution: 'by the brief' }
    case 'BUILD':
      return { files: pageBy(chance, items, files), claims: claimsBy(chance, items), notes: '' }
    default:
      return {
        verdicts: items
          .filter(() => chance.happens(0.97))
          .map((item) => judge(chance, item, files)),
      }
  }
}

const wishBy = (chance: Chance, items: readonly ContractItem[]) => ({
  id: chance.happens(0.05) ? 'AC-55' : chance.pick(items).id,
  alternative: 'less',
  rationale: 'time',
})

/** One to three promises of its own; now and then one that no check could decide. */
const proposalBy = (chance: Chance) => ({
  priority_dimension: chance.pick(dimensions),
  acceptance_checklist: [1, 2, 3].slice(0, 1 + chance.below(3)).map((number) => ({
    id: chance.happens(0.02) ? 'AC-91' : `AC-0${number}`,
    criterion: 'a promise',
    verification: 'by looking',
    status: 'pending',
    dimension: chance.pick(dimensions),
    rules: chance.pick([
      [],
      [],
      ['layout'],
      ['weight'],
      ...(chance.happens(0.05) ? [['no/rule']] : []),
    ]),
  })),
  test_scenarios: [],
  pass_conditions: {
    'Design Quality': chance.pick([0.5, 0.75]),
    Originality: 0.5,
    Completeness: 0.5,
    Functionality: chance.pick([0.5, 0.75]),
  },
})

const claimsBy = (chance: Chance, items: readonly ContractItem[]) =>
  items
    .filter(() => chance.happens(0.2))
    .map(({ id }) => ({
      id: chance.happens(0.02) ? 'AC-55' : id,
      evidence: [{ type: 'selector', selector: chance.pick(['h1', '.nowhere']) }],
    }))

/** A promise is kept where its mark stands in the page. A liar quotes it where it does not. */
function judge(chance: Chance, { id }: ContractItem, files: SiteFiles | null) {
  const lines = (files?.find(({ path }) => path === 'index.html')?.content ?? '').split('\n')
  const found = lines.findIndex((line) => line.includes(markOf(id)))
  if (found === -1 && !chance.happens(0.25))
    return {
      id,
      evidence: [{ type: 'quote', file: 'index.html', line: 1, quote: lines[0] ?? '' }],
      reason: 'it is not there',
      rubric_anchor: chance.pick([0.25, 0.5]),
    }
  return {
    id,
    evidence: [
      { type: 'quote', file: 'index.html', line: Math.max(1, found + 1), quote: markOf(id) },
    ],
    reason: 'there it is',
    rubric_anchor: chance.pick([0.75, 1]),
  }
}
