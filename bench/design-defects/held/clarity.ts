// For measuring only. A rule that is tuned on these classes takes away what they tell.
import type { Planter } from '../plant.ts'
import { defectsOf, indexIn, pick, pickOrNull, stepsOf, textAt } from '../plant.ts'
import type { TextKind } from '../texts.ts'
import { aroundText, extended, fieldsOfKind, replaced, sentence, written } from '../texts.ts'

const flat = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const invisible = ['\u200b', '\u200d', '\u202e', '\ufeff']
const control = ['\u0000', '\u0007', '\u001b', '\u0008']

/** Spoils the signs of a text without a change of its words. */
const spoilt = (
  kinds: readonly TextKind[],
  signs: RegExp | readonly string[],
  spoil: (text: string, choice: number) => string,
): Planter => ({
  plant(intent, random) {
    const target = pickOrNull(fieldsOfKind(intent, kinds), random)
    if (target === null) return null
    const text = spoil(target.text, random())
    if (text === target.text) return null
    target.put(text)
    return { intent, pointers: aroundText(target.at) }
  },
  holds: (intent, at) => {
    const text = textAt(intent, at)
    return signs instanceof RegExp ? signs.test(text) : signs.some((sign) => text.includes(sign))
  },
})

export const clarity = defectsOf('clarity', {
  'vague-condition': extended(
    ['description', 'response', 'outcome', 'action'],
    ['where applicable', 'if possible', 'if necessary', 'as required', 'when appropriate'],
  ),
  'vague-quality': written(
    ['description', 'goal', 'response'],
    [
      'It is robust and flexible.',
      'It is state-of-the-art.',
      'It is adequate for most people.',
      'It answers in a timely manner.',
      'It is simple and easy to use.',
    ],
    sentence,
  ),
  'vague-quantity': written(
    ['description', 'response', 'outcome'],
    [
      'It shows a lot of entries.',
      'It keeps several of them.',
      'It waits for a few seconds.',
      'It takes numerous values.',
      'It lists a number of names.',
    ],
    sentence,
  ),
  'hedged-sentence': written(
    ['description', 'response', 'outcome'],
    [
      'It might possibly show a warning.',
      'It probably closes by itself.',
      'Perhaps it lists older entries.',
      'It could maybe be hidden.',
      'It usually works.',
    ],
    sentence,
  ),
  'vague-time': extended(
    ['response', 'outcome', 'goal'],
    ['as soon as possible', 'in the near future', 'at some point', 'quickly', 'after a while'],
  ),
  'vague-state': replaced(['state'], ['some state', 'whatever', 'misc', 'etc.']),
  'vague-actor': replaced(
    ['actor'],
    ['Someone', 'Somebody or other', 'Various users', 'Anyone etc.'],
  ),
  'vague-title': replaced(
    ['title'],
    ['Various improvements', 'Misc stuff', 'Some feature', 'Things to do etc.'],
  ),
  'pronouns-only': replaced(
    ['description', 'response'],
    [
      'It shows it to them when they do that.',
      'This does that with those.',
      'It does what it does there.',
    ],
  ),
  'duplicate-description-respelt': {
    plant(intent, random) {
      const later = 1 + Math.floor(random() * (intent.components.length - 1))
      const first = Math.floor(random() * later)
      const was = intent.components[first]!.description
      intent.components[later]!.description = pick(
        [was.toLowerCase(), was.replace(/\.$/, ''), was.replace(' ', '  '), `${was.slice(0, -1)}!`],
        random,
      )
      return {
        intent,
        pointers: [later, first].flatMap((index) => [
          `/components/${index}/description`,
          `/components/${index}`,
        ]),
      }
    },
    holds: (intent, at) =>
      intent.components.filter(({ description }) => flat(description) === flat(textAt(intent, at)))
        .length > 1,
  },
  'duplicate-goal-respelt': {
    plant(intent, random) {
      const first = Math.floor(random() * intent.goals.length)
      const was = intent.goals[first]!
      const twin = pick([was.toUpperCase(), `${was}.`, was.replace(' ', '  '), `${was} `], random)
      const last = intent.goals.push(twin) - 1
      return { intent, pointers: [`/goals/${last}`, `/goals/${first}`, '/goals'] }
    },
    holds: (intent, at) =>
      intent.goals.filter((goal) => flat(goal) === flat(textAt(intent, at))).length > 1,
  },
  'duplicate-name-respelt': {
    plant(intent, random) {
      const later = 1 + Math.floor(random() * (intent.components.length - 1))
      const first = Math.floor(random() * later)
      const was = intent.components[first]!.name
      const twin = pick(
        [was.toUpperCase(), was.toLowerCase(), `${was} `, was.replace(' ', '  ')],
        random,
      )
      if (twin === was) return null
      intent.components[later]!.name = twin
      return {
        intent,
        pointers: [later, first].flatMap((index) => [
          `/components/${index}/name`,
          `/components/${index}`,
        ]),
      }
    },
    holds: (intent, at) =>
      intent.components.filter(({ name }) => flat(name) === flat(textAt(intent, at))).length > 1,
  },
  'outcome-copies-action': {
    plant(intent, random) {
      const { step, at } = pick(stepsOf(intent), random)
      step.outcome = step.action
      return { intent, pointers: [`${at}/outcome`, `${at}/action`, at] }
    },
    holds: (intent, at) => {
      const step = intent.userFlows[indexIn(at, 'userFlows')]?.steps[indexIn(at, 'steps')]
      return step !== undefined && step.outcome === step.action
    },
  },
  'damaged-signs': spoilt(
    ['description', 'response', 'goal', 'action'],
    /\ufffd|Ã¤|â€™/,
    (text, choice) =>
      choice < 0.4
        ? text.replace(/[aeiou]/, '\ufffd')
        : choice < 0.7
          ? text.replace(/a/, 'Ã¤')
          : text.replace(/ /, ' â€™ '),
  ),
  'invisible-sign-in-name': spoilt(
    ['componentName', 'entityName', 'flowName'],
    invisible,
    (text, choice) => {
      const sign = invisible[Math.floor(choice * 4)]!
      return `${text.slice(0, 2)}${sign}${text.slice(2)}`
    },
  ),
  'control-sign': spoilt(['description', 'action', 'response', 'goal'], control, (text, choice) => {
    const sign = control[Math.floor(choice * 4)]!
    return `${text.slice(0, 9)}${sign}${text.slice(9)}`
  }),
  'word-doubled': spoilt(
    ['description', 'response', 'goal'],
    / (the|a|of|with|and|der|die|den) \1 /,
    (text) => text.replace(/ (the|a|of|with|and|der|die|den) /, ' $1 $1 '),
  ),
  'description-names-the-type': replaced(
    ['description'],
    [
      'A control component.',
      'This is a view.',
      'A container for things.',
      'Generic data component',
      'Utility component used by the system',
    ],
  ),
})
