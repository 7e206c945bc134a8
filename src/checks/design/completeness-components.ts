import { expectedOf } from './completeness-parts.ts'
import type { DesignModel, DesignRule, Seen } from './design-model.ts'

/** A control that nothing mentions, or the only one that no interaction explains. */
function idleControls(model: DesignModel): readonly Seen[] {
  const controls = model.intent.components.flatMap((component, index) =>
    component.type === 'control' ? [{ ...component, index }] : [],
  )
  const explained = controls.filter(({ index }) => model.inInteractions.has(index)).length
  return controls.flatMap(({ id, index, binds }) => {
    if (model.inInteractions.has(index)) return []
    const alone = controls.length >= 2 && explained === controls.length - 1
    const silent =
      model.intent.interactions.length > 0 &&
      !model.inSteps.has(index) &&
      (binds ?? []).length === 0 &&
      (model.holders[index] ?? []).length > 0
    return alone || silent
      ? [
          {
            path: `/components/${index}`,
            message: `no interaction says what the control "${id}" does`,
          },
        ]
      : []
  })
}

const noView = ({ intent }: DesignModel): readonly Seen[] =>
  intent.components.some(({ type }) => type === 'view')
    ? []
    : [{ path: '/components', message: 'no component is a view; expected at least one screen' }]

function unboundData({ intent }: DesignModel): readonly Seen[] {
  const shown = intent.components.flatMap(({ id, type, binds }, index) =>
    type === 'data' ? [{ id, index, bound: (binds ?? []).length > 0 }] : [],
  )
  const having = shown.filter(({ bound }) => bound).length
  if (!expectedOf(having, shown.length - 1)) return []
  return shown
    .filter(({ bound }) => !bound)
    .map(({ id, index }) => ({
      path: `/components/${index}`,
      message: `"${id}" is of type data but binds no attribute, unlike the others`,
    }))
}

function emptyContainers(model: DesignModel): readonly Seen[] {
  const containers = model.intent.components.flatMap(({ id, type, children, binds }, index) =>
    type === 'container' ? [{ id, index, filled: (children ?? binds ?? []).length > 0 }] : [],
  )
  const having = containers.filter(({ filled }) => filled).length
  if (!expectedOf(having, containers.length - 1)) return []
  return containers
    .filter(({ filled }) => !filled)
    .map(({ id, index }) => ({
      path: `/components/${index}`,
      message: `the container "${id}" holds nothing, unlike the others`,
    }))
}

/** A control that stands nowhere while all others have a place. */
function placeless(model: DesignModel): readonly Seen[] {
  const controls = model.intent.components.flatMap(({ id, type }, index) =>
    type === 'control' ? [{ id, index, held: (model.holders[index] ?? []).length > 0 }] : [],
  )
  const having = controls.filter(({ held }) => held).length
  if (controls.length < 3 || having < controls.length - 1) return []
  return controls
    .filter(({ held }) => !held)
    .map(({ id, index }) => ({
      path: `/components/${index}`,
      message: `the control "${id}" stands in no view or container, unlike the others`,
    }))
}

/** The only view that holds, shows and answers nothing, where two others do. */
function emptyViews(model: DesignModel): readonly Seen[] {
  const views = model.intent.components.flatMap(({ id, type, children, binds }, index) =>
    type === 'view'
      ? [{ id, index, filled: (children ?? []).length > 0 || (binds ?? []).length > 0 }]
      : [],
  )
  const empty = views.filter(({ filled }) => !filled)
  const [only] = empty
  return only === undefined ||
    empty.length > 1 ||
    views.length < 3 ||
    model.inInteractions.has(only.index)
    ? []
    : [
        {
          path: `/components/${only.index}`,
          message: `the view "${only.id}" holds no component and binds nothing, unlike the others`,
        },
      ]
}

const completeness = { dimension: 'completeness', over: 'intent', severity: 'warning' } as const

export const completenessComponentRules: readonly DesignRule[] = [
  {
    ...completeness,
    id: 'completeness/idle-control',
    about: 'A control takes part in a step or an interaction, or binds what it changes.',
    example: {
      bad: 'a "filter" control that nothing names',
      better: 'an interaction whose "componentIds" name it',
    },
    run: idleControls,
  },
  {
    ...completeness,
    id: 'completeness/placeless-control',
    about: 'Where controls stand in a view or container, each of them does.',
    example: {
      bad: 'a "pay-button" that no component holds',
      better: '"pay-button" among the children of "checkout"',
    },
    run: placeless,
  },
  {
    ...completeness,
    id: 'completeness/no-view',
    about: 'At least one component is a view.',
    example: {
      bad: 'a design of controls only',
      better: 'a component of type "view" that holds them',
    },
    run: noView,
  },
  {
    ...completeness,
    id: 'completeness/unbound-data',
    severity: 'info',
    about: 'Where components of type data bind attributes, each of them does.',
    example: { bad: '"type": "data" without "binds"', better: '"binds": ["room.name"]' },
    run: unboundData,
  },
  {
    ...completeness,
    id: 'completeness/empty-container',
    severity: 'info',
    about: 'Where containers hold components, each of them does.',
    example: { bad: '"type": "container" without "children"', better: '"children": ["room-list"]' },
    run: emptyContainers,
  },
  {
    ...completeness,
    id: 'completeness/empty-view',
    about: 'Where views hold components or bind attributes, each of them does.',
    example: {
      bad: 'a "help" view with neither "children" nor "binds"',
      better: '"children": ["questions"]',
    },
    run: emptyViews,
  },
]
