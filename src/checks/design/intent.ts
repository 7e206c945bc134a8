import { z } from 'zod'

const text = z
  .string()
  .min(1, 'must not be empty')
  .max(20_000, 'must have at most 20,000 characters')
const id = z.string().min(1, 'must not be empty').max(200, 'must have at most 200 characters')

/** Names a feature and its folder, so it can't say anything else. */
export const FeatureId = z
  .string()
  .min(2, 'must have at least 2 characters')
  .max(64, 'must have at most 64 characters')
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    'must be lower-case letters, digits and single hyphens, such as user-authentication',
  )
export type FeatureId = z.infer<typeof FeatureId>

export const FlowStep = z.strictObject({
  id,
  action: text,
  componentIds: z.array(id).min(1, 'must name at least one component'),
  entityIds: z.array(id).optional(),
  outcome: text.optional(),
})
export type FlowStep = z.infer<typeof FlowStep>

export const UserFlow = z.strictObject({
  id,
  name: text,
  actor: text.optional(),
  goal: text.optional(),
  steps: z.array(FlowStep).min(1, 'must have at least one step'),
})
export type UserFlow = z.infer<typeof UserFlow>

/** Roles a part of a user interface can play, in no framework's words. */
export const ComponentType = z.enum(['view', 'container', 'control', 'data', 'utility'])
export type ComponentType = z.infer<typeof ComponentType>

export const Component = z.strictObject({
  id,
  name: text,
  type: ComponentType,
  description: text,
  children: z.array(id).optional(),
  /** What it shows or changes, as `entity.attribute`. */
  binds: z.array(text).optional(),
})
export type Component = z.infer<typeof Component>

export const AttributeType = z.enum([
  'string',
  'number',
  'boolean',
  'date',
  'enum',
  'reference',
  'list',
  'object',
])
export type AttributeType = z.infer<typeof AttributeType>

export const Attribute = z.strictObject({
  name: id,
  type: AttributeType,
  required: z.boolean().optional(),
  description: text.optional(),
})
export type Attribute = z.infer<typeof Attribute>

export const Entity = z.strictObject({
  id,
  name: text,
  attributes: z.array(Attribute).min(1, 'must have at least one attribute'),
})
export type Entity = z.infer<typeof Entity>

export const Cardinality = z.enum(['one-to-one', 'one-to-many', 'many-to-many'])
export type Cardinality = z.infer<typeof Cardinality>

export const Relationship = z.strictObject({
  from: id,
  to: id,
  cardinality: Cardinality,
  description: text.optional(),
})
export type Relationship = z.infer<typeof Relationship>

export const Interaction = z.strictObject({
  id,
  trigger: text,
  response: text,
  componentIds: z.array(id),
  states: z.array(text).optional(),
})
export type Interaction = z.infer<typeof Interaction>

/** The design of one feature: the single source of truth of the design phase. */
export const DesignIntent = z.strictObject({
  schemaVersion: z.literal('1.0.0'),
  featureId: FeatureId,
  version: z
    .string()
    .regex(
      /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/,
      'must be a semantic version such as 1.0.0',
    ),
  title: text.optional(),
  goals: z.array(text).min(1, 'must state at least one goal'),
  userFlows: z.array(UserFlow).min(1, 'must hold at least one flow'),
  components: z.array(Component).min(1, 'must hold at least one component'),
  dataModel: z.strictObject({
    entities: z.array(Entity).min(1, 'must hold at least one entity'),
    relationships: z.array(Relationship),
  }),
  interactions: z.array(Interaction),
})
export type DesignIntent = z.infer<typeof DesignIntent>
