import type {
  Attribute,
  Component,
  DesignIntent,
  Entity,
  FlowStep,
  Interaction,
  UserFlow,
} from '../../../../checks/design/intent.ts'

/** Small changes of an intent as new values; whatever refers to a thing follows it. */
type Ids = { readonly from: string; readonly to: string }

const swap = (list: readonly string[], { from, to }: Ids): string[] => [
  ...new Set(list.map((id) => (id === from ? to : id))),
]

export const changeComponent = (
  intent: DesignIntent,
  index: number,
  change: (component: Component) => Component,
): DesignIntent => ({
  ...intent,
  components: intent.components.map((component, at) =>
    at === index ? change(component) : component,
  ),
})

export const changeFlow = (
  intent: DesignIntent,
  index: number,
  change: (flow: UserFlow) => UserFlow,
): DesignIntent => ({
  ...intent,
  userFlows: intent.userFlows.map((flow, at) => (at === index ? change(flow) : flow)),
})

export const changeStep = (
  intent: DesignIntent,
  at: { readonly flow: number; readonly step: number },
  change: (step: FlowStep) => FlowStep,
): DesignIntent =>
  changeFlow(intent, at.flow, (flow) => ({
    ...flow,
    steps: flow.steps.map((step, index) => (index === at.step ? change(step) : step)),
  }))

export const changeEntity = (
  intent: DesignIntent,
  index: number,
  change: (entity: Entity) => Entity,
): DesignIntent => ({
  ...intent,
  dataModel: {
    ...intent.dataModel,
    entities: intent.dataModel.entities.map((entity, at) =>
      at === index ? change(entity) : entity,
    ),
  },
})

export const changeAttribute = (
  intent: DesignIntent,
  at: { readonly entity: number; readonly attribute: number },
  change: (attribute: Attribute) => Attribute,
): DesignIntent =>
  changeEntity(intent, at.entity, (entity) => ({
    ...entity,
    attributes: entity.attributes.map((attribute, index) =>
      index === at.attribute ? change(attribute) : attribute,
    ),
  }))

export const changeInteraction = (
  intent: DesignIntent,
  index: number,
  change: (interaction: Interaction) => Interaction,
): DesignIntent => ({
  ...intent,
  interactions: intent.interactions.map((interaction, at) =>
    at === index ? change(interaction) : interaction,
  ),
})

/** Gives a component another id, and every list that names it. */
export function moveComponentId(intent: DesignIntent, ids: Ids): DesignIntent {
  return {
    ...intent,
    components: intent.components.map((component) => ({
      ...component,
      id: component.id === ids.from ? ids.to : component.id,
      ...(component.children === undefined ? {} : { children: swap(component.children, ids) }),
    })),
    userFlows: intent.userFlows.map((flow) => ({
      ...flow,
      steps: flow.steps.map((step) => ({ ...step, componentIds: swap(step.componentIds, ids) })),
    })),
    interactions: intent.interactions.map((each) => ({
      ...each,
      componentIds: swap(each.componentIds, ids),
    })),
  }
}

/** Gives an entity another id, and every step, relationship and binding that names it. */
export function moveEntityId(intent: DesignIntent, ids: Ids): DesignIntent {
  const end = (id: string) => (id === ids.from ? ids.to : id)
  const { entities, relationships } = intent.dataModel
  return {
    ...rebind(intent, (bind) =>
      bind.startsWith(`${ids.from}.`) ? ids.to + bind.slice(ids.from.length) : bind,
    ),
    userFlows: intent.userFlows.map((flow) => ({
      ...flow,
      steps: flow.steps.map((step) =>
        step.entityIds === undefined ? step : { ...step, entityIds: swap(step.entityIds, ids) },
      ),
    })),
    dataModel: {
      entities: entities.map((entity) => ({ ...entity, id: end(entity.id) })),
      relationships: relationships.map((each) => ({
        ...each,
        from: end(each.from),
        to: end(each.to),
      })),
    },
  }
}

/** Rewrites every binding; null drops it. */
export const rebind = (
  intent: DesignIntent,
  change: (bind: string) => string | null,
): DesignIntent => ({
  ...intent,
  components: intent.components.map((component) => {
    if (component.binds === undefined) return component
    const { binds, ...rest } = component
    const kept = [...new Set(binds.flatMap((bind) => change(bind) ?? []))]
    return kept.length === 0 ? rest : { ...rest, binds: kept }
  }),
})

/** Takes a component out; null where a step would be left without any. Its children move up to what held it. */
export function removeComponent(intent: DesignIntent, index: number): DesignIntent | null {
  const gone = intent.components[index]
  if (gone === undefined || intent.components.length === 1) return null
  const holder = intent.components.find(({ children }) => children?.includes(gone.id))
  const without = (list: readonly string[]) => list.filter((id) => id !== gone.id)
  const stepLeft = (list: readonly string[]) => {
    const left = without(list)
    return left.length > 0 || holder === undefined ? left : [holder.id]
  }
  const changed: DesignIntent = {
    ...intent,
    components: intent.components
      .filter((_, at) => at !== index)
      .map((component) => {
        if (component.children === undefined) return component
        const { children, ...rest } = component
        const own =
          component === holder
            ? [...without(children), ...(gone.children ?? [])]
            : without(children)
        return own.length === 0 ? rest : { ...rest, children: [...new Set(own)] }
      }),
    userFlows: intent.userFlows.map((flow) => ({
      ...flow,
      steps: flow.steps.map((step) => ({ ...step, componentIds: stepLeft(step.componentIds) })),
    })),
    interactions: intent.interactions.map((each) => ({
      ...each,
      componentIds: without(each.componentIds),
    })),
  }
  const isWhole = changed.userFlows.every(({ steps }) =>
    steps.every(({ componentIds }) => componentIds.length > 0),
  )
  return isWhole ? changed : null
}

export function removeEntity(intent: DesignIntent, index: number): DesignIntent | null {
  const { entities, relationships } = intent.dataModel
  const gone = entities[index]
  if (gone === undefined || entities.length === 1) return null
  return {
    ...rebind(intent, (bind) => (bind.startsWith(`${gone.id}.`) ? null : bind)),
    userFlows: intent.userFlows.map((flow) => ({
      ...flow,
      steps: flow.steps.map((step) => {
        if (step.entityIds === undefined) return step
        const { entityIds, ...rest } = step
        const left = entityIds.filter((id) => id !== gone.id)
        return left.length === 0 ? rest : { ...rest, entityIds: left }
      }),
    })),
    dataModel: {
      entities: entities.filter((_, at) => at !== index),
      relationships: relationships.filter(({ from, to }) => from !== gone.id && to !== gone.id),
    },
  }
}

/** Every id of the components that must stay apart from a new one. */
export const componentIds = (intent: DesignIntent): readonly string[] =>
  intent.components.map(({ id }) => id)
export const entityIds = (intent: DesignIntent): readonly string[] =>
  intent.dataModel.entities.map(({ id }) => id)
