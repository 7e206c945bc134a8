// For measuring only. A rule that is tuned on these classes takes away what they tell.
import { defectsOf, pick, pickOrNull, textAt, valueAt } from '../plant.ts'
import { fieldsOfKind, replaced, sentence, written } from '../texts.ts'

const cut = /(?: the| and| a| of| to| with| for| such as| including:)$/

export const completeness = defectsOf('completeness', {
  'see-above': replaced(
    ['description', 'action', 'response', 'outcome'],
    ['Same as above.', 'See above', 'ditto', 'As above.', 'See requirements', 'same as before'],
  ),
  'coming-soon': replaced(
    ['description', 'goal', 'response'],
    ['Coming soon', 'Work in progress', 'WIP', 'To follow.', 'Pending', 'Will be added later.'],
  ),
  'unfinished-sentence': {
    plant(intent, random) {
      const long = fieldsOfKind(intent, ['description', 'response', 'goal']).filter(
        ({ text }) => text.split(' ').length > 7,
      )
      const target = pickOrNull(long, random)
      if (target === null) return null
      const start = target.text.split(' ').slice(0, 5).join(' ')
      target.put(`${start} ${pick(['the', 'and', 'such as', 'including:', 'with', 'for'], random)}`)
      const owner = target.at.startsWith('/goals') ? [] : [target.at.replace(/\/\w+$/, '')]
      return { intent, pointers: [target.at, ...owner] }
    },
    holds: (intent, at) => cut.test(textAt(intent, at)),
  },
  gibberish: replaced(
    ['description', 'goal', 'action', 'response'],
    ['asdf', 'asdf asdf asdf', 'qwerty', 'blah blah blah', 'xxx', 'foo bar baz', 'test test test'],
  ),
  'schema-word-left': replaced(
    ['description', 'goal', 'action', 'response'],
    [
      'string',
      'description',
      'text',
      'String (required)',
      '"description"',
      'component description',
    ],
  ),
  'answer-of-a-model-left': replaced(
    ['description', 'goal', 'response'],
    [
      'As an AI language model, I cannot say what this component does.',
      'Sure! Here is a description of the component:',
      "I'm sorry, but I don't have enough context to describe this.",
      'Here is the updated description you asked for:',
    ],
  ),
  'open-question': written(
    ['description', 'response', 'goal', 'outcome'],
    [
      'Should this also list older entries?',
      'Do we need a limit here?',
      'Is this still required?',
      'Which format do we want?',
    ],
    sentence,
  ),
  'placeholder-actor': replaced(['actor'], ['TBD', '???', 'Actor 1', '{{actor}}', 'N/A', '...']),
  'placeholder-state': replaced(['state'], ['TBD', 'state1', '…', '???', '{{state}}']),
  'placeholder-in-brackets': written(
    ['description', 'response', 'action'],
    ['<<to be filled>>', '[describe the limits]', '(add more detail here)', '{fill in}'],
    sentence,
  ),
  'only-a-number': replaced(['description', 'goal', 'response'], ['1', '42', '1234', '0', '1.']),
  'empty-states': {
    plant(intent, random) {
      const one = pickOrNull(
        intent.interactions.filter(({ states = [] }) => states.length > 0),
        random,
      )
      if (one === null) return null
      one.states = [' ', ...one.states!.slice(1)]
      const at = `/interactions/${intent.interactions.indexOf(one)}`
      return { intent, pointers: [`${at}/states/0`, `${at}/states`, at] }
    },
    holds: (intent, at) => {
      const state = valueAt(intent, at)
      return typeof state === 'string' && state.trim() === ''
    },
  },
  'placeholder-step': replaced(
    ['action'],
    ['The user does step 1', 'Step description', 'Action 3', 'User action here', 'Do something'],
  ),
})
