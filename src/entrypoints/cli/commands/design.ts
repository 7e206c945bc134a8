import type { Group } from '../command.ts'

/** Everything about one feature's design, from requirements to FROZEN.md. */
export const group: Group = {
  name: 'design',
  about:
    'Turns the requirements of a feature into a design that rules have judged and a person has approved,\nand freezes it. The common verbs (resume, stop, history, report, diff, verify …) work on features too.',
  commands: {
    start: { does: 'start a run from requirements', load: () => import('./design/start.ts') },
    status: { does: 'show where a feature is', load: () => import('./design/status.ts') },
    approve: {
      does: 'approve the candidate and freeze it',
      load: () => import('./design/approve.ts'),
    },
    reject: {
      does: 'send the candidate back with feedback',
      load: () => import('./design/reject.ts'),
    },
    abort: { does: 'end the run at the gate', load: () => import('./design/abort.ts') },
    reset: { does: 'go back to IDLE after FAILED', load: () => import('./design/reset.ts') },
    verify: {
      does: 'prove that a design is what was approved',
      load: () => import('./design/verify.ts'),
    },
    unfreeze: {
      does: 'record that people unfroze a design',
      load: () => import('./design/unfreeze.ts'),
    },
    list: { does: 'list all features', load: () => import('./design/list.ts') },
  },
  examples: [
    [
      'loopwright design start clinic-appointments requirements.md',
      'draft, judge and refine, up to the gate',
    ],
    ['loopwright design approve clinic-appointments', 'freeze what was judged'],
    ['loopwright design verify clinic-appointments', 'prove that nobody changed it'],
  ],
}
