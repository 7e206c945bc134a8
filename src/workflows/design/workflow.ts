import { defineWorkflow } from '../../engine/define-workflow.ts'
import { design } from './definition.ts'

export const workflow = defineWorkflow(design, {
  about:
    'Turns the requirements of a feature into a design that rules have judged and a person has approved,\nand freezes it. The common verbs (resume, stop, history, report, diff, verify …) work on features too.',
  commands: {
    start: { does: 'start a run from requirements', load: () => import('./commands/start.ts') },
    status: { does: 'show where a feature is', load: () => import('./commands/status.ts') },
    approve: {
      does: 'approve the candidate and freeze it',
      load: () => import('./commands/approve.ts'),
    },
    reject: {
      does: 'send the candidate back with feedback',
      load: () => import('./commands/reject.ts'),
    },
    abort: { does: 'end the run at the gate', load: () => import('./commands/abort.ts') },
    reset: { does: 'go back to IDLE after FAILED', load: () => import('./commands/reset.ts') },
    verify: {
      does: 'prove that a design is what was approved',
      load: () => import('./commands/verify.ts'),
    },
    unfreeze: {
      does: 'record that people unfroze a design',
      load: () => import('./commands/unfreeze.ts'),
    },
    list: { does: 'list all features', load: () => import('./commands/list.ts') },
  },
  starts: 'start',
  examples: [
    [
      'loopwright design start clinic-appointments requirements.md',
      'draft, judge and refine, up to the gate',
    ],
    ['loopwright design approve clinic-appointments', 'freeze what was judged'],
    ['loopwright design verify clinic-appointments', 'prove that nobody changed it'],
  ],
})
