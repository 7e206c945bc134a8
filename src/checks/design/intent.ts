import { z } from 'zod'

const text = z
  .string()
  .min(1, 'must not be empty')
  .max(20_000, 'must have at most 20,000 characters')
const id = z.string().min(1, 'must not be empty').max(200, 'must have at most 200 characters')

/** Names a feature and its folder, so it cannot say anything else. */
export const FeatureId = z
  .string()
  .min(2, 'must have at least 2 characters')
  .max(64, 'must have at most 64 characters')
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    'must be lower-case letters, digits and single hyphens, such as user-authentication',
  )
  .describe('Names the feature and its folder.')
export type FeatureId = z.infer<typeof FeatureId>

export const FlowStep = z.strictObject({
  id,
  action: text.describe('What the actor or the system does in this step.'),
  componentIds: z
    .array(id)
    .min(1, 'must name at least one component')
    .describe('The ids of the components that take part.'),
  entityIds: z.array(id).optional().describe('The ids of the entities it reads or changes.'),
  outcome: text.optional().describe('What is true when the step is done.'),
})
export type FlowStep = z.infer<typeof FlowStep>

export const UserFlow = z.strictObject({
  id,
  name: text,
  actor: text.optional().describe('Who walks through the flow.'),
  goal: text.optional().describe('What the actor wants from it.'),
  steps: z.array(FlowStep).min(1, 'must have at least one step'),
})
export type UserFlow = z.infer<typeof UserFlow>

/** Roles a part of a user interface can play, in no framework's words. */
export const ComponentType = z
  .enum(['view', 'container', 'control', 'data', 'utility'])
  .describe('The part it plays in a user interface, whatever the framework.')
export type ComponentType = z.infer<typeof ComponentType>

export const Component = z.strictObject({
  id,
  name: text,
  type: ComponentType,
  description: text.describe('What it shows or does, in at least three words.'),
  children: z.array(id).optional().describe('The ids of the components inside it.'),
  binds: z.array(text).optional().describe('What it shows or changes, as entity.attribute.'),
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
  from: id.describe('The id of an entity.'),
  to: id.describe('The id of an entity.'),
  cardinality: Cardinality,
  description: text.optional(),
})
export type Relationship = z.infer<typeof Relationship>

export const Interaction = z.strictObject({
  id,
  trigger: text.describe('What happens first.'),
  response: text.describe('What the design does about it.'),
  componentIds: z.array(id).describe('The ids of the components that take part.'),
  states: z.array(text).optional().describe('The states the components pass through.'),
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
  goals: z
    .array(text)
    .min(1, 'must state at least one goal')
    .describe('What the feature is for, one sentence each.'),
  userFlows: z.array(UserFlow).min(1, 'must hold at least one flow'),
  components: z.array(Component).min(1, 'must hold at least one component'),
  dataModel: z.strictObject({
    entities: z.array(Entity).min(1, 'must hold at least one entity'),
    relationships: z.array(Relationship),
  }),
  interactions: z.array(Interaction),
})
export type DesignIntent = z.infer<typeof DesignIntent>
