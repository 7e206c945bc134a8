import type { Obligation } from '../../src/model/obligation.ts'
import { ok } from '../../src/model/result.ts'
import { reflexMachine } from '../../src/workflows/reflex/machine.ts'
import { designBugs } from './design-bugs.ts'
import { ganAppBugs } from './gan-app-bugs.ts'
import { ganBugs } from './gan-bugs.ts'
import { improveBugs } from './improve-bugs.ts'
import { mistakesIn, type PlantedBug } from './mistakes.ts'
import { orderBugs } from './order-bugs.ts'
import { trackBugs } from './track-bugs.ts'

const { decide } = reflexMachine
const { bug, folding, believing, retold } = mistakesIn(reflexMachine, 'reflex')

/** Turns the results of an evaluation into something else before the machine sees them. */
const withResults = (
  change: (details: string) => boolean,
): Pick<typeof reflexMachine, 'decide'> => ({
  decide: (state, command) => {
    if (command.type !== 'record-evaluation') return decide(state, command)
    const results = command.results.map((result) =>
      change(result.details) ? { ...result, verdict: 'pass' as const } : result,
    )
    return decide(state, { ...command, results })
  },
})

const asMet = (each: Obligation): Obligation =>
  each.status === 'undecided'
    ? { ...each, status: 'met', evidence: [{ text: 'none' }], self_reported: false }
    : each

/** Mistakes that people really make in such engines, each with the law it breaks. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'the journal is not synced',
    law: 'law-2',
    level: 'reflex',
    bugs: { disk: { dropsAppendSync: true } },
  },
  {
    name: 'a torn tail is left in the journal',
    law: 'law-2',
    level: 'reflex',
    bugs: { disk: { keepsTornTail: true } },
  },
  {
    name: 'run.json is shown before the event is appended',
    law: 'law-1',
    level: 'reflex',
    bugs: { workspace: { showsBeforeAppend: true } },
  },
  {
    name: 'artifact versions are not synced',
    law: 'law-9',
    level: 'reflex',
    bugs: { disk: { dropsBlobSync: true } },
  },
  {
    name: 'a report on an older state is taken',
    law: 'law-10',
    level: 'reflex',
    bugs: { workspace: { ignoresSeen: true } },
  },
  {
    name: 'the lock locks nothing',
    law: 'law-10',
    level: 'reflex',
    bugs: { workspace: { locksNothing: true } },
  },
  {
    name: 'a run that is opened again forgets when it was closed',
    law: 'law-time',
    level: 'reflex',
    bugs: { workspace: { forgetsTime: true } },
  },
  {
    name: 'a snapshot keeps no times',
    law: 'law-1',
    level: 'reflex',
    bugs: { workspace: { snapshotsWithoutTime: true } },
  },
  {
    name: 'a decision can be overwritten',
    law: 'law-6',
    level: 'app',
    bugs: { disk: { overwritesDecisions: true } },
  },
  { name: 'a run confirms itself', law: 'law-6', level: 'reflex', bugs: { confirmsItself: true } },
  {
    name: 'answers are asked for again instead of kept',
    law: 'law-2',
    level: 'app',
    bugs: { workspace: { forgetsAnswers: true } },
  },
  bug('undecided counts as met', 'law-13', {
    decide: (state, command) => {
      if (command.type !== 'record-evaluation' || command.obligations === undefined)
        return decide(state, command)
      const { obligations } = command
      const decided = decide(state, { ...command, obligations: obligations.map(asMet) })
      return retold(decided, 'evaluation_done', { obligations })
    },
  }),
  bug(
    'an errored check counts as a pass',
    'law-4',
    withResults((details) => details.startsWith('check error')),
    { level: 'app' },
  ),
  bug(
    'a check that cannot fail satisfies a rule',
    'law-5',
    withResults((details) => details.startsWith('vacuous')),
    { level: 'app' },
  ),
  bug(
    "the agent's word is a verdict",
    'law-3',
    withResults((details) => details.includes('occurs 0 times')),
    { level: 'app' },
  ),
  bug(
    'what was spent is forgotten on the way',
    'law-7',
    folding((next, event) =>
      event === 'iteration_advanced' ? { ...next, spent: { ...next.spent, tokens: 0 } } : next,
    ),
  ),
  bug(
    'one iteration too many',
    'law-7',
    believing((state) => ({
      ...state,
      setup: { ...state.setup, max_iterations: state.setup.max_iterations + 1 },
    })),
  ),
  bug(
    'the threshold sinks while the run goes on',
    'law-8',
    folding((next, event) => {
      if (event !== 'iteration_advanced') return next
      const { criteria } = next.setup
      const phase = { ...criteria.phase, A: { ...criteria.phase.A, threshold: 0.1 } }
      return { ...next, setup: { ...next.setup, criteria: { ...criteria, phase } } }
    }),
  ),
  bug(
    'the best version is forgotten for the last',
    'law-9',
    folding((next, event) =>
      event === 'evaluation_done' && next.best !== null && next.artifact !== null
        ? { ...next, best: { ...next.best, hash: next.artifact } }
        : next,
    ),
  ),
  bug('a limit is called success', 'law-stop', {
    decide: (state, command) => {
      const decided = decide(state, command)
      if (!decided.ok) return decided
      return ok(
        decided.value.map((fact) =>
          fact.event === 'stopped' && fact.payload['code'] === 'iteration_limit'
            ? {
                ...fact,
                payload: { ...fact.payload, code: 'no_major_issues', status: 'completed' },
              }
            : fact,
        ),
      )
    },
  }),
  ...designBugs,
  ...ganBugs,
  ...ganAppBugs,
  ...orderBugs,
  ...trackBugs,
  ...improveBugs,
]

/** Runs something with a bug, which is gone again afterwards. */
export async function withBug<Value>(
  { plant }: PlantedBug,
  run: () => Promise<Value>,
): Promise<Value> {
  const pull = plant?.()
  try {
    return await run()
  } finally {
    pull?.()
  }
}
