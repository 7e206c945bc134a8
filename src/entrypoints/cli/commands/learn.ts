import type { Group } from '../command.ts'

type Look = 'list' | 'show' | 'analyze' | 'compare'
type Decide = 'approve' | 'reject' | 'retire' | 'rollback' | 'propose'

const looking = (name: Look) => async () => ({
  command: (await import('./learn/look.ts'))[name],
})
const deciding = (name: Decide) => async () => ({
  command: (await import('./learn/words.ts'))[name],
})

/** Lessons: what was learned from orders, how sure that is, and what people decide about it. */
export const group: Group = {
  name: 'learn',
  about:
    'Lessons are lines of advice in the prompts of work orders. Each is tried on some orders and left out of others, by a\ncoin; what it does is measured. Only a person takes one into the prompt for good.',
  commands: {
    list: {
      does: 'list all lessons and what is known of them',
      load: looking('list'),
    },
    show: {
      does: 'explain one lesson: words, numbers and a plot',
      load: looking('show'),
    },
    approve: {
      does: 'take a lesson into the prompt',
      load: deciding('approve'),
    },
    reject: {
      does: 'leave a lesson beside the prompt; it goes on being tried',
      load: deciding('reject'),
    },
    retire: { does: 'take a lesson out of use for good', load: deciding('retire') },
    rollback: {
      does: 'put the prompt before this one in use again',
      load: deciding('rollback'),
    },
    'compare-prompts': {
      does: 'find out which of two prompts is better',
      load: looking('compare'),
    },
    propose: { does: 'write a lesson yourself', load: deciding('propose') },
    analyze: {
      does: 'look at all lessons and do what the evidence asks for',
      load: looking('analyze'),
    },
    simulate: {
      does: 'try the rules for lessons in made-up worlds',
      load: () => import('./learn/simulate.ts'),
    },
  },
  examples: [
    ['loopwright learn list', 'where every lesson stands'],
    ['loopwright learn show TS2304', 'the evidence of one lesson'],
    ['loopwright learn analyze', 'once a week, by hand or by a timer'],
    ['loopwright learn approve TS2304 --by ada', 'only a person does this'],
  ],
}
