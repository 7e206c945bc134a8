// For measuring first: the first figures of this set were taken before any rule knew of it.
import type { DesignIntent } from '../../../src/checks/design/intent.ts'
import type { Random } from '../plant.ts'
import {
  aroundMention,
  componentAt,
  defectsOf,
  indexIn,
  insideOf,
  mentionsInInteractions,
  mentionsInSteps,
  pick,
  pickOrNull,
  stepsOf,
  textAt,
  valueAt,
} from '../plant.ts'
import { aroundText, replaced } from '../texts.ts'

const isOf = (intent: DesignIntent, id: string, type: string): boolean =>
  intent.components.some((one) => one.id === id && one.type === type)
const flowsOf = (intent: DesignIntent, id: string): readonly number[] =>
  stepsOf(intent).flatMap(({ step, f }) => (step.componentIds.includes(id) ? [f] : []))

/** A control that no flow of the given one uses. */
const elsewhere = (intent: DesignIntent, id: string, random: Random): string | null =>
  pickOrNull(
    intent.components.filter(
      (one) =>
        one.type === 'control' &&
        flowsOf(intent, one.id).length > 0 &&
        !flowsOf(intent, one.id).some((flow) => flowsOf(intent, id).includes(flow)),
    ),
    random,
  )?.id ?? null

/** Whether a control stands in a list beside no part of its own page. */
function strays(intent: DesignIntent, at: string): boolean {
  const id = textAt(intent, at)
  const list = valueAt(intent, at.slice(0, at.lastIndexOf('/')))
  const others = Array.isArray(list) ? list.filter((one) => one !== id) : []
  return isOf(intent, id, 'control') && !others.some((one) => insideOf(intent, String(one)).has(id))
}

/** Writes over the description of a part that plays the given role. */
const describedAs = (type: string, wordings: readonly string[]) => ({
  plant(intent: DesignIntent, random: Random) {
    const one = pickOrNull(
      intent.components.filter((part) => part.type === type),
      random,
    )
    if (one === null) return null
    one.description = pick(wordings, random)
    const index = intent.components.indexOf(one)
    return {
      intent,
      pointers: [
        ...aroundText(`/components/${index}/description`),
        `/components/${index}/type`,
        ...componentAt(index),
      ],
    }
  },
  holds: (intent: DesignIntent, at: string) =>
    wordings.includes(textAt(intent, at)) &&
    intent.components[indexIn(at, 'components')]?.type === type,
})

export const coherence = defectsOf('coherence', {
  'step-with-control-of-another-flow': {
    plant(intent, random) {
      const places = mentionsInSteps(intent).filter(
        ({ id, at }) => isOf(intent, id, 'control') && !strays(intent, at),
      )
      const mention = pickOrNull(places, random)
      const other = mention === null ? null : elsewhere(intent, mention.id, random)
      if (mention === null || other === null) return null
      mention.put(other)
      return { intent, pointers: aroundMention(mention.at) }
    },
    holds: strays,
  },
  'interaction-with-control-of-another-flow': {
    plant(intent, random) {
      const places = mentionsInInteractions(intent).filter(
        ({ id, at }) => isOf(intent, id, 'control') && !strays(intent, at),
      )
      const mention = pickOrNull(places, random)
      const other = mention === null ? null : elsewhere(intent, mention.id, random)
      if (mention === null || other === null) return null
      mention.put(other)
      return { intent, pointers: aroundMention(mention.at) }
    },
    holds: strays,
  },
  'steps-in-reverse': {
    plant(intent, random) {
      const index = Math.floor(random() * intent.userFlows.length)
      const flow = intent.userFlows[index]!
      if (flow.steps[0]!.outcome !== undefined || flow.steps.at(-1)!.outcome === undefined)
        return null
      flow.steps = flow.steps.toReversed()
      return {
        intent,
        pointers: [`/userFlows/${index}/steps`, `/userFlows/${index}`].concat(
          flow.steps.flatMap((_, s) => [
            `/userFlows/${index}/steps/${s}`,
            `/userFlows/${index}/steps/${s}/action`,
          ]),
        ),
      }
    },
    holds: (intent, at) => {
      const { steps } = intent.userFlows[indexIn(at, 'userFlows')]!
      return steps[0]!.outcome !== undefined && steps.at(-1)!.outcome === undefined
    },
  },
  'view-inside-control': {
    plant(intent, random) {
      const control = pick(
        intent.components.filter(({ type }) => type === 'control'),
        random,
      )
      const holder = intent.components.find(({ children = [] }) => children.includes(control.id))
      const view = pickOrNull(
        intent.components.filter(({ id, type }) => type === 'view' && id !== holder?.id),
        random,
      )
      if (view === null || insideOf(intent, view.id).has(control.id)) return null
      control.children = [view.id]
      const index = intent.components.indexOf(control)
      return { intent, pointers: [...aroundMention(`/components/${index}/children/0`)] }
    },
    holds: (intent, at) =>
      isOf(intent, textAt(intent, at), 'view') &&
      intent.components[indexIn(at, 'components')]?.type === 'control',
  },
  'control-described-as-page': describedAs('control', [
    'This page lists everything that happened in the last month.',
    'A full screen with three sections and a heading.',
    'The landing page that people see after they sign in.',
    'A screen that shows the details of one entry.',
    'An overview page with all entries of the year.',
  ]),
  'view-described-as-key': describedAs('view', [
    'A button that sends the form to the office.',
    'A checkbox that marks the entry as read.',
    'An input field for the number of people.',
    'A dropdown that offers the months of the year.',
    'A toggle that turns the sound on and off.',
  ]),
  'state-is-a-sentence': replaced(
    ['state'],
    [
      'The key is pressed and the list opens below it',
      'When the person has typed everything, it is ready',
      'It waits until the office has answered the letter',
      'Then the field turns red and shows the reason',
      'The entry was changed by someone else in the meantime',
    ],
  ),
  'single-state': {
    plant(intent, random) {
      const index = Math.floor(random() * intent.interactions.length)
      const one = intent.interactions[index]!
      one.states = [pick(['ready', 'open', 'shown', 'accepted', 'active'], random)]
      return {
        intent,
        pointers: [
          `/interactions/${index}/states`,
          `/interactions/${index}/states/0`,
          `/interactions/${index}`,
        ],
      }
    },
    holds: (intent, at) => intent.interactions[indexIn(at, 'interactions')]?.states?.length === 1,
  },
  'actor-is-a-component': {
    plant(intent, random) {
      const index = Math.floor(random() * intent.userFlows.length)
      intent.userFlows[index]!.actor = pick(intent.components, random).name
      return { intent, pointers: aroundText(`/userFlows/${index}/actor`) }
    },
    holds: (intent, at) => intent.components.some(({ name }) => name === textAt(intent, at)),
  },
  'title-of-another-feature': replaced(
    ['title'],
    [
      'Shopping cart and checkout',
      'Tournament brackets for chess clubs',
      'Password reset by letter',
      'Pizza delivery tracker',
      'Podcast subscriptions',
    ],
  ),
})
