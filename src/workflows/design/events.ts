import { z } from 'zod'
import { Cost } from '../../asking/meter.ts'
import { FeatureId } from '../../checks/design/intent.ts'
import { Sha256 } from '../../loop/recorded.ts'
import { Caps } from '../../model/caps.ts'
import { GateAnswer } from '../../model/gate.ts'
import { Obligation } from '../../model/obligation.ts'
import { DesignStateName } from './transitions.ts'

export const PromptTemplate = z.object({ path: z.string(), version: z.string(), sha256: Sha256 })
export type PromptTemplate = z.infer<typeof PromptTemplate>

/** The temperature that is really sent; newer models take none. */
export const SentTemperature = z.union([z.number(), z.literal('unsupported')])
export type SentTemperature = z.infer<typeof SentTemperature>

export const Threshold = z
  .number()
  .min(70, 'must be from 70 to 95')
  .max(95, 'must be from 70 to 95')

const Role = <Value extends z.ZodType>(value: Value) =>
  z.object({ generator: value, critic: value })

/** What a run starts with. It does not change under it. */
export const DesignSetup = z.object({
  featureId: FeatureId,
  requirements: z.object({
    path: z.string(),
    sha256: Sha256,
    /** What they ask for, as it was read before the first generation. */
    exam: Sha256.exactOptional(),
  }),
  threshold: Threshold,
  maxIterations: z.number().int().min(1).max(1_000),
  agentTimeoutMs: z.number().int().positive(),
  stagnationCount: z.number().int().min(1),
  strictTermination: z.boolean(),
  strictDeterminism: z.boolean(),
  /** How often a generator may answer again after it broke the contract. */
  contractRetries: z.number().int().min(0).max(1),
  fixers: z.boolean(),
  caps: Caps,
  rubricVersion: z.string(),
  /** Role → what answers for it: kind, model, temperature. */
  agents: Role(z.record(z.string(), z.unknown())),
  models: Role(z.string()),
  temperature: Role(SentTemperature),
  promptTemplates: Role(PromptTemplate),
})
export type DesignSetup = z.infer<typeof DesignSetup>

/** A version of the intent: its canonical hash, and the text it stands in. */
export const IntentVersion = z.object({ hash: Sha256, text: Sha256 })
export type IntentVersion = z.infer<typeof IntentVersion>

export const FailureCode = z.enum([
  'schema_invalid',
  'agent_timeout',
  'agent_error',
  'max_iterations',
  'no_progress',
  'cap_reached',
  'aborted',
  'stopped',
  'integrity_violation',
  'determinism_violation',
  'prompt_changed',
  'model_changed',
])
export type FailureCode = z.infer<typeof FailureCode>

/** Faults break a promise the run rests on; they are not among the transitions anyone may ask for. */
export const FaultCode = FailureCode.extract([
  'integrity_violation',
  'determinism_violation',
  'prompt_changed',
  'model_changed',
])
export type FaultCode = z.infer<typeof FaultCode>

export const DimensionScores = z.object({
  completeness: z.number(),
  coherence: z.number(),
  clarity: z.number(),
  frameworkAgnosticism: z.number(),
  dataModelIntegrity: z.number(),
})
export type DimensionScores = z.infer<typeof DimensionScores>

export const Preview = z.object({
  sha256: Sha256,
  by: z.string(),
  warning: z.string().optional(),
})
export type Preview = z.infer<typeof Preview>

export const Judged = z.object({
  intent: Sha256,
  inputHash: Sha256,
  score: z.number(),
  dimensions: DimensionScores,
  critique: Sha256,
  preview: Preview,
  /** What was asked, and what is known about it; absent in runs of earlier versions. */
  obligations: z.array(Obligation).optional(),
})
export type Judged = z.infer<typeof Judged>

/** The frozen files by content, so that any change from outside is found. */
export const Seal = z.object({
  checksumSHA256: Sha256,
  marker: Sha256,
  preview: Sha256,
})
export type Seal = z.infer<typeof Seal>

export const Archive = z.object({ runId: z.string(), text: Sha256 })
export type Archive = z.infer<typeof Archive>

const Failed = z.object({ code: FailureCode, detail: z.string() })

export const payloads = {
  run_started: z.object({
    runId: z.string(),
    setup: DesignSetup,
    by: z.string(),
    given: IntentVersion.optional(),
    feedback: z.string().optional(),
  }),
  /** A feature whose history was made elsewhere goes on from its state.json. */
  adopted: z.object({ state: z.record(z.string(), z.unknown()), intent: IntentVersion.nullable() }),
  contract_breached: z.object({ attempt: z.number().int(), problem: z.string(), cost: Cost }),
  intent_generated: z.object({
    intent: IntentVersion,
    source: z.enum(['generated', 'fixed', 'edited']),
    fixed: z.array(z.string()),
    notes: z.array(z.string()).optional(),
    model: z.string().optional(),
    cost: Cost,
  }),
  intent_edited: z.object({ intent: IntentVersion, to: DesignStateName }),
  evaluated: Judged.extend({ to: DesignStateName, cost: Cost, model: z.string().optional() }),
  revision_prepared: z.object({ findings: z.number().int(), feedback: z.array(z.string()) }),
  gate_answered: z.object({ answer: GateAnswer }),
  frozen: z.object({ seal: Seal }),
  failed: Failed.extend({ cost: Cost.optional(), by: z.string().optional() }),
  fault: z.object({ code: FaultCode, detail: z.string() }),
  transition_refused: z.object({
    from: DesignStateName,
    to: DesignStateName,
    trigger: z.string(),
    by: z.string(),
  }),
  write_refused: z.object({ path: z.string(), by: z.string() }),
  unfrozen: z.object({
    reason: z.string(),
    correction: z.string().optional(),
    by: z.string(),
    archive: Archive,
  }),
  reset: z.object({ acknowledge: z.string(), by: z.string(), archive: Archive }),
} as const

export type EventName = keyof typeof payloads
export type Payload<Name extends EventName> = z.infer<(typeof payloads)[Name]>
