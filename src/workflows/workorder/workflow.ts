import { defineWorkflow } from '../../engine/define-workflow.ts'
import { workorder } from './definition.ts'

/** One code change at a time, from a title to a branch that was measured. */
export const workflow = defineWorkflow(workorder, {
  about:
    'Code changes that are accepted by measurement: each order is worked on in a git worktree of its own, compiled, built,\ntested, linted and held against what was there before. The result is a branch and a patch; nothing is pushed.\nThe common verbs (resume, status, stop, answer, report, verify, save …) work on orders too.',
  commands: {
    plan: {
      does: 'make orders of a technical specification',
      load: () => import('./commands/plan.ts'),
    },
    add: { does: 'add one order', load: () => import('./commands/add.ts') },
    run: { does: 'work on an order, or on all', load: () => import('./commands/run.ts') },
    queue: {
      does: 'list what needs review, the lowest score first',
      load: () => import('./commands/queue.ts'),
    },
    rework: {
      does: 'go on with a change that needs review',
      load: () => import('./commands/rework.ts'),
    },
    trial: { does: 'try a proposer on harder orders', load: () => import('./commands/trial.ts') },
    tune: {
      does: 'suggest weights of complexity from how orders went',
      load: () => import('./commands/tune.ts'),
    },
  },
  starts: 'add',
  examples: [
    ['loopwright workorder plan spec.md', 'shows the orders and adds them'],
    ['loopwright workorder run --all', 'works on each, in the order of the plan'],
    ['loopwright workorder add "Parse dates" --file order.yaml', 'one order'],
    [
      'loopwright workorder rework wo3 --feedback "cover the error path"',
      'once more, with your reason',
    ],
  ],
})
