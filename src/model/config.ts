import { z } from 'zod'
import { nearest } from '../kit/near.ts'
import { AgentConfig, implicitAgent, seconds } from './agent-config.ts'
import { Caps } from './caps.ts'
import { Powers } from './power.ts'
import { PreviewConfig } from './preview-config.ts'
import { WorkorderConfig } from './workorder-config.ts'

const megabytes = z.number().int().positive('must be above 0')

/** What a program that is an agent may take of the machine, with all it starts. */
export const AgentLimits = z.strictObject({
  memory_mb: megabytes.default(4096),
  processes: z.number().int().min(8, 'must be at least 8').default(1024),
  open_files: z.number().int().min(64, 'must be at least 64').default(4096),
  /** Of one file. */
  file_mb: megabytes.default(2048),
  /** Of its workspace. */
  disk_mb: megabytes.default(8192),
  /** How many files it may make in its temporary folders. */
  files: z.number().int().positive().default(200_000),
  output_mb: megabytes.default(10),
})
export type AgentLimits = z.output<typeof AgentLimits>

const ReflexConfig = z.strictObject({
  path: z.string().min(1).default('.ai-factory/evolution'),
  /** In B, only the threshold completes a run; without it, no blocking issue is enough. */
  require_threshold: z.boolean().default(false),
  stagnation: z.strictObject({ includeBlockers: z.boolean().default(false) }).prefault({}),
  produce: z.enum(['every', 'first-only']).default('every'),
  fixers: z.boolean().default(true),
  parallel: z.boolean().default(true),
})

const DesignConfig = z.strictObject({
  path: z.string().min(1).default('features'),
  threshold: z
    .number()
    .min(70, 'must be from 70 to 95')
    .max(95, 'must be from 70 to 95')
    .default(80),
  maxIterations: z
    .number()
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(1_000, 'must be at most 1000')
    .default(10),
  agentTimeoutMs: z
    .number()
    .int('must be a whole number')
    .positive('must be above 0')
    .max(86_400_000, 'must be at most a day')
    .default(300_000),
  /** Unchanged scores in a row that count as no progress. */
  stagnationCount: z.number().int().min(1, 'must be at least 1').max(100).default(3),
  /** The literal order of the exit conditions: a last attempt fails even where it passes. */
  strictTermination: z.boolean().default(false),
  /** No run with a model that does not take a temperature of 0. */
  strictDeterminism: z.boolean().default(false),
  /** How often a generator may answer again inside its step after it broke the contract. */
  contractRetries: z.union([z.literal(0), z.literal(1)]).default(1),
  fixers: z.boolean().default(true),
  /** Prompt templates of your own, `<name>-v<major>.<minor>.<patch>.txt`. */
  prompts: z
    .strictObject({ generator: z.string().min(1).optional(), critic: z.string().min(1).optional() })
    .prefault({}),
  preview: PreviewConfig.default({ kind: 'local' }),
})

const GanConfig = z.strictObject({
  /** Where contracts, reports and pictures go; design.yaml's artifact_dir wins. */
  path: z.string().min(1).default('.moai/sprints'),
  /** Machine repairs before the builder is asked. */
  fixers: z.boolean().default(true),
  lookTimeoutMs: z
    .number()
    .int('must be a whole number')
    .min(1_000, 'must be at least 1000')
    .max(600_000, 'must be at most 600000')
    .default(30_000),
})

const command = z.string().trim().min(1).max(1_000).optional()

const TrackConfig = z.strictObject({
  path: z.string().min(1).default('conductor/tracks'),
  /** How the application is started and built, instead of the scripts in package.json. */
  start: command,
  build: command,
  /** Where it listens; found out by default. */
  port: z.int('must be a whole number').min(1).max(65_535).optional(),
  /** How long it may take until it answers. */
  ready_s: seconds.default(60),
  /** Fixes, and new versions of a plan, before a person is asked. */
  max_fix_cycles: z.int('must be a whole number').min(1).max(20).default(3),
  max_plan_revisions: z.int('must be a whole number').min(1).max(20).default(3),
  /** Tasks that are executed at once. */
  max_workers: z.int('must be a whole number').min(1).max(5, 'must be at most 5').default(5),
})

const weight = z.number().min(0, 'must be from 0 to 1').max(1, 'must be from 0 to 1')

const ImproveConfig = z.strictObject({
  /** Where reports go. */
  path: z.string().min(1).default('reports'),
  /** The git repository or folder with what the agents are told and held to. */
  setup: z.string().min(1).optional(),
  /** The score to reach, and how often in a row. */
  target: z.number().min(1, 'must be from 1 to 10').max(10).default(8),
  consecutive: z.int('must be a whole number').min(1).max(20).default(3),
  max_iterations: z.int('must be a whole number').min(1).max(1_000).default(20),
  /** Work orders of one application, and how many are worked on at once. */
  max_orders: z.int('must be a whole number').min(1).max(100).default(15),
  max_workers: z.int('must be a whole number').min(1).max(5, 'must be at most 5').default(2),
  /** What is approved is kept only where pairs of applications show that it helps, and how many pairs that may take. */
  prove: z.boolean().default(false),
  prove_pairs: z.int('must be a whole number').min(1).max(500).default(10),
  /** How much each dimension of a score counts; together they are 1. */
  weights: z
    .strictObject({
      architecture: weight.default(0.25),
      readability: weight.default(0.15),
      completeness: weight.default(0.25),
      test_coverage: weight.default(0.2),
      user_experience: weight.default(0.15),
    })
    .refine(
      (weights) => Math.abs(Object.values(weights).reduce((sum, each) => sum + each, 0) - 1) < 1e-6,
      'must add up to 1',
    )
    .prefault({}),
  /** Whether `improve start --autonomous` may approve harmless proposals, once the records of the workspace allow it. */
  autonomous: z.boolean().default(false),
})

/** How often an agent is sent back, where nobody says otherwise. */
export const usualBlocks = 4

/** What holds an agent that works in a program of its own, when that program calls our hooks. */
const HooksConfig = z.strictObject({
  /** What is checked when it says that it is done; by default what it changed decides. */
  checks: z
    .array(
      z.strictObject({
        kind: z.enum(['project', 'page', 'openapi', 'docs', 'config', 'code', 'design', 'text']),
        paths: z.array(z.string().min(1)).min(1, 'must name a path'),
      }),
    )
    .min(1, 'must name a check')
    .optional(),
  /** The file with what was asked for. */
  task: z.string().min(1).optional(),
  /** How often it is sent back before a person is told instead. */
  max_blocks: z.int('must be a whole number').min(1).max(20).default(usualBlocks),
  /** How long a hook may take, waiting for another one included; programs let the agent go after 600 seconds. */
  timeout_s: seconds.max(570, 'must be at most 570: programs wait 600 s for a hook').default(540),
})

/** Where records are kept. Complaints never repeat the value, which may hold a password. */
export const RecordsUrl = z
  .string()
  .regex(
    /^(sqlite:(?!\/)\S.*|postgres(ql)?:\/\/\S+|env:[A-Za-z_]\w*)$/,
    'must be sqlite:<file in the workspace>, postgresql://<user>@<host>/<database>, or env:<variable that holds one of them>',
  )

/** Whom a workflow or `check` may ask. */
export const roleNames = [
  'reader',
  'judge',
  'planner',
  'producer',
  'preparer',
  'critic',
  'refiner',
  'generator',
  'builder',
  'evaluator',
  'proposer',
  'reviewer',
  'decomposer',
  'trainer',
  'executor',
  'fixer',
  'writer',
  'cto',
  'director-architecture',
  'director-product',
  'director-security',
  'director-operations',
  'director-experience',
  'analyst',
] as const

const unknownRole = (role: string): string => {
  const near = nearest(role, roleNames)
  return `is no role${near === null ? '' : `; did you mean ${near}?`} Roles: ${roleNames.join(', ')}`
}

/** loopwright.yaml. Everything has a default; what is not known is refused. */
export const Config = z
  .strictObject({
    agents: z.record(z.string(), AgentConfig).prefault({}),
    roles: z.record(z.string(), z.string()).default({}),
    acceptance: z
      .strictObject({
        /** Agents whose judgement of their own work counts; the report says so on its first line. */
        self_judgement: z.array(z.string()).default([]),
        /** What rules may do here, instead of what they have earned: blocks, advises or off. */
        rules: Powers.default({}),
      })
      .prefault({}),
    caps: Caps.prefault({}),
    mcp: z
      .strictObject({
        /** Who answers the questions of runs that agents start by MCP. */
        gates: z.enum(['person', 'agent']).default('person'),
      })
      .prefault({}),
    /** Around agents that are programs: `none` runs them as the user, next to everything. */
    walls: z.enum(['auto', 'none']).default('auto'),
    resources: z
      .strictObject({
        agent: AgentLimits.prefault({}),
        /** All agents and checks of this user together, whichever process started them. */
        machine: z
          .strictObject({
            memory_share: z.number().min(0.1, 'must be from 0.1 to 1').max(1).default(0.75),
            sandboxes: z.number().int().positive('must be above 0').default(16),
          })
          .prefault({}),
      })
      .prefault({}),
    sandbox: z
      .strictObject({
        kind: z.enum(['auto', 'bwrap', 'none']).default('auto'),
        network: z.literal(false, 'must be false: checks never reach a network').default(false),
      })
      .prefault({}),
    workflows: z
      .strictObject({
        reflex: ReflexConfig.prefault({}),
        design: DesignConfig.prefault({}),
        gan: GanConfig.prefault({}),
        track: TrackConfig.prefault({}),
        workorder: WorkorderConfig.prefault({}),
        improve: ImproveConfig.prefault({}),
      })
      .prefault({}),
    hooks: HooksConfig.prefault({}),
    records: z
      .strictObject({ url: RecordsUrl.default('sqlite:.loopwright/records.db') })
      .prefault({}),
  })
  .superRefine(({ agents, roles, acceptance }, context) => {
    for (const [index, agent] of acceptance.self_judgement.entries())
      if (!Object.hasOwn(agents, agent))
        context.addIssue({
          code: 'custom',
          path: ['acceptance', 'self_judgement', index],
          message: `names the agent "${agent}", which is not configured`,
        })
    for (const [role, agent] of Object.entries(roles)) {
      if (!roleNames.some((name) => name === role))
        context.addIssue({ code: 'custom', path: ['roles', role], message: unknownRole(role) })
      if (Object.hasOwn(agents, agent) || agent === 'default') continue
      if (implicitAgent(agent) !== null) continue
      const known = ['default', ...Object.keys(agents)].join(', ')
      context.addIssue({
        code: 'custom',
        path: ['roles', role],
        message: `names the agent "${agent}", which is not configured; known: ${known}`,
      })
    }
  })
  .transform((config) => ({ ...config, agents: { ...implicitAgents(config), ...config.agents } }))
export type Config = z.output<typeof Config>

/** Roles may name a command line that nobody configured: it has its defaults then. */
function implicitAgents({ roles }: { readonly roles: Readonly<Record<string, string>> }) {
  const named = Object.values(roles).flatMap((name) => {
    const agent = implicitAgent(name)
    return agent === null ? [] : [[name, agent] as const]
  })
  return Object.fromEntries(named)
}
