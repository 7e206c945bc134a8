import type { DesignModel } from './design-model.ts'
import { type DesignRule, nodeRule, textRule } from './rule.ts'

const asPage =
  /^(?:this|the|an?) (?:[\p{L}-]+ ){0,2}(?:page|screen)s? (?:that|which|with|lists|shows|where|holds|displays|for)\b/iu
const asKey =
  /^(?:this|the|an?) (?:[\p{L}-]+ ){0,2}(?:button|checkbox|toggle|dropdown|slider|input field|text field|radio button) (?:that|which|for|to|with)\b/iu

const longestState = 5

/** Things that run by themselves may act; what is on the screen is acted upon. */
const isPart = ({ intent, plain }: DesignModel, name: string): boolean =>
  intent.components.some((each) => each.type !== 'utility' && plain(each.name) === name) &&
  !intent.dataModel.entities.some((each) => plain(each.name) === name)

export const roleRules: readonly DesignRule[] = [
  nodeRule(
    'coherence/type-against-description',
    ['component', 'description'],
    ({ type, description }) => {
      const pattern = type === 'view' ? asKey : asPage
      return /^(?:view|control|utility)$/.test(type) && pattern.test(description)
        ? `describes a ${type === 'view' ? 'control' : 'view'}, but the type is ${type}`
        : null
    },
  ),
  nodeRule('coherence/component-as-actor', ['flow', 'actor'], ({ actor = '' }, model) => {
    const name = model.plain(actor)
    return name !== '' && isPart(model, name) ? `"${actor}" is a component, not somebody` : null
  }),
  textRule('coherence/state-as-sentence', ({ kind, path, words }) =>
    kind === 'state' && words.length > longestState
      ? [{ path, message: 'tells what happens; a state is named in a few words' }]
      : [],
  ),
]
