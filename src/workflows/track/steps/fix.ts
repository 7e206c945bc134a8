import type { z } from 'zod'
import { failedPhase } from '../../../asking/outcome.ts'
import { ok } from '../../../model/result.ts'
import { FixOutput, syncNoteOf } from '../contracts.ts'
import { brief, type KnownError, lookUp, readErrors } from '../documents/knowledge.ts'
import { fixPrompt } from '../prompts.ts'
import type { TrackRun } from '../state.ts'
import { type Outcome, type StepBench, treeId } from './bench.ts'
import { commitWork } from './commit-work.ts'
import { workIn, type Worked } from './work-in.ts'

const phase = 'FIX'

/** FIX: the fixer gets the combined list and works in a worktree of the newest commit. */
export async function fix(bench: StepBench, run: TrackRun): Promise<Outcome> {
  const { setup, fixCycles } = run
  const issues = run.cycles.at(-1)?.issues ?? []
  const part = `fix-${fixCycles}`
  await bench.sweepTrees(setup.trackId, [treeId(setup.trackId, part)])
  const errors = readErrors(await bench.document('knowledge/errors.json'))
  const known = errors.ok ? solutionsOf(errors.value, issues) : []
  // what has a solution of its own is told there
  const knowledge = brief(await bench.document('knowledge/patterns.md'), [], issues.join('\n'))
  const failures = run.failures.filter((each) => each.phase === phase)
  const error = failures.at(-1)?.error
  const worked = await workIn(bench, run, {
    part,
    role: 'fixer',
    phase,
    prompt: fixPrompt(run, { issues, known, knowledge, error }),
    input: {
      track: setup.trackId,
      cycle: fixCycles,
      issues,
      known,
      knowledge,
      spec: run.spec,
      plan: run.plan,
      guidance: run.guidance,
    },
    output: FixOutput,
    attempt: failures.length + 1,
    error,
    byHand: run.byHand ? FixOutput.parse({ summary: 'fixed by a person' }) : null,
  })
  if (worked.ok) return fixed(bench, run, worked.value)
  return worked.error.type === 'outcome'
    ? worked.error.outcome
    : failedPhase(phase, worked.error.error)
}

/** What the error registry knows about the issues. */
const solutionsOf = (errors: readonly KnownError[], issues: readonly string[]): readonly string[] =>
  issues.flatMap((issue) => {
    const match = lookUp(errors, issue)
    return match === null ? [] : [`${issue}: ${match.solution} (${match.id})`]
  })

async function fixed(
  bench: StepBench,
  run: TrackRun,
  { answer, tree, paths, touched, where }: Worked<z.output<typeof FixOutput>>,
): Promise<Outcome> {
  const sync = syncNoteOf(answer)
  const plan = answer.plan?.trim() === '' ? undefined : answer.plan
  const summary = answer.summary || answer.notes
  if (paths.length === 0 && sync === null && plan === undefined)
    return failedPhase(
      phase,
      run.byHand ? `nothing was changed in ${where} yet` : nothingChanged(summary),
    )
  const message = `fix: what evaluation ${run.evaluations} found (cycle ${run.fixCycles})`
  const commit =
    touched === null ? await commitWork(bench, run, { tree, paths, message }) : ok(null)
  if (!commit.ok) return failedPhase(phase, commit.error)
  const issues = run.cycles.at(-1)?.issues ?? []
  return (cost) => ({
    type: 'record-fixed',
    commit: commit.value,
    fixes:
      answer.fixes.length > 0 ? answer.fixes : issues.map((issue) => ({ issue, fix: summary })),
    remaining: answer.remaining,
    ...(plan === undefined ? {} : { plan }),
    sync,
    paths: [...paths].slice(0, 500),
    by: run.byHand ? 'a person' : bench.nameOf('fixer'),
    ...(touched === null ? {} : { touched }),
    cost,
  })
}

const nothingChanged = (said: string): string =>
  said === ''
    ? 'nothing was changed'
    : `nothing was changed, although it says: ${said.slice(0, 500)}`
