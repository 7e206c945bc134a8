import { noiseOf } from '../analysis.ts'
import { inverse, narrowed } from '../edits.ts'
import type { Analysis, Proposal } from '../events.ts'
import { type ImproveRun, type Improvement, lastOf, scoreOf } from '../state.ts'
import { sentences } from './sentences.ts'
import { settingsFor } from './settings.ts'

const guide = 'AGENTS.md'

/** Proposals by code alone: what made things worse is taken back, then what is measured to be a cause is met, each by one change. */
export function proposeOffline(
  run: ImproveRun,
  files: ReadonlyMap<string, string>,
): readonly Proposal[] {
  const causes = [...(lastOf(run)?.analysis?.root_causes ?? [])].toSorted(
    (one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity),
  )
  const text = files.get(guide) ?? null
  const all = causes.flatMap((cause) => toldAgainst(run, cause, text))
  // a file can be made only once
  const proposals = all.filter(
    (each, at) => text !== null || each.lesson !== null || at === all.findIndex(isInGuide),
  )
  const last = lastOf(run)
  const settings = (last === undefined ? [] : settingsFor(last, files)).filter(
    ({ description }) => !wasTaken(run, description),
  )
  // one of each kind before a second one of the same
  const [first, ...rest] = proposals
  return [...undoing(run), ...(first === undefined ? [] : [first]), ...settings, ...rest]
}

const isInGuide = ({ lesson }: Proposal): boolean => lesson === null

type Cause = Analysis['root_causes'][number]

const leastForLesson = 2

/** Against failures that repeat a lesson, which is tried by a coin in work orders; against all else a sentence in the guide. */
function toldAgainst(run: ImproveRun, cause: Cause, text: string | null): readonly Proposal[] {
  const { root_cause, issue, evidence } = cause
  const sentence = sentences[root_cause]
  if (sentence === undefined || wasTried(run, root_cause)) return []
  const failed = lastOf(run)?.analysis?.failures[root_cause] ?? 0
  const isSaid = text?.includes(sentence) === true
  const isLesson = failed >= leastForLesson || (isSaid && failed > 0)
  if (isLesson ? wasTaught(run, root_cause) : isSaid) return []
  return [
    {
      type: typeOf[root_cause] ?? 'prompt_tuning',
      description: isLesson
        ? `Teach work orders: "${sentence}"`
        : `Tell agents in ${guide}: "${sentence}"`,
      cause: root_cause,
      rationale: `${issue}. ${evidence.slice(0, 2).join(' · ')}`.slice(0, 4_000),
      testing_plan: isLesson
        ? 'Half of the work orders get it, by a coin: loopwright learn show.'
        : 'The next iteration is built with it; its score and its orders are held against this one.',
      rollback_plan: 'The sentence is taken out again: loopwright improve rollback.',
      expected_impact: `${failed > 0 ? 'fewer orders with' : 'a higher score for'} ${root_cause.replaceAll('_', ' ')}; how much is not known before it was measured`,
      risks: ['longer prompts leave less room for the task'],
      estimated_effort_minutes: 5,
      changes: isLesson ? [] : [narrowed(withSentence(text, root_cause))],
      lesson: isLesson ? { error_code: root_cause, text: sentence } : null,
      undoes: null,
    },
  ]
}

const typeOf: Readonly<Record<string, Proposal['type']>> = {
  contract_violation: 'contract_addition',
  dependency_missing: 'dependency_fix',
}

const wasTaught = ({ improvements }: ImproveRun, cause: string): boolean =>
  improvements.some(({ proposal }) => proposal.lesson?.error_code === cause)

const wasTaken = ({ improvements }: ImproveRun, description: string): boolean =>
  improvements.some(({ proposal }) => proposal.description === description)

/** A section of its own for each cause, so that sentences against several can be approved together. */
const withSentence = (text: string | null, cause: string): Proposal['changes'][number] => {
  const title = cause.replaceAll('_', ' ')
  const section = `## ${title.charAt(0).toUpperCase()}${title.slice(1)}\n\n- ${sentences[cause]}\n`
  return text === null
    ? { path: guide, before: null, after: `# Rules for agents\n\n${section}` }
    : { path: guide, before: text, after: `${text.trimEnd()}\n\n${section}` }
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
