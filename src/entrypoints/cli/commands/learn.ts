import type { Group } from '../command.ts'

/** Lessons: what was learned from orders, how sure that is, and what people decide about it. */
export const group: Group = {
  name: 'learn',
  about:
    'Lessons are lines of advice in the prompts of work orders. Each is tried on some orders and left out of others, by a\ncoin; what it does is measured. Only a person takes one into the prompt for good.',
  commands: {
    list: {
      does: 'list all lessons and what is known of them',
      load: () => import('./learn/list.ts'),
    },
    show: {
      does: 'explain one lesson: words, numbers and a plot',
      load: () => import('./learn/show.ts'),
    },
    approve: {
      does: 'take a lesson into the prompt',
      load: () => import('./learn/approve.ts'),
    },
    reject: {
      does: 'leave a lesson beside the prompt; it goes on being tried',
      load: () => import('./learn/reject.ts'),
    },
    retire: { does: 'take a lesson out of use for good', load: () => import('./learn/retire.ts') },
    rollback: {
      does: 'put the prompt before this one in use again',
      load: () => import('./learn/rollback.ts'),
    },
    'compare-prompts': {
      does: 'find out which of two prompts is better',
      load: () => import('./learn/compare-prompts.ts'),
    },
    propose: { does: 'write a lesson yourself', load: () => import('./learn/propose.ts') },
    analyze: {
      does: 'look at all lessons and do what the evidence asks for',
      load: () => import('./learn/analyze.ts'),
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
