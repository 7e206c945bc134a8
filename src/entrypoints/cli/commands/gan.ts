import type { Group } from '../command.ts'

/** Everything about one page, from its BRIEF to a page that passes. */
export const group: Group = {
  name: 'gan',
  about:
    'Builds a web page in a loop of builder against evaluator, judged by gates that look at the page in a browser.\nThe common verbs (resume, status, stop, answer, report, verify, save …) work on its runs too.',
  commands: {
    start: {
      does: 'build the page of a BRIEF until it passes',
      load: () => import('./gan/start.ts'),
    },
    import: {
      does: 'take a design bundle in (ZIP or HTML)',
      load: () => import('./gan/import.ts'),
    },
  },
  examples: [
    ['loopwright gan start landing', 'landing/BRIEF.md, copy.json, tokens.json, brand/'],
    ['loopwright gan start landing --level thorough', 'with a sprint contract for every iteration'],
    ['loopwright gan import bundle.zip landing', 'tokens, components and copy of a design bundle'],
  ],
}
