import { type DesignModel, nameFit } from './design-model.ts'
import type { Relationship } from './intent.ts'
import { folded } from './near-name.ts'
import { listed } from './nodes.ts'
import { normalised, stemsOf } from './prose.ts'
import { type DesignRule, intentRule, removing, repeated, type Seen } from './rule.ts'

type Named = {
  readonly path: string
  readonly value: { readonly id: string; readonly name?: string }
}

/** Things with ids, by what must differ from what. */
const groups = ({ nodes, intent }: DesignModel): readonly (readonly Named[])[] => [
  nodes.component,
  nodes.entity,
  nodes.flow,
  nodes.interaction,
  ...intent.userFlows.map(({ steps }, flow) => listed(`/userFlows/${flow}/steps`, steps)),
]

const fit = ({ value }: Named): number => nameFit(value)

const duplicateIds = (model: DesignModel): readonly Seen[] =>
  groups(model).flatMap((things) =>
    repeated(
      things,
      ({ value }) => value.id,
      ({ path, value }, stored) => ({
        path: `${path}/id`,
        message: `the id "${value.id}" belongs to ${stored.path} already`,
      }),
      fit,
    ),
  )

const similarIds = (model: DesignModel): readonly Seen[] =>
  groups(model).flatMap((things) => {
    const ids = new Map(things.map((thing) => [thing.value.id, thing]))
    return repeated(
      [...ids.values()],
      ({ value }) => folded(value.id),
      ({ path, value }, stored) => ({
        path: `${path}/id`,
        message: `the id "${value.id}" differs from "${stored.value.id}" only in capitals, hyphens or the spelling of accents`,
      }),
    )
  })

const duplicateNames = ({ nodes, plain }: DesignModel): readonly Seen[] =>
  [nodes.component, nodes.flow].flatMap((things: readonly Named[]) =>
    repeated(
      things,
      ({ value }) => plain(value.name ?? ''),
      ({ path, value }, stored) => ({
        path: `${path}/name`,
        message: `"${value.name}" is the name of ${stored.path}/name too`,
      }),
      fit,
    ),
  )

/** How many of a name's words its description takes up. */
function described(name: string, description: string): number {
  const words = new Set(stemsOf(description))
  return stemsOf(name).filter((word) => words.has(word)).length
}

const sharedDescriptions = ({ nodes, plain }: DesignModel): readonly Seen[] =>
  repeated(
    nodes.component,
    ({ value }) => plain(value.description),
    ({ path }, stored) => ({
      path: `${path}/description`,
      message: `is the description of "${stored.value.id}" too`,
    }),
    ({ value }) => described(value.name, value.description),
  )

const sharedGoals = ({ intent, plain }: DesignModel): readonly Seen[] =>
  repeated(
    listed('/goals', intent.goals),
    ({ value }) => plain(value),
    ({ path }, stored) => ({
      message: `states the goal of ${stored.path} again`,
      fix: removing('state the goal once', path),
    }),
  )

const listedTwice = ({ nodes }: DesignModel): readonly Seen[] =>
  Object.values(nodes)
    .flat()
    .flatMap(({ path, value }) =>
      Object.entries(value).flatMap(([key, list]) =>
        repeated(
          listed(`${path}/${key}`, Array.isArray(list) ? list : []),
          ({ value: item }) => (typeof item === 'string' ? item : ''),
          ({ path: place, value: item }) => ({
            message: `"${String(item)}" is listed twice`,
            fix: removing(`list "${String(item)}" once`, place),
          }),
        ),
      ),
    )

const repeatedFlows = ({ nodes, plain }: DesignModel): readonly Seen[] =>
  repeated(
    nodes.flow,
    ({ value }) => JSON.stringify(value.steps.map(({ action }) => plain(action))),
    (_, { value }) => ({ message: `has the same steps as the flow "${value.id}"` }),
  )

const repeatedSteps = ({ intent, plain }: DesignModel): readonly Seen[] =>
  intent.userFlows.flatMap(({ steps }, flow) =>
    repeated(
      listed(`/userFlows/${flow}/steps`, steps),
      ({ value: { action, componentIds, outcome = '' } }) =>
        JSON.stringify([plain(action), componentIds.toSorted(), plain(outcome)]),
      (_, { value }) => ({ message: `repeats the step "${value.id}" word for word` }),
    ),
  )

const repeatedInteractions = ({ nodes, plain }: DesignModel): readonly Seen[] =>
  repeated(
    nodes.interaction,
    ({ value: { trigger, componentIds } }) =>
      JSON.stringify([plain(trigger), componentIds.toSorted()]),
    ({ value }, { value: stored }) => ({
      message:
        plain(value.response) === plain(stored.response)
          ? `repeats the interaction "${stored.id}"`
          : `has the trigger and the components of "${stored.id}" but another response; which one holds?`,
    }),
  )

const repeatedAttributes = ({ intent }: DesignModel): readonly Seen[] =>
  intent.dataModel.entities.flatMap(({ attributes }, entity) =>
    repeated(
      listed(`/dataModel/entities/${entity}/attributes`, attributes),
      ({ value }) => folded(value.name),
      ({ path, value }, { value: stored }) => {
        const isSame = value.name === stored.name
        const message = isSame
          ? `the attribute "${value.name}" stands twice`
          : `the attribute "${value.name}" differs from "${stored.name}" only in spelling`
        const fix = removing(`keep "${value.name}" once`, path)
        return {
          path: `${path}/name`,
          message,
          ...(isSame && value.type === stored.type && { fix }),
        }
      },
    ),
  )

/** "phone1", "phone2": a list that was laid out by hand. */
const numberedAttributes = ({ intent }: DesignModel): readonly Seen[] =>
  intent.dataModel.entities.flatMap(({ attributes }, entity) =>
    repeated(
      listed(`/dataModel/entities/${entity}/attributes`, attributes),
      ({ value }) => /^(\p{L}{2,}.{0,40}?)[_-]?[1-9]$/u.exec(value.name)?.[1]?.toLowerCase() ?? '',
      ({ value }, { value: stored }) => ({
        message: `"${value.name}" goes on where "${stored.name}" ends: make it a list or an entity`,
      }),
    ),
  )

function repeatedEntities({ nodes }: DesignModel): readonly Seen[] {
  const names = repeated(
    nodes.entity,
    ({ value }) => folded(value.name),
    ({ path }, { value }) => ({
      path: `${path}/name`,
      message: `is the name of the entity "${value.id}" too`,
    }),
  )
  const known = new Set(names.map(({ path }) => path))
  const shapes = repeated(
    nodes.entity.filter(
      ({ path, value }) => value.attributes.length > 3 && !known.has(`${path}/name`),
    ),
    ({ value }) =>
      value.attributes
        .map(({ name, type }) => `${folded(name)}:${type}`)
        .toSorted()
        .join(),
    (_, { value }) => ({ message: `has the very attributes of the entity "${value.id}"` }),
  )
  return [...names, ...shapes]
}

/** Two entities may be related twice where the descriptions tell the two apart. */
const tellsApart = (left: Relationship, right: Relationship): boolean =>
  left.description !== undefined &&
  right.description !== undefined &&
  normalised(left.description) !== normalised(right.description)

const repeatedRelationships = ({ nodes }: DesignModel): readonly Seen[] =>
  repeated(
    nodes.relationship,
    ({ value: { from, to } }) => JSON.stringify([from, to].toSorted()),
    ({ path, value }, { path: first, value: stored }) => {
      if (tellsApart(value, stored)) return null
      const isTurned = stored.from !== value.from && value.cardinality === 'one-to-many'
      return value.cardinality === stored.cardinality && !isTurned
        ? {
            message: `relates "${value.from}" and "${value.to}" again, as ${first} does`,
            fix: removing('state the relationship once', path),
          }
        : {
            message: `contradicts ${first}, which relates "${stored.from}" to "${stored.to}" ${stored.cardinality}`,
          }
    },
  )

/** Whether a text says what another says, with no more than a few words around it. */
function says(text: string, other: string): boolean {
  if (text === '' || other === '') return false
  const [own, others] = [text.split(' ').length, other.split(' ').length]
  return text === other || (others > 2 && own - others <= 4 && ` ${text} `.includes(` ${other} `))
}

const echoes = ({ nodes, plain }: DesignModel): readonly Seen[] => {
  const echo = (path: string, text: string | undefined, of: string, what: string) =>
    text !== undefined && says(plain(text), plain(of)) ? [{ path, message: `repeats ${what}` }] : []
  return [
    ...nodes.interaction.flatMap(({ path, value: { trigger, response } }) =>
      echo(`${path}/response`, response, trigger, 'the trigger; say what the design does about it'),
    ),
    ...nodes.step.flatMap(({ path, value: { action, outcome } }) =>
      echo(`${path}/outcome`, outcome, action, 'the action; say what is true afterwards'),
    ),
    ...nodes.flow.flatMap(({ path, value: { name, goal, steps } }) => [
      ...echo(`${path}/goal`, goal?.replace(/^to /i, ''), name, 'the name; say what is gained'),
      ...(steps.length < 2 ? [] : listed(`${path}/steps`, steps)).flatMap((step) =>
        plain(step.value.action) === plain(name)
          ? [{ path: `${step.path}/action`, message: 'repeats the name of the flow' }]
          : [],
      ),
    ]),
  ]
}

export const repetitionRules: readonly DesignRule[] = [
  intentRule('coherence/duplicate-id', duplicateIds),
  intentRule('coherence/similar-id', similarIds),
  intentRule('coherence/duplicate-name', duplicateNames),
  intentRule('coherence/listed-twice', listedTwice),
  intentRule('coherence/repeated-flow', repeatedFlows),
  intentRule('coherence/repeated-step', repeatedSteps),
  intentRule('coherence/repeated-interaction', repeatedInteractions),
  intentRule('coherence/echo', echoes),
  intentRule('clarity/shared-description', sharedDescriptions),
  intentRule('clarity/shared-goal', sharedGoals),
  intentRule('data/repeated-relationship', repeatedRelationships),
  intentRule('data/repeated-attribute', repeatedAttributes),
  intentRule('data/repeated-entity', repeatedEntities),
  intentRule('data/numbered-attributes', numberedAttributes),
]
