import type { Obligation, Verdict } from '../../model/obligation.ts'
import { decidedByPerson, statusOf, verdictOf, withStatus } from '../../obligations/verdict.ts'
import type { Evaluated, TrackRun } from './state.ts'

type Judged = Pick<TrackRun, 'decided'> & { readonly evaluated: Evaluated }

/** Everything that must hold for the track as it was evaluated, with what people decided of it in that very commit. */
export function obligationsOf({ evaluated, decided }: Judged): readonly Obligation[] {
  const words = new Map(
    decided
      .filter(({ commit }) => commit === evaluated.commit)
      .map(({ id, statement, met, by }) => [`${id} ${statement}`, { isMet: met, by }]),
  )
  return evaluated.obligations.map((each) => {
    const word = words.get(`${each.id} ${each.statement}`)
    if (word === undefined || statusOf(each, evaluated) !== 'undecided') return each
    return decidedByPerson({ ...each, subject: evaluated.commit }, word)
  })
}

export const trackVerdict = (run: Judged): Verdict['verdict'] =>
  verdictOf(obligationsOf(run), run.evaluated).verdict

/** What a person is asked to decide. */
export const openObligations = (run: Judged): readonly Obligation[] =>
  withStatus(obligationsOf(run), 'undecided', run.evaluated).filter(
    ({ weight }) => weight === 'must',
  )

/** What the fixer is told: what evaluators want fixed, and what a person did not find there. */
export const issuesOf = (run: Judged): readonly string[] => [
  ...run.evaluated.failureItems,
  ...obligationsOf(run)
    .filter(({ decided_by, status }) => decided_by === 'person' && status === 'unmet')
    .map(({ statement, reason }) => `${statement} (${reason})`),
]
