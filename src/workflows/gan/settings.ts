import { z } from 'zod'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import { HarnessSettings, HarnessLevel } from './inputs/harness.ts'
import type { InputError } from './inputs/input-error.ts'
import { type Dimension, rubricOf } from './inputs/rubrics.ts'
import { parseYamlWith } from './inputs/yaml-input.ts'

export const settingsPath = '.moai/config/sections/design.yaml'

/** No configuration may let a page pass below this score. */
export const passThresholdFloor = 0.6

const floorMessage = `is below the floor; expected at least ${passThresholdFloor.toFixed(2)}`

const share = z
  .number()
  .min(0, 'is below 0; expected a number from 0 to 1')
  .max(1, 'is above 1; expected a number from 0 to 1')
const count = (least: number, most: number) =>
  z
    .number()
    .int('is not whole; expected a whole number')
    .min(least, `is too small; expected at least ${least}`)
    .max(most, `is too large; expected at most ${most}`)

/** A folder inside the project: what is written there cannot leave it. */
const folder = z
  .string()
  .min(1, 'is empty; expected a folder')
  .refine(
    (path) =>
      !/^(?:[\\/~]|[A-Za-z]:)|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path) && !path.includes('\0'),
    'leaves the project; expected a relative path without ..',
  )

const weight = (dimension: Dimension) => share.default(rubricOf(dimension).weight)

const Weights = z
  .strictObject({
    design_quality: weight('Design Quality'),
    originality: weight('Originality'),
    completeness: weight('Completeness'),
    functionality: weight('Functionality'),
  })
  .refine(
    (weights) => Math.abs(Object.values(weights).reduce((sum, each) => sum + each, 0) - 1) < 1e-9,
    'the weights do not add up to 1; expected four weights with the sum 1',
  )

const aggregation = z.enum(['min', 'mean'])

/** How the parts of a dimension become its score: the weakest part, unless told. */
const Aggregations = z.strictObject({
  default: aggregation.default('min'),
  design_quality: aggregation.optional(),
  originality: aggregation.optional(),
  completeness: aggregation.optional(),
  functionality: aggregation.optional(),
})

const SprintContract = z
  .strictObject({
    enabled: z.boolean().default(true),
    required_harness_levels: z.array(HarnessLevel).default(['thorough']),
    optional_harness_levels: z.array(HarnessLevel).default(['standard']),
    artifact_dir: folder.default('.moai/sprints'),
    max_negotiation_rounds: count(0, 10).default(2),
  })
  .superRefine((contract, context) => {
    const {
      enabled,
      required_harness_levels: required,
      optional_harness_levels: optional,
    } = contract
    for (const level of required.filter((each) => optional.includes(each)))
      context.addIssue({
        code: 'custom',
        path: ['optional_harness_levels'],
        message: `"${level}" is required as well; expected each level in one list only`,
      })
    if (!enabled && required.length > 0)
      context.addIssue({
        code: 'custom',
        path: ['enabled'],
        message: `contracts are off, but ${required.join(', ')} requires one; expected required_harness_levels: [] beside enabled: false`,
      })
  })

const GanLoop = z
  .strictObject({
    max_iterations: count(1, 100).default(5),
    pass_threshold: share
      .refine((threshold) => threshold >= passThresholdFloor, floorMessage)
      .default(0.75),
    escalation_after: count(1, 100).default(3),
    improvement_threshold: share.default(0.05),
    strict_mode: z.boolean().default(false),
    /** The page may have one main call to action only. */
    one_primary_call: z.boolean().default(false),
    weights: Weights.prefault({}),
    aggregation: Aggregations.prefault({}),
    sprint_contract: SprintContract.prefault({}),
  })
  .superRefine(({ strict_mode: strict, max_iterations: most }, context) => {
    if (strict && most < 2)
      context.addIssue({
        code: 'custom',
        path: ['max_iterations'],
        message: 'strict mode needs a second iteration; expected at least 2',
      })
  })

const Evolution = z.strictObject({
  auto_evolve_threshold: count(1, 1_000).default(3),
  max_active_learnings: count(1, 10_000).default(50),
  archive_after_evolve: z.boolean().default(true),
  require_approval: z.boolean().default(true),
  max_evolution_rate_per_week: count(0, 1_000).default(3),
  cooldown_hours: count(0, 10_000).default(24),
  graduation_criteria: z
    .strictObject({
      minimum_observations: count(1, 1_000).default(5),
      minimum_confidence: share.default(0.8),
      consistency_ratio: share.default(0.8),
      staleness_window_days: count(1, 3_650).default(30),
    })
    .prefault({}),
})

const Adaptation = z.strictObject({
  enabled: z.boolean().default(true),
  confidence_threshold: share.default(0.7),
  min_projects_for_adaptation: count(1, 1_000).default(5),
  iteration_limits: z
    .strictObject({
      copywriter: count(1, 100).default(3),
      designer: count(1, 100).default(2),
      builder: count(1, 100).default(3),
    })
    .prefault({}),
})

const Design = z.strictObject({
  version: z
    .string()
    .regex(/^1\.\d+\.\d+$/, 'is no version that can be read; expected "1.0.0" or a later 1.x.y')
    .default('1.0.0'),
  enabled: z.boolean().default(true),
  default_framework: z.string().min(1, 'is empty; expected a framework').default('next.js'),
  gan_loop: GanLoop.prefault({}),
  brand_context: z
    .strictObject({
      dir: folder.default('.moai/project/brand'),
      interview_on_first_run: z.boolean().default(true),
    })
    .prefault({}),
  claude_design: z
    .strictObject({
      enabled: z.boolean().default(true),
      supported_bundle_versions: z
        .array(z.string().min(1))
        .min(1, 'is empty; expected at least one version')
        .default(['1.0']),
      fallback_path: z.enum(['code_based', 'figma']).default('code_based'),
    })
    .prefault({}),
  figma: z.strictObject({ enabled: z.boolean().default(false) }).prefault({}),
  /** Every iteration gets a fresh evaluator; the value is there to be read, not to be changed. */
  evaluator: z
    .strictObject({ memory_scope: z.literal('per_iteration').default('per_iteration') })
    .prefault({}),
  evolution: Evolution.prefault({}),
  adaptation: Adaptation.prefault({}),
})

/** design.yaml. Everything has a default; what is not known is refused. */
export const Settings = z.strictObject({
  design: Design.prefault({}),
  harness: HarnessSettings.prefault({}),
})
export type Settings = z.output<typeof Settings>

export const defaultSettings: Settings = Settings.parse({})

/** Settings from the text of design.yaml; an empty text gives every default. */
export async function parseSettings(
  text: string,
  path: string = settingsPath,
): AsyncResult<Settings, readonly InputError[]> {
  const parsed = await parseYamlWith(text, Settings, { path, code: 'DESIGN_SETTINGS_INVALID' })
  return parsed.ok ? ok(parsed.value) : err(parsed.error.map(withFloorCode))
}

const withFloorCode = (error: InputError): InputError =>
  error.at === 'design.gan_loop.pass_threshold' && error.what === floorMessage.split(';')[0]
    ? { ...error, code: 'HRN_PASS_THRESHOLD_FLOOR' }
    : error

export const weightsOf = ({ design }: Settings): Readonly<Record<Dimension, number>> => ({
  'Design Quality': design.gan_loop.weights.design_quality,
  Originality: design.gan_loop.weights.originality,
  Completeness: design.gan_loop.weights.completeness,
  Functionality: design.gan_loop.weights.functionality,
})

/** How each dimension is aggregated, by its name. */
export function aggregationOf({
  design,
}: Settings): Readonly<Record<Dimension, z.infer<typeof aggregation>>> {
  const { default: usual, ...own } = design.gan_loop.aggregation
  return {
    'Design Quality': own.design_quality ?? usual,
    Originality: own.originality ?? usual,
    Completeness: own.completeness ?? usual,
    Functionality: own.functionality ?? usual,
  }
}

/** Whether a level needs a sprint contract, may have one, or has none. */
export function contractRule({ design }: Settings, level: HarnessLevel) {
  const { enabled, ...levels } = design.gan_loop.sprint_contract
  if (!enabled) return 'none'
  if (levels.required_harness_levels.includes(level)) return 'required'
  return levels.optional_harness_levels.includes(level) ? 'optional' : 'none'
}
