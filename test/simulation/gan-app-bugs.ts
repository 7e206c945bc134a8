import type { Evaluation } from '../../src/workflows/gan/events.ts'
import { ganMachine } from '../../src/workflows/gan/machine.ts'
import { mistakesIn, type PlantedBug } from './mistakes.ts'

const { decide } = ganMachine
const { bug, folding } = mistakesIn(ganMachine, 'gan-app')

/** A judgement that is changed before the run hears of it. */
const judging = (
  change: (judged: Evaluation) => Evaluation,
): Pick<typeof ganMachine, 'decide'> => ({
  decide: (state, command) =>
    decide(
      state,
      command.type === 'record-evaluation'
        ? { ...command, evaluation: change(command.evaluation) }
        : command,
    ),
})

/** Mistakes that show only where real steps meet the world. */
export const ganAppBugs: readonly PlantedBug[] = [
  {
    name: 'agents of a page are asked again instead of their answers kept',
    law: 'law-2',
    level: 'gan-app',
    bugs: { workspace: { forgetsAnswers: true } },
  },
  {
    name: 'two projects take one number',
    law: 'law-count',
    level: 'gan-app',
    bugs: { workspace: { locksNothing: true } },
  },
  bug(
    'a report is written over that of the iteration before',
    'law-1',
    folding((next, event, before) =>
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
  ),
  bug(
    'a regression costs nothing',
    'law-score',
    judging((judged) =>
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
  ),
  bug(
    'evidence is not looked up',
    'law-3',
    judging((judged) => ({
      ...judged,
      verdicts: judged.verdicts.map((verdict) =>
        verdict.reason.startsWith('UNVERIFIED') ? { ...verdict, passed: true } : verdict,
      ),
    })),
  ),
  bug(
    'what was not looked at has passed',
    'law-3',
    judging((judged) =>
      judged.limitation === null ? judged : { ...judged, mustPassFailures: [] },
    ),
  ),
  bug(
    'a retry hears what was said before',
    'law-6',
    folding((next, event, before) =>
      event === 'gate_answered' ? { ...next, retried: before.retried } : next,
    ),
  ),
]
