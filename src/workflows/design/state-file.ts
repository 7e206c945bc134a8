import { z } from 'zod'
import { FeatureId } from '../../checks/design/intent.ts'
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
  Threshold,
} from './events.ts'
import { Sha256 } from '../../loop/recorded.ts'
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
  pending: z.array(z.string()),
  breaches: z.array(z.string()),
  notes: z.array(z.string()),
  reported: z.object({ generator: z.string().optional(), critic: z.string().optional() }),
  asked: z.number().int(),
  spent: Spent,
  archives: z.array(Archive),
})

/** state.json: where the feature is, in the shape that people and other tools read. */
export const StateFile = z.object({
  version: z.literal(1),
  featureId: FeatureId,
  runId: z.string(),
  state: DesignStateName,
  iteration,
  maxIterations: DesignSetup.shape.maxIterations,
  threshold: Threshold,
  agentTimeoutMs: DesignSetup.shape.agentTimeoutMs,
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
      despite: z.string().exactOptional(),
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
