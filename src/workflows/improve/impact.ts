import { dimensionChanges, noiseOf, tenths } from './analysis.ts'
import { baselineOf } from './autonomy.ts'
import { type ImproveRun, type Improvement, scoreOf } from './state.ts'

/** What was applied at the same time, itself among it. What only takes something back changes nothing against the baseline. */
export const appliedWith = (
  { improvements }: ImproveRun,
  { from, proposal }: Improvement,
): readonly Improvement[] =>
  improvements.filter(
    (each) =>
      each.from === from &&
      each.status === 'applied' &&
      (proposal.undoes !== null || each.proposal.undoes === null),
  )

/** What made the exam easier that an application was held to, by name. */
export const easedFor = (
  { improvements }: Pick<ImproveRun, 'improvements'>,
  number: number,
): readonly string[] =>
  improvements
    .filter(
      ({ from, status, proposal, rolledBack }) =>
        status === 'applied' &&
        proposal.easier.length > 0 &&
        from < number &&
        (rolledBack === null || rolledBack.after >= number),
    )
    .map(({ id }) => id)

/** What an improvement came to, as far as that is known: the next iteration against the one it was made for. */
export function actualImpact(run: ImproveRun, improvement: Improvement): string | null {
  const { from, status, proposal, rolledBack, reason, differences = [] } = improvement
  if (status !== 'applied') return null
  // taking something back is held against what was built with it
  const before =
    proposal.undoes === null
      ? baselineOf(run, from)
      : run.iterations.find(({ number }) => number === from)
  const after = run.iterations.find(({ number }) => number === from + 1)
  const [one, other] = [before && scoreOf(before), after && scoreOf(after)]
  if (before === undefined || after === undefined || one == null || other == null) return null
  const beside = appliedWith(run, improvement)
  const eased = beside.flatMap(({ id, proposal: { easier } }) =>
    id === improvement.id || easier.length === 0 ? [] : id,
  )
  const isMixed = (before.human === null) !== (after.human === null)
  const noise = noiseOf(
    run.iterations.filter(({ human }) => (human === null) === (after.human === null)),
  )
  const by = tenths(other - one)
  const sign = (value: number) => `${value > 0 ? '+' : ''}${value}`
  const dimensions = dimensionChanges(before, after)
    .filter((each) => each.by !== 0)
    .map((each) => `${each.name.replaceAll('_', ' ')} ${sign(each.by)}`)
  return [
    `score ${one} to ${other} (${sign(by)})${dimensions.length === 0 ? '' : `: ${dimensions.join(', ')}`}`,
    ...(proposal.easier.length === 0
      ? []
      : [`the exam was made easier (${proposal.easier.join('; ')}), so this is no gain`]),
    ...(eased.length === 0
      ? []
      : [
          `the exam was made easier at the same time (${eased.join(', ')}), so a gain may be no gain`,
        ]),
    ...(beside.length > 1
      ? [`together with ${beside.length - 1} other applied at the same time`]
      : []),
    differences.length > 0
      ? reason
      : isMixed
        ? 'a score of a person beside a computed one: what differs may be who scored'
        : noise === null
          ? 'one application each: whether this is chance is not known'
          : Math.abs(by) <= noise
            ? `no more than scores of the same set-up lie apart (${noise})`
            : `more than scores of the same set-up lie apart (${noise})`,
    ...(rolledBack === null ? [] : [`rolled back by ${rolledBack.by}: ${rolledBack.reason}`]),
  ].join('; ')
}
