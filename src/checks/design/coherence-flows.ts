import { type DesignModel, type DesignRule, holdersAbove, type Seen } from './design-model.ts'
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

type Telling = {
  readonly path: string
  readonly text: string
  readonly componentIds: readonly string[]
}

/**
 * A text that names a component in full, while what it refers to is something else that it does not
 * name: then the reference is the likelier slip. Names of one word are too common to tell.
 */
function misnamed(model: DesignModel): readonly Seen[] {
  const names = namesByFirstWord(model)
  const tellings: readonly Telling[] = [
    ...model.intent.userFlows.flatMap(({ steps }, flow) =>
      steps.map(({ action, componentIds }, index) => ({
        path: `/userFlows/${flow}/steps/${index}/componentIds`,
        text: action,
        componentIds,
      })),
    ),
    ...model.intent.interactions.map(({ trigger, componentIds }, index) => ({
      path: `/interactions/${index}/componentIds`,
      text: trigger,
      componentIds,
    })),
  ]
  return tellings.flatMap((telling) => misnamedIn(telling, model, names))
}

type Names = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>

const mostWords = 8

/** Names of two words and more: by their first two words, each with its component. */
function namesByFirstWord({ intent, plain }: DesignModel): Names {
  const names = new Map<string, Map<string, readonly number[]>>()
  intent.components.forEach(({ name }, index) => {
    const whole = plain(name)
    const [first = '', second] = whole.split(' ', 2)
    if (second === undefined || whole.length < 8) return
    const group = names.get(`${first} ${second}`) ?? new Map<string, readonly number[]>()
    names.set(
      `${first} ${second}`,
      group.set(whole, [...(group.get(whole) ?? []).slice(0, 20), index]),
    )
  })
  return names
}

function misnamedIn(
  { path, text, componentIds }: Telling,
  model: DesignModel,
  names: Names,
): readonly Seen[] {
  const mentioned = mentionsIn(model.plain(text), names)
  if (mentioned.length === 0) return []
  const referred = new Set(componentIds.flatMap((id) => model.componentAt.get(id) ?? []))
  if (referred.size === 0) return []
  const around = new Set([...referred].flatMap((index) => [...holdersAbove(model, index)]))
  const related = mentioned.some(
    (index) =>
      around.has(index) || [...holdersAbove(model, index)].some((outer) => referred.has(outer)),
  )
  const [first] = mentioned
  if (related || first === undefined) return []
  const { name = '', id = '' } = model.intent.components[first] ?? {}
  return [
    { path, message: `the text speaks of "${name}", but "${id}" is not among the components` },
  ]
}

function mentionsIn(text: string, names: Names): readonly number[] {
  const words = text.split(' ')
  const found: number[] = []
  for (let from = 0; from + 1 < words.length; from += 1) {
    const group = names.get(`${words[from]} ${words[from + 1]}`)
    if (group === undefined) continue
    for (let length = 2; length <= mostWords && from + length <= words.length; length += 1) {
      found.push(...(group.get(words.slice(from, from + length).join(' ')) ?? []))
    }
  }
  return found
}

const coherence = { dimension: 'coherence', over: 'intent', severity: 'warning' } as const

export const flowRules: readonly DesignRule[] = [
  {
    ...coherence,
    id: 'coherence/listed-twice',
    about: 'No list names the same thing twice.',
    example: { bad: '"children": ["list", "list"]', better: '"children": ["list"]' },
    run: listedTwice,
  },
  {
    ...coherence,
    id: 'coherence/repeated-flow',
    about: 'No two flows have the same steps.',
    example: { bad: 'a copy of the flow "Book a seat"', better: 'one flow "Book a seat"' },
    run: repeatedFlows,
  },
  {
    ...coherence,
    id: 'coherence/repeated-step',
    about: 'No step of a flow repeats another word for word.',
    example: {
      bad: 'the step "Chooses a seat" twice',
      better: '"Chooses a seat", then "Confirms the seat"',
    },
    run: repeatedSteps,
  },
  {
    ...coherence,
    id: 'coherence/repeated-interaction',
    about: 'A trigger of the same components has one response.',
    example: {
      bad: 'two interactions for "The guest presses Pay"',
      better: 'one interaction for it',
    },
    run: repeatedInteractions,
  },
  {
    ...coherence,
    id: 'coherence/echo',
    about: 'A response, an outcome or a goal says more than what it answers.',
    example: {
      bad: 'trigger and response "The form is sent"',
      better: 'response "A receipt appears"',
    },
    run: echoes,
  },
  {
    ...coherence,
    id: 'coherence/misnamed-component',
    about: 'A step or trigger that names a component refers to it, or to one around or inside it.',
    example: {
      bad: '"Presses the save button" with ["cancel-button"]',
      better: '… with ["save-button"]',
    },
    run: misnamed,
  },
]
