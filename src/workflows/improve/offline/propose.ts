import { noiseOf } from '../analysis.ts'
import { inverse } from '../edits.ts'
import type { Proposal } from '../events.ts'
import { type ImproveRun, type Improvement, lastOf, scoreOf } from '../state.ts'
import { sentences } from './sentences.ts'

const guide = 'AGENTS.md'
const heading = '## What agents must keep to'

/** Proposals by code alone: what made things worse is taken back, then one sentence for each cause that has one. */
export function proposeOffline(
  run: ImproveRun,
  files: ReadonlyMap<string, string>,
): readonly Proposal[] {
  const causes = [...(lastOf(run)?.analysis?.root_causes ?? [])].toSorted(
    (one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity),
  )
  const added = causes.flatMap(({ root_cause, issue, evidence }) => {
    const sentence = sentences[root_cause]
    const text = files.get(guide) ?? null
    if (sentence === undefined || text?.includes(sentence) === true || wasTried(run, root_cause))
      return []
    return [
      {
        type: 'prompt_tuning' as const,
        description: `Tell agents in ${guide}: "${sentence}"`,
        cause: root_cause,
        rationale: `${issue}. ${evidence.slice(0, 2).join(' · ')}`.slice(0, 4_000),
        testing_plan:
          'The next iteration is built with it; its score and its orders are held against this one.',
        rollback_plan: 'The sentence is taken out again: loopwright improve rollback.',
        expected_impact: `fewer orders with ${root_cause.replaceAll('_', ' ')}; how much is not known before it was measured`,
        risks: ['longer prompts leave less room for the task'],
        estimated_effort_minutes: 5,
        changes: [withSentence(text, sentence)],
        lesson: null,
        undoes: null,
      },
    ]
  })
  return [...undoing(run), ...added]
}

const withSentence = (text: string | null, sentence: string): Proposal['changes'][number] => {
  if (text === null)
    return {
      path: guide,
      before: null,
      after: `# Rules for agents\n\n${heading}\n\n- ${sentence}\n`,
    }
  return text.includes(`${heading}\n`)
    ? { path: guide, before: text, after: `${text.trimEnd()}\n- ${sentence}\n` }
    : { path: guide, before: text, after: `${text.trimEnd()}\n\n${heading}\n\n- ${sentence}\n` }
}

/** What was tried for a cause and taken back is not tried again. */
const wasTried = ({ improvements }: ImproveRun, cause: string): boolean =>
  improvements.some(({ proposal, rolledBack }) => proposal.cause === cause && rolledBack !== null)

const severities = ['high', 'medium', 'low']

const gainOf = (run: ImproveRun, { from }: Improvement): number | null => {
  const [before, after] = [from, from + 1].map((number) =>
    run.iterations.find((each) => each.number === number),
  )
  const [one, other] = [before && scoreOf(before), after && scoreOf(after)]
  return one == null || other == null ? null : other - one
}

/** What was applied before the last iteration and came with a lower score than chance explains is taken back. */
function undoing(run: ImproveRun): readonly Proposal[] {
  const last = lastOf(run)
  const noise = noiseOf(run.iterations) ?? 0
  return run.improvements
    .filter(
      ({ from, status, rolledBack }) =>
        status === 'applied' && rolledBack === null && from + 1 === last?.number,
    )
    .flatMap((improvement) => {
      const gain = gainOf(run, improvement)
      if (gain === null || gain >= -noise) return []
      const { id, proposal } = improvement
      return [
        {
          ...proposal,
          type: 'config_change' as const,
          description: `Take back ${id}: ${proposal.description}`.slice(0, 500),
          rationale: `The score fell by ${Math.round(-gain * 10) / 10} after it was applied.`,
          expected_impact: 'the score of before',
          risks: ['the fall may have another cause: one application each says little'],
          changes: [...inverse(proposal.changes)],
          lesson: null,
          undoes: id,
        },
      ]
    })
}
