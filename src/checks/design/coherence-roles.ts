import { type DesignRule, type Seen, intentRule, textRule } from './rule.ts'
import { type DesignModel } from './design-model.ts'
import type { ComponentType } from './intent.ts'
import { type Prose } from './prose.ts'

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

export const roleRules: readonly DesignRule[] = [
  intentRule('coherence/type-against-description', wrongRoles),
  intentRule('coherence/component-as-actor', partsAsActors),
  intentRule('coherence/restatement', restated),
  textRule('coherence/state-as-sentence', sentences),
]
