import type { Evaluation } from '../../src/workflows/gan/events.ts'
import { ganMachine } from '../../src/workflows/gan/machine.ts'
import { folding, type GanBug, type Machine } from './gan-bugs.ts'

const { decide } = ganMachine

/** A judgement that is changed before the run hears of it. */
const judging = (change: (judged: Evaluation) => Evaluation): Partial<Machine> => ({
  decide: (state, command) =>
    decide(
      state,
      command.type === 'record-evaluation'
        ? { ...command, evaluation: change(command.evaluation) }
        : command,
    ),
})

/** Mistakes that show only where real steps meet the world. */
export const ganAppBugs: readonly GanBug[] = [
  {
    name: 'agents of a page are asked again instead of their answers kept',
    law: 'law-2',
    level: 'gan-app',
    from: 122,
    bugs: { house: { forgetsAnswers: true } },
  },
  {
    name: 'two projects take one number',
    law: 'law-count',
    level: 'gan-app',
    from: 16,
    bugs: { house: { locksNothing: true } },
  },
  {
    name: 'a report is written over that of the iteration before',
    law: 'law-1',
    level: 'gan-app',
    gan: folding((next, event, before) =>
      event === 'evaluated'
        ? {
            ...next,
            evaluations: next.evaluations.map((each) =>
              each.iteration === before.iteration && before.iteration > 1
                ? { ...each, iteration: before.iteration - 1 }
                : each,
            ),
          }
        : next,
    ),
  },
  {
    name: 'a regression costs nothing',
    law: 'law-score',
    level: 'gan-app',
    gan: judging((judged) =>
      judged.regressions.length === 0
        ? judged
        : {
            ...judged,
            scores: {
              'Design Quality': Math.min(1, judged.scores['Design Quality'] + 0.25),
              Originality: Math.min(1, judged.scores.Originality + 0.25),
              Completeness: Math.min(1, judged.scores.Completeness + 0.25),
              Functionality: Math.min(1, judged.scores.Functionality + 0.25),
            },
          },
    ),
  },
  {
    name: 'evidence is not looked up',
    law: 'law-3',
    level: 'gan-app',
    gan: judging((judged) => ({
      ...judged,
      verdicts: judged.verdicts.map((verdict) =>
        verdict.reason.startsWith('UNVERIFIED') ? { ...verdict, passed: true } : verdict,
      ),
    })),
  },
  {
    name: 'what was not looked at has passed',
    law: 'law-3',
    level: 'gan-app',
    from: 19,
    gan: judging((judged) =>
      judged.limitation === null ? judged : { ...judged, mustPassFailures: [] },
    ),
  },
  {
    name: 'a retry hears what was said before',
    law: 'law-6',
    level: 'gan-app',
    from: 109,
    gan: folding((next, event, before) =>
      event === 'gate_answered' ? { ...next, retried: before.retried } : next,
    ),
  },
]
