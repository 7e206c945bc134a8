import { z } from 'zod'
import { Caps, Spent } from '../../model/caps.ts'
import {
  Archive,
  DesignSetup,
  DimensionScores,
  FailureCode,
  IntentVersion,
  Judged,
  PromptTemplate,
  Seal,
  SentTemperature,
  Sha256,
} from './events.ts'
import type { Feature, Live } from './state.ts'
import { DesignStateName } from './transitions.ts'

const roles = <Value extends z.ZodType>(value: Value) =>
  z.object({ generator: value, critic: value })
const iteration = z.number().int().nonnegative()

const Violation = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('transition'),
    from: DesignStateName,
    to: DesignStateName,
    trigger: z.string(),
    by: z.string(),
    at: z.string(),
  }),
  z.object({ kind: z.literal('write'), path: z.string(), by: z.string(), at: z.string() }),
])

/** What another machine needs, beyond what people read, to go on with the run. */
const Continuation = z.object({
  setup: DesignSetup.pick({
    requirements: true,
    stagnationCount: true,
    strictTermination: true,
    strictDeterminism: true,
    contractRetries: true,
    fixers: true,
    rubricVersion: true,
    agents: true,
  }).extend({ caps: Caps }),
  judged: Judged.nullable(),
  best: Judged.nullable(),
  given: IntentVersion.nullable(),
  decidedAt: z.number().int(),
  pending: z.array(z.string()),
  breaches: z.array(z.string()),
  reported: z.object({ generator: z.string().optional(), critic: z.string().optional() }),
  asked: z.number().int(),
  spent: Spent,
  archives: z.array(Archive),
})

/** state.json: where the feature is, in the shape that people and other tools read. */
export const StateFile = z.object({
  version: z.literal(1),
  featureId: z.string(),
  runId: z.string(),
  state: DesignStateName,
  iteration,
  maxIterations: z.number().int(),
  threshold: z.number(),
  agentTimeoutMs: z.number().int(),
  modelVersion: z.string(),
  models: roles(z.string()),
  temperature: SentTemperature,
  temperatures: roles(SentTemperature),
  promptTemplates: roles(PromptTemplate),
  scoreHistory: z.array(z.tuple([iteration, z.number()])),
  dimensionHistory: z.array(z.object({ iteration }).extend(DimensionScores.shape)),
  evaluations: z.array(z.object({ iteration, inputHash: Sha256, score: z.number() })),
  history: z.array(
    z.object({
      from: DesignStateName,
      to: DesignStateName,
      at: z.string(),
      trigger: z.string(),
      detail: z.string(),
    }),
  ),
  violations: z.array(Violation),
  rejectionFeedback: z.array(z.object({ feedback: z.string(), by: z.string(), at: z.string() })),
  approval: z
    .object({
      choice: z.enum(['approve', 'reject', 'abort']),
      by: z.string(),
      at: z.string(),
      intentHash: z.string(),
      rationale: z.string().exactOptional(),
    })
    .nullable(),
  abort: z.object({ reason: z.string(), at: z.string() }).nullable(),
  failure: z.object({ code: FailureCode, detail: z.string(), at: z.string() }).nullable(),
  intentHash: Sha256.nullable(),
  /** The checksum of the frozen intent, kept here too: FROZEN.md may be deleted. */
  checksumSHA256: Sha256.nullable(),
  seal: Seal.nullable(),
  startedAt: z.string(),
  updatedAt: z.string(),
  continuation: Continuation,
})
export type StateFile = z.infer<typeof StateFile>

export function stateFile(state: Live): StateFile {
  const { setup, intent } = state
  const { requirements, stagnationCount, strictTermination, strictDeterminism } = setup
  const { contractRetries, fixers, rubricVersion, agents, caps } = setup
  const { generator, critic } = setup.temperature
  const seal = state.at === 'FROZEN' ? state.seal : null
  return {
    version: 1,
    featureId: setup.featureId,
    runId: state.runId,
    state: state.at,
    iteration: state.iteration,
    maxIterations: setup.maxIterations,
    threshold: setup.threshold,
    agentTimeoutMs: setup.agentTimeoutMs,
    modelVersion: setup.models.generator,
    models: setup.models,
    temperature: [generator, critic].find((each) => each === 'unsupported') ?? generator,
    temperatures: setup.temperature,
    promptTemplates: setup.promptTemplates,
    scoreHistory: state.scores.map((each) => [each.iteration, each.score]),
    dimensionHistory: state.dimensions.map((each) => ({
      iteration: each.iteration,
      ...each.scores,
    })),
    evaluations: [...state.evaluations],
    history: [...state.history],
    violations: [...state.refused],
    rejectionFeedback: [...state.rejections],
    approval: state.decision,
    abort: state.abort,
    failure: state.at === 'FAILED' ? state.failure : null,
    intentHash: intent?.hash ?? null,
    checksumSHA256: seal?.checksumSHA256 ?? null,
    seal,
    startedAt: state.startedAt,
    updatedAt: state.updatedAt,
    continuation: {
      setup: {
        requirements,
        stagnationCount,
        strictTermination,
        strictDeterminism,
        contractRetries,
        fixers,
        rubricVersion,
        agents,
        caps,
      },
      judged: state.judged,
      best: state.best,
      given: state.at === 'GENERATING' || state.at === 'REVISING' ? state.given : null,
      decidedAt: state.decidedAt,
      pending: [...state.pending],
      breaches: [...state.breaches],
      reported: state.reported,
      asked: state.asked,
      spent: state.spent,
      archives: [...state.archives],
    },
  }
}

/** The state as its file tells it, for a feature whose history was made on another machine. */
export function stateFrom(file: unknown, intent: IntentVersion | null): Live {
  const told = StateFile.parse(file)
  const { continuation: more } = told
  const feature: Feature = {
    runId: told.runId,
    setup: {
      ...more.setup,
      featureId: told.featureId,
      threshold: told.threshold,
      maxIterations: told.maxIterations,
      agentTimeoutMs: told.agentTimeoutMs,
      models: told.models,
      temperature: told.temperatures,
      promptTemplates: told.promptTemplates,
    },
    startedAt: told.startedAt,
    updatedAt: told.updatedAt,
    iteration: told.iteration,
    intent,
    judged: more.judged,
    best: more.best,
    // earlier texts are on the machine that made them
    texts: intent === null ? [] : [intent.text],
    intents: intent === null ? [] : [intent.text],
    scores: told.scoreHistory.map(([at, score]) => ({ iteration: at, score })),
    dimensions: told.dimensionHistory.map(({ iteration: at, ...scores }) => ({
      iteration: at,
      scores,
    })),
    evaluations: told.evaluations,
    decidedAt: more.decidedAt,
    rejections: told.rejectionFeedback,
    pending: more.pending,
    decision: told.approval,
    abort: told.abort,
    breaches: more.breaches,
    reported: {
      ...(more.reported.generator === undefined ? {} : { generator: more.reported.generator }),
      ...(more.reported.critic === undefined ? {} : { critic: more.reported.critic }),
    },
    history: told.history,
    refused: told.violations,
    asked: more.asked,
    spent: more.spent,
    archives: more.archives,
  }
  return placed(feature, told)
}

function placed(feature: Feature, told: StateFile): Live {
  const { intent, judged, decision } = feature
  const lacking = (what: string) => new Error(`state.json says ${told.state} but holds no ${what}`)
  switch (told.state) {
    case 'IDLE':
      return { ...feature, at: 'IDLE' }
    case 'GENERATING':
    case 'REVISING':
      return { ...feature, at: told.state, given: told.continuation.given }
    case 'EVALUATING':
      if (intent === null) throw lacking('intent')
      return { ...feature, at: 'EVALUATING', intent }
    case 'CANDIDATE':
      if (intent === null || judged === null) throw lacking('evaluation')
      return { ...feature, at: 'CANDIDATE', intent, judged }
    case 'FROZEN':
      if (judged === null || decision === null) throw lacking('approval')
      return { ...feature, at: 'FROZEN', judged, decision, seal: told.seal }
    case 'FAILED':
      if (told.failure === null) throw lacking('failure')
      return { ...feature, at: 'FAILED', failure: told.failure }
  }
}
