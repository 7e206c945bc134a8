import { type DesignRule, type Seen, intentRule } from './rule.ts'
import type { DesignModel } from './design-model.ts'

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

export const completenessComponentRules: readonly DesignRule[] = [
  intentRule('completeness/idle-control', idleControls),
  intentRule('completeness/empty-view', emptyViews),
]
