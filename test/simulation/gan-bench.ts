import { createHash } from 'node:crypto'
import type { ContractItem, Proposal } from '../../src/workflows/gan/contract.ts'
import type { Evaluation } from '../../src/workflows/gan/events.ts'
import { dimensions } from '../../src/workflows/gan/inputs/rubrics.ts'
import type { GanStep } from '../../src/workflows/gan/machine.ts'
import { siteText } from '../../src/workflows/gan/site.ts'
import type { Evaluating, GanCommand } from '../../src/workflows/gan/state.ts'
import type { Chance } from './random.ts'
import type { Tools } from './scene.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A step of a page as agents and eyes might do it. */
export async function workOnPage(step: GanStep, tools: Tools): Promise<GanCommand | null> {
  const { chance } = tools
  const cost = { ms: chance.below(900), tokens: chance.below(100) }
  if (chance.happens(0.02)) return null
  if (chance.happens(0.005)) return { type: 'fault', detail: 'by chance' }
  if (chance.happens(0.005)) return { type: 'record-cap', cap: 'tokens', cost }
  if (chance.happens(0.06)) return failure(step, chance, cost)
  if (step.do === 'EVALUATE' && chance.happens(0.05))
    return { type: 'adopt-site', ...(await siteBy(tools)) }
  return outcomes[step.do](step, tools, cost)
}

type Cost = { readonly ms: number; readonly tokens: number }
type Outcome = (step: GanStep, tools: Tools, cost: Cost) => Promise<GanCommand>

const outcomes: Readonly<Record<GanStep['do'], Outcome>> = {
  PROPOSE: async (_, { chance }, cost) => ({
    type: 'record-proposal',
    proposal: proposalBy(chance),
    cost,
  }),
  REVIEW: async ({ run }, { chance }, cost) => {
    const accepts = chance.happens(0.5)
    return {
      type: 'record-review',
      negotiation: {
        round: 1,
        by: 'builder',
        answer: accepts ? 'accept' : 'adjust',
        proposals: accepts ? [] : [{ id: 'AC-01', alternative: 'less', rationale: 'time' }],
      },
      proposal: 'proposal' in run ? run.proposal : proposalBy(chance),
      cost,
    }
  },
  RESOLVE: async (_, { chance }, cost) => ({
    type: 'record-review',
    negotiation: { round: 1, by: 'evaluator', answer: 'resolve', proposals: [], resolution: 'so' },
    proposal: proposalBy(chance),
    cost,
  }),
  BUILD: async (_, tools, cost) => ({
    type: 'record-build',
    ...(await siteBy(tools)),
    source: 'built',
    claims: [],
    fixed: [],
    notes: '',
    cost,
  }),
  EVALUATE: async ({ run }, tools, cost) => ({
    type: 'record-evaluation',
    evaluation: await judgedBy(run as Evaluating, tools),
    cost,
  }),
  EVALUATE_AGAIN: async ({ run }, { chance }, cost) => {
    const scores = scoresBy(chance, run.iteration)
    return { type: 'record-second', scores, overall: meanOf(scores), cost }
  },
}

const failure = ({ do: step }: GanStep, chance: Chance, cost: Cost): GanCommand => ({
  type: 'record-failure',
  phase: step === 'EVALUATE_AGAIN' ? 'EVALUATE' : step,
  error: 'by chance',
  final: chance.happens(0.3),
  cost,
})

/** One to three files, a few contents each: versions differ in some files and share others. */
async function siteBy({ chance, blobs }: Tools) {
  const paths = ['index.html', 'style.css', 'about/index.html'].slice(0, 1 + chance.below(3))
  const sources = paths.map((path) => ({
    path,
    content: `${path} ${chance.below(3)}`,
    encoding: 'utf8' as const,
  }))
  return { site: await blobs.put(siteText(sources)), paths }
}

const item = (chance: Chance, number: number): ContractItem => ({
  id: `AC-0${number}`,
  criterion: 'by chance',
  verification: 'by chance',
  status: 'pending',
  dimension: chance.pick(dimensions),
  rules: chance.happens(0.5) ? ['layout'] : [],
  implicit: false,
  carry_forward: chance.happens(0.1),
})

const proposalBy = (chance: Chance): Proposal => ({
  priority_dimension: chance.pick(dimensions),
  acceptance_checklist: [1, 2, 3].slice(0, 1 + chance.below(3)).map((each) => item(chance, each)),
  test_scenarios: [],
  pass_conditions: {
    'Design Quality': 0.75,
    Originality: 0.5,
    Completeness: 0.75,
    Functionality: 0.75,
  },
})

const scoresBy = (chance: Chance, iteration: number): Evaluation['scores'] => {
  const score = () => chance.pick([0.5, 0.75, 0.75, 1, ...(iteration > 1 ? [0.75, 1] : [0.25])])
  return {
    'Design Quality': score(),
    Originality: score(),
    Completeness: score(),
    Functionality: score(),
  }
}

const meanOf = (scores: Evaluation['scores']): number =>
  Math.round((Object.values(scores).reduce((sum, each) => sum + each, 0) / 4) * 1e6) / 1e6

async function judgedBy(run: Evaluating, { chance, blobs }: Tools): Promise<Evaluation> {
  const items = run.contract?.acceptance_checklist ?? []
  const verdicts = items.map(({ id }) => {
    const passed = chance.happens(0.4 + run.iteration * 0.15)
    return { id, passed, score: passed ? 1 : 0.25, reason: 'by chance', evidence: [] }
  })
  const failed = new Set(verdicts.filter(({ passed }) => !passed).map(({ id }) => id))
  const scores = scoresBy(chance, run.iteration)
  const picture = `picture ${chance.below(9)}`
  const text = await blobs.put(Buffer.from(picture).toString('base64'))
  return {
    // a verdict on another site must not be taken
    site: chance.happens(0.04) ? sha256('another site') : run.site,
    scores,
    overall: meanOf(scores),
    verdicts,
    mustPassFailures: chance.happens(0.2) ? ['layout/overflow: by chance'] : [],
    caps: [],
    regressions: items
      .filter((each) => each.carry_forward && failed.has(each.id))
      .map(({ id }) => id),
    feedback: [],
    findings: chance.below(9),
    report: await blobs.put(JSON.stringify({ iteration: run.iteration, of: chance.below(1_000) })),
    screenshots: [{ viewport: '375x667', sha256: sha256(picture), text }],
    conditionsMet: chance.happens(0.8),
    accessibility: 100,
    limitation: null,
  }
}
