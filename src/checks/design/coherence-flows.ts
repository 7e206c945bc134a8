import { type DesignRule, type Seen, intentRule } from './rule.ts'
import { type DesignModel } from './design-model.ts'
import { shared } from './coherence-ids.ts'
import type { FlowStep } from './intent.ts'

type List = { readonly path: string; readonly items: readonly string[] | undefined }

const listsOf = ({ intent }: DesignModel): readonly List[] => [
  ...intent.components.flatMap(({ children, binds }, index) => [
    { path: `/components/${index}/children`, items: children },
    { path: `/components/${index}/binds`, items: binds },
  ]),
  ...intent.userFlows.flatMap(({ steps }, flow) =>
    steps.flatMap(({ componentIds, entityIds }, index) => [
      { path: `/userFlows/${flow}/steps/${index}/componentIds`, items: componentIds },
      { path: `/userFlows/${flow}/steps/${index}/entityIds`, items: entityIds },
    ]),
  ),
  ...intent.interactions.flatMap(({ componentIds, states }, index) => [
    { path: `/interactions/${index}/componentIds`, items: componentIds },
    { path: `/interactions/${index}/states`, items: states },
  ]),
]

const listedTwice = (model: DesignModel): readonly Seen[] =>
  listsOf(model).flatMap(({ path, items }) => {
    if (items === undefined || items.length < 2) return []
    const seen = new Set<string>()
    return items.flatMap((item, index): readonly Seen[] => {
      if (!seen.has(item)) {
        seen.add(item)
        return []
      }
      const place = `${path}/${index}`
      const fix = {
        title: `list "${item}" once`,
        edits: [{ op: 'remove' as const, path: place }],
      }
      return [{ path: place, message: `"${item}" is listed twice`, fix }]
    })
  })

const stepKey = ({ plain }: DesignModel, step: FlowStep): string =>
  JSON.stringify([plain(step.action), step.componentIds.toSorted(), plain(step.outcome ?? '')])

function repeatedFlows({ intent, plain }: DesignModel): readonly Seen[] {
  const flows = intent.userFlows.map(({ id, steps }, index) => ({
    id,
    path: `/userFlows/${index}`,
    key: JSON.stringify(steps.map(({ action }) => plain(action))),
  }))
  return shared(flows, ({ key }) => key).flatMap(([first, ...rest]) =>
    rest.map(({ path }) => ({
      path,
      message: `has the same steps as the flow "${first?.id ?? ''}"`,
    })),
  )
}

const repeatedSteps = (model: DesignModel): readonly Seen[] =>
  model.intent.userFlows.flatMap(({ steps }, flow) =>
    shared(
      steps.map((step, index) => ({ step, path: `/userFlows/${flow}/steps/${index}` })),
      ({ step }) => stepKey(model, step),
    ).flatMap(([first, ...rest]) =>
      rest.map(({ path }) => ({
        path,
        message: `repeats the step "${first?.step.id ?? ''}" word for word`,
      })),
    ),
  )

function repeatedInteractions({ intent, plain }: DesignModel): readonly Seen[] {
  const interactions = intent.interactions.map((each, index) => ({
    id: each.id,
    path: `/interactions/${index}`,
    response: plain(each.response),
    key: JSON.stringify([plain(each.trigger), each.componentIds.toSorted()]),
  }))
  return shared(interactions, ({ key }) => key).flatMap(([first, ...rest]) =>
    rest.map(({ path, response }) => ({
      path,
      message:
        response === first?.response
          ? `repeats the interaction "${first.id}"`
          : `has the trigger and the components of "${first?.id ?? ''}" but another response; which one holds?`,
    })),
  )
}

const echoes = ({ intent, plain }: DesignModel): readonly Seen[] => {
  const same = (left: string, right: string | undefined) =>
    right !== undefined && plain(left) !== '' && plain(left) === plain(right)
  return [
    ...intent.interactions.flatMap(({ trigger, response }, index) =>
      same(trigger, response)
        ? [{ path: `/interactions/${index}/response`, message: 'says the same as the trigger' }]
        : [],
    ),
    ...intent.userFlows.flatMap(({ name, goal, steps }, flow) => [
      ...(same(name, goal)
        ? [{ path: `/userFlows/${flow}/goal`, message: 'says the same as the name of the flow' }]
        : []),
      ...steps.flatMap(({ action }, index) =>
        steps.length > 1 && same(name, action)
          ? [
              {
                path: `/userFlows/${flow}/steps/${index}/action`,
                message: 'says the same as the name of the flow',
              },
            ]
          : [],
      ),
      ...steps.flatMap(({ action, outcome }, index) =>
        same(action, outcome)
          ? [
              {
                path: `/userFlows/${flow}/steps/${index}/outcome`,
                message: 'says the same as the action',
              },
            ]
          : [],
      ),
    ]),
  ]
}

export const flowRules: readonly DesignRule[] = [
  intentRule('coherence/listed-twice', listedTwice),
  intentRule('coherence/repeated-flow', repeatedFlows),
  intentRule('coherence/repeated-step', repeatedSteps),
  intentRule('coherence/repeated-interaction', repeatedInteractions),
  intentRule('coherence/echo', echoes),
]
