import { defineWorkflow } from '../../engine/define-workflow.ts'
import { gan } from './definition.ts'

export const workflow = defineWorkflow(gan, {
  about:
    'Builds a web page in a loop of builder against evaluator, judged by gates that look at the page in a browser.\nThe common verbs (resume, status, stop, answer, report, verify, save …) work on its runs too.',
  commands: {
    start: {
      does: 'build the page of a BRIEF until it passes',
      load: () => import('./commands/start.ts'),
    },
    import: {
      does: 'import a design bundle (ZIP or HTML)',
      load: () => import('./commands/import.ts'),
    },
  },
  starts: 'start',
  examples: [
    ['loopwright gan start landing', 'landing/BRIEF.md, copy.json, tokens.json, brand/'],
    ['loopwright gan start landing --level thorough', 'with a sprint contract for every iteration'],
    ['loopwright gan import bundle.zip landing', 'tokens, components and copy of a design bundle'],
  ],
})
