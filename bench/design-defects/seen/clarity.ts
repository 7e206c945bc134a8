import type { Planter } from '../plant.ts'
import {
  addAttribute,
  anyBind,
  componentAt,
  defectsOf,
  indexIn,
  pick,
  textAt,
  wire,
} from '../plant.ts'
import { sameAs } from '../structure.ts'
import { extended, replaced, sentence, written } from '../texts.ts'

const copied = (from: 'trigger' | 'response', to: 'trigger' | 'response'): Planter => ({
  plant(intent, random) {
    const one = pick(intent.interactions, random)
    one[to] = one[from]
    const at = `/interactions/${intent.interactions.indexOf(one)}`
    return { intent, pointers: [`${at}/${to}`, `${at}/${from}`, at] }
  },
  holds: (intent, at) => {
    const one = intent.interactions[indexIn(at, 'interactions')]
    return one !== undefined && one.trigger === one.response
  },
})

export const clarity = defectsOf('clarity', {
  'vague-description': extended(
    ['description'],
    [
      'and various other things',
      'etc.',
      'in a user-friendly way',
      'as appropriate',
      'and some other entries',
      'and so on',
      'in an intuitive manner',
      'and stuff like that',
    ],
  ),
  'vague-description-alone': replaced(
    ['description'],
    [
      'Handles various things for the user as needed.',
      'Shows some information in an appropriate way.',
      'Does stuff with the entries somehow.',
      'Provides several options etc.',
      'A user-friendly part that works properly.',
    ],
  ),
  'vague-goal': replaced(
    ['goal'],
    [
      'Make the whole thing more user-friendly',
      'Provide a seamless and intuitive experience',
      'Support various kinds of users as appropriate',
      'Work properly on some devices',
      'Improve things for people somehow',
    ],
  ),
  'vague-goal-tail': extended(
    ['goal'],
    ['and so on', 'in a user-friendly way', 'as needed', 'etc.', 'and/or similar'],
  ),
  'vague-action': extended(
    ['action'],
    ['and does some other things', 'as needed', 'etc.', 'and/or something similar', 'somehow'],
  ),
  'vague-outcome': extended(
    ['outcome'],
    ['in an appropriate way', 'and various other values', 'properly', 'as needed', 'etc.'],
  ),
  'vague-trigger': extended(
    ['trigger'],
    ['or does something else', 'or whatever', 'in some cases', 'etc.', 'and/or similar'],
  ),
  'vague-response': replaced(
    ['response'],
    [
      'The system responds appropriately',
      'Various things are updated as needed',
      'Everything is handled properly',
      'The page does the right thing somehow',
      'Some message is shown if necessary',
    ],
  ),
  'vague-flow-name': replaced(
    ['flowName'],
    ['Do various things', 'Miscellaneous stuff', 'Some other flow', 'Other things etc.'],
  ),
  'vague-flow-goal': replaced(
    ['flowGoal'],
    ['Get various things done as needed', 'Have some kind of result', 'Do stuff properly, etc.'],
  ),
  'vague-component-name': replaced(
    ['componentName'],
    ['Misc', 'Various options', 'Stuff panel', 'Some list', 'Other things', 'Etc. area'],
  ),
  'vague-entity-name': replaced(
    ['entityName'],
    ['Stuff', 'Thing', 'Misc', 'Various', 'Some object'],
  ),
  'vague-attribute-name': {
    plant(intent, random) {
      const name = pick(['stuff', 'misc', 'things', 'etc', 'someValue', 'variousOptions'], random)
      const at = addAttribute(intent, { name, type: 'string' }, random)
      return { intent, pointers: [`${at}/name`, at] }
    },
    holds: (intent, at) => /^(?:stuff|misc|things|etc|some|various)/.test(textAt(intent, at)),
  },
  'vague-attribute-description': written(
    ['attributeDescription'],
    [
      'Some value',
      'Various values as needed',
      'Stuff that belongs to it',
      'Whatever is appropriate',
    ],
  ),
  'vague-relationship': replaced(
    ['relationshipDescription'],
    ['Related somehow', 'Has various links', 'Some kind of connection', 'Linked as appropriate'],
  ),
  'vague-other-spelling': written(
    ['description', 'response', 'outcome'],
    [
      'It shows names, dates, ETC.',
      'It is USER-FRIENDLY.',
      'It is user friendly and intuitive!',
      'It works with letters and / or digits.',
      'It lists entries, et cetera.',
      'Etc., etc.',
      'It behaves APPROPRIATELY.',
    ],
    sentence,
  ),
  'unmeasured-goal': replaced(
    ['goal'],
    [
      'Make the work faster and better',
      'Offer a modern and attractive design',
      'Be as fast as possible',
      'Give people a great experience',
      'Improve efficiency and quality',
    ],
  ),
  'description-repeats-name': {
    plant(intent, random) {
      const part = pick(intent.components, random)
      const name = part.name
      part.description = pick(
        [
          name,
          `${name}.`,
          `The ${name.toLowerCase()}.`,
          `This is the ${name.toLowerCase()}.`,
          `${name} component`,
          name.toUpperCase(),
        ],
        random,
      )
      const at = `/components/${intent.components.indexOf(part)}`
      return { intent, pointers: [`${at}/description`, at] }
    },
    holds: (intent, at) => {
      const part = intent.components[indexIn(at, 'components')]
      return part !== undefined && part.description.toLowerCase().includes(part.name.toLowerCase())
        ? part.description.length < part.name.length + 20
        : false
    },
  },
  'duplicate-description': {
    plant(intent, random) {
      const later = 1 + Math.floor(random() * (intent.components.length - 1))
      const first = Math.floor(random() * later)
      intent.components[later]!.description = intent.components[first]!.description
      return {
        intent,
        pointers: [later, first].flatMap((index) => [
          `/components/${index}/description`,
          `/components/${index}`,
        ]),
      }
    },
    holds: (intent, at) =>
      intent.components.filter(({ description }) => description === textAt(intent, at)).length > 1,
  },
  'duplicate-component-name': sameAs('/components', 'name', ({ components }) => components),
  'duplicate-flow-name': sameAs('/userFlows', 'name', ({ userFlows }) => userFlows),
  'duplicate-goal': {
    plant(intent, random) {
      const first = Math.floor(random() * intent.goals.length)
      const last = intent.goals.push(intent.goals[first]!) - 1
      return { intent, pointers: [`/goals/${last}`, `/goals/${first}`, '/goals'] }
    },
    holds: (intent, at) => intent.goals.filter((goal) => goal === textAt(intent, at)).length > 1,
  },
  'response-copies-trigger': copied('trigger', 'response'),
  'trigger-copies-response': copied('response', 'trigger'),
  'name-is-the-type': {
    plant(intent, random) {
      const part = pick(intent.components, random)
      part.name = pick([part.type, part.type.toUpperCase(), `The ${part.type}`], random)
      const index = intent.components.indexOf(part)
      return { intent, pointers: [`/components/${index}/name`, `/components/${index}`] }
    },
    holds: (intent, at) => {
      const part = intent.components[indexIn(at, 'components')]
      return part !== undefined && part.name.toLowerCase().replace('the ', '') === part.type
    },
  },
  'vague-component-added': {
    plant(intent, random) {
      const description = pick(
        [
          'Contains miscellaneous things that are needed from time to time.',
          'Offers a couple of useful options and more.',
          'Takes care of everything else, etc.',
        ],
        random,
      )
      const part = {
        id: 'extra-area',
        name: 'Extra area',
        type: 'data' as const,
        description,
        binds: anyBind(intent),
      }
      const index = wire(intent, part, random)
      return { intent, pointers: [`/components/${index}/description`, ...componentAt(index)] }
    },
    holds: (intent, at) => /things|useful|etc/.test(textAt(intent, at)),
  },
})
