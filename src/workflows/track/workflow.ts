import { defineWorkflow } from '../../engine/define-workflow.ts'
import { track } from './definition.ts'

/** Plans of many tasks, executed by any agent and evaluated by specialists. */
export const workflow = defineWorkflow(track, {
  about:
    'Tracks: a spec becomes a plan, the plan becomes commits task by task, specialists evaluate them, and what they find is\nfixed, three times at most. Then the documents of the business are brought up to date. Files as conductor keeps them:\nconductor/tracks/<id>/{spec.md, plan.md, metadata.json, evaluation-report.md}. The commits are on the branch\nloopwright/<id>. Without the loop: loopwright check track <folder>.',
  commands: {
    new: { does: 'start a track from a goal', load: () => import('./commands/new.ts') },
    run: { does: 'go on with a track', load: () => import('./commands/run.ts') },
    status: { does: 'show where a track stands', load: () => import('./commands/status.ts') },
    list: { does: 'list all tracks', load: () => import('./commands/list.ts') },
    'sync-docs': {
      does: 'bring the documents of the business up to date',
      load: () => import('./commands/sync-docs.ts'),
    },
  },
  starts: 'new',
  examples: [
    ['loopwright track new "Let customers export invoices" --spec invoices.md', 'starts a track'],
    ['loopwright track run export-invoices_20260301', 'goes on with it'],
    ['loopwright track sync-docs', 'says where documents and code disagree'],
  ],
})
