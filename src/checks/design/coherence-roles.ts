import { type DesignModel, type DesignRule, holdersAbove, type Seen } from './design-model.ts'
import type { ComponentType } from './intent.ts'
import { type Prose, textsOf } from './prose.ts'

const asPage =
  /^(?:this|the|an?) (?:[\p{L}-]+ ){0,2}(?:page|screen)s? (?:that|which|with|lists|shows|where|holds|displays|for)\b/iu
const asKey =
  /^(?:this|the|an?) (?:[\p{L}-]+ ){0,2}(?:button|checkbox|toggle|dropdown|slider|input field|text field|radio button) (?:that|which|for|to|with)\b/iu

function readsLike(type: ComponentType, description: string): ComponentType | null {
  if (type === 'control' || type === 'utility') return asPage.test(description) ? 'view' : null
  return type === 'view' && asKey.test(description) ? 'control' : null
}

const wrongRoles = ({ intent }: DesignModel): readonly Seen[] =>
  intent.components.flatMap(({ type, description }, index) => {
    const meant = readsLike(type, description)
    return meant === null
      ? []
      : [
          {
            path: `/components/${index}/description`,
            message: `describes a ${meant}, but the type is ${type}`,
          },
        ]
  })

const longestState = 5

const sentences = ({ kind, path, words }: Prose): readonly Seen[] =>
  kind === 'state' && words.length > longestState
    ? [{ path, message: 'tells what happens; a state is named in a few words' }]
    : []

const loneStates = ({ intent }: DesignModel): readonly Seen[] =>
  intent.interactions.flatMap(({ states }, index) =>
    states?.length === 1
      ? [
          {
            path: `/interactions/${index}/states`,
            message: 'names one state only, so that nothing could change',
          },
        ]
      : [],
  )

/** Things that run by themselves may act; what is on the screen is acted upon. */
function partsAsActors({ intent, plain }: DesignModel): readonly Seen[] {
  const parts = new Set(
    intent.components.flatMap(({ name, type }) => (type === 'utility' ? [] : [plain(name)])),
  )
  const things = new Set(intent.dataModel.entities.map(({ name }) => plain(name)))
  return intent.userFlows.flatMap(({ actor }, index) => {
    const name = actor === undefined ? '' : plain(actor)
    return name !== '' && parts.has(name) && !things.has(name)
      ? [{ path: `/userFlows/${index}/actor`, message: `"${actor}" is a component, not somebody` }]
      : []
  })
}

/** Whether a text is another one with a few words around it. */
function repeats(text: string, other: string): boolean {
  if (other.split(' ').length < 3 || text === other || !` ${text} `.includes(` ${other} `))
    return false
  return text.split(' ').length - other.split(' ').length <= 4
}

function restated({ intent, plain }: DesignModel): readonly Seen[] {
  const flows = intent.userFlows.flatMap(({ name, goal, steps }, flow) => [
    ...(goal !== undefined && plain(goal).replace(/^to /, '') === plain(name)
      ? [{ path: `/userFlows/${flow}/goal`, message: 'repeats the name; say what is gained' }]
      : []),
    ...steps.flatMap(({ action, outcome }, step) =>
      outcome !== undefined && repeats(plain(outcome), plain(action))
        ? [
            {
              path: `/userFlows/${flow}/steps/${step}/outcome`,
              message: 'repeats the action; say what is true afterwards',
            },
          ]
        : [],
    ),
  ])
  const interactions = intent.interactions.flatMap(({ trigger, response }, index) =>
    repeats(plain(response), plain(trigger))
      ? [
          {
            path: `/interactions/${index}/response`,
            message: 'repeats the trigger; say what the design does about it',
          },
        ]
      : [],
  )
  return [...flows, ...interactions]
}

const mostParts = 12

/** A step on one page cannot use what is on another page only. */
function strayControls(model: DesignModel): readonly Seen[] {
  const { intent, componentAt } = model
  const isView = (index: number) => intent.components[index]?.type === 'view'
  return intent.userFlows.flatMap(({ steps }, flow) =>
    steps.flatMap(({ componentIds }, step) => {
      if (componentIds.length > mostParts) return []
      const parts = componentIds.map((id) => componentAt.get(id) ?? -1)
      if (!parts.some(isView)) return []
      const above = parts.map((part) => holdersAbove(model, part))
      return parts.flatMap((part, place) => {
        if (intent.components[part]?.type !== 'control') return []
        const around = [...(above[place] ?? [])].filter((each) => each !== part)
        const here = around.some((each) =>
          above.some((others, other) => other !== place && others.has(each)),
        )
        return here || !around.some(isView)
          ? []
          : [
              {
                path: `/userFlows/${flow}/steps/${step}/componentIds/${place}`,
                message: `"${componentIds[place] ?? ''}" is on a page that this step does not name`,
              },
            ]
      })
    }),
  )
}

const common = new Set('with from that this into over your their about through'.split(' '))
const rootsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length >= 4 && !common.has(word))
    .map((word) => word.slice(0, 4))

/** A title none of whose words comes up again was brought along from another design. */
function foreignTitle({ intent }: DesignModel): readonly Seen[] {
  const title = intent.title ?? ''
  const roots = new Set(rootsOf(title))
  if (roots.size < 2 || !/^[ -~]*$/.test(title)) return []
  const meets = (text: string) => rootsOf(text).some((root) => roots.has(root))
  const { entities } = intent.dataModel
  const known =
    meets(intent.featureId) ||
    entities.some(
      ({ id, attributes }) => meets(id) || attributes.some(({ name }) => meets(name)),
    ) ||
    textsOf(intent).some(({ kind, text }) => kind !== 'title' && meets(text))
  return known
    ? []
    : [{ path: '/title', message: 'nothing in the design speaks of what the title names' }]
}

const coherent = { dimension: 'coherence', severity: 'warning', over: 'intent' } as const

/** What is often meant so: told, and hardly weighed. */
const hunches: ReadonlySet<string> = new Set(['lone-state', 'stray-control', 'foreign-title'])

const rule = (
  name: string,
  [about, bad, better]: readonly [string, string, string],
  run: (model: DesignModel) => readonly Seen[],
): DesignRule => ({
  ...coherent,
  severity: hunches.has(name) ? 'info' : 'warning',
  id: `coherence/${name}`,
  about,
  example: { bad, better },
  run,
})

export const roleRules: readonly DesignRule[] = [
  rule(
    'type-against-description',
    [
      'The type of a component fits its description.',
      'a control: "This page lists the rooms"',
      'a view: "This page lists the rooms"',
    ],
    wrongRoles,
  ),
  rule(
    'lone-state',
    [
      'Where an interaction has states, it has two at least.',
      '"states": ["open"]',
      '"states": ["closed", "open"]',
    ],
    loneStates,
  ),
  rule(
    'component-as-actor',
    [
      'The actor of a flow is no part of the user interface.',
      '"actor": "Day plan"',
      '"actor": "Member"',
    ],
    partsAsActors,
  ),
  rule(
    'restatement',
    [
      'A response is more than its trigger, an outcome more than its action, a goal more than the name.',
      '"The member pays", "The member pays successfully"',
      '"The member pays", "The receipt is printed"',
    ],
    restated,
  ),
  rule(
    'stray-control',
    [
      'A step that names a page uses the controls of that page.',
      'the plan and the key of another page',
      'the plan and the key on it',
    ],
    strayControls,
  ),
  rule(
    'foreign-title',
    [
      'The title speaks of what the design is about.',
      '"Pizza delivery" over rooms',
      '"Room booking" over rooms',
    ],
    foreignTitle,
  ),
  {
    id: 'coherence/state-as-sentence',
    dimension: 'coherence',
    severity: 'warning',
    about: `The name of a state has at most ${longestState} words.`,
    example: { bad: '"The key is pressed and the list opens"', better: '"open"' },
    over: 'texts',
    read: sentences,
  },
]
