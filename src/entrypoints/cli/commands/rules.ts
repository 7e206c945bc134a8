import type { Group } from '../command.ts'

/** What work is held to: the built-in rules, and those that a user writes. */
export const group: Group = {
  name: 'rules',
  about:
    'Rules say what work is held to. Built-in ones block only where they have earned it on published work; rules of your own\nlie in loopwright.rules.yaml and do what you say. docs/rules.md shows how to write one.',
  commands: {
    list: { does: 'list the rules about a kind of work', load: () => import('./rules/list.ts') },
    explain: {
      does: 'what a rule asks, by example, and what it may do',
      load: () => import('./rules/explain.ts'),
    },
    new: { does: 'write a rule to begin with', load: () => import('./rules/new.ts') },
    test: {
      does: 'try your rules on their examples and on your files',
      load: () => import('./rules/test.ts'),
    },
    label: {
      does: 'say whether a finding of your rule is right',
      load: () => import('./rules/label.ts'),
    },
  },
  examples: [
    ['loopwright rules list change', 'what changes of code are held to'],
    ['loopwright rules explain integrity/test-skipped', 'one rule, by example'],
    ['loopwright rules new shop/price-has-currency --on page', 'a rule of your own'],
    ['loopwright rules test', 'whether your rules behave, and what they find'],
  ],
}
