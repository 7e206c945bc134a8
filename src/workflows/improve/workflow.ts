import { defineWorkflow } from '../../engine/define-workflow.ts'
import { improve } from './definition.ts'

/** Whole applications, built again and again to find out what makes agents better. */
export const workflow = defineWorkflow(improve, {
  about:
    'Did that change to your prompts, rules or model make the agents better or worse? Applications are built from one spec\nwith your set-up (a repository with loopwright.yaml, AGENTS.md, prompts, scripts), scored from 1 to 10 in five dimensions,\nand the set-up is changed only by what you approve, with what each change came to.',
  commands: {
    run: { does: 'build and score one application', load: () => import('./commands/run.ts') },
    start: {
      does: 'build, score and improve the set-up in a loop',
      load: () => import('./commands/start.ts'),
    },
    status: { does: 'show where a run stands', load: () => import('./commands/status.ts') },
    list: { does: 'list all runs', load: () => import('./commands/list.ts') },
    report: {
      does: 'print the report of an iteration',
      load: () => import('./commands/report.ts'),
    },
    score: {
      does: 'give an application a score of your own',
      load: () => import('./commands/score.ts'),
    },
    rollback: { does: 'take an improvement back', load: () => import('./commands/rollback.ts') },
    compare: {
      does: 'find out which of two set-ups is better',
      load: () => import('./commands/compare.ts'),
    },
    metrics: { does: 'show how well both loops do', load: () => import('./commands/metrics.ts') },
    simulate: {
      does: 'try the rules in simulated worlds',
      load: () => import('./commands/simulate.ts'),
    },
  },
  starts: 'start',
  examples: [
    ['loopwright improve run spec.md --setup ../our-agents', 'builds and scores one application'],
    ['loopwright improve start spec.md --setup ../our-agents', 'the supervised loop'],
    ['loopwright improve rollback bookshop i1-2', 'takes one improvement back'],
  ],
})
