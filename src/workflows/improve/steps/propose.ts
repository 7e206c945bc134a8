import { z } from 'zod'
import { askerOf, askRole, attemptOf } from '../../../asking/ask-role.ts'
import { failedPhase, unanswered } from '../../../asking/outcome.ts'
import type { FileTree } from '../../../model/file-tree.ts'
import { counted } from '../../../model/counted.ts'
import { type AsyncResult, err } from '../../../model/result.ts'
import { analyse } from '../analysis.ts'
import { pastOf, rankedWithEvidence } from '../compare/past.ts'
import { type Analysis, type NamedProposal, Proposal } from '../events.ts'
import { proposeOffline } from '../proposals/propose.ts'
import { type ImproveRun, lastOf } from '../state.ts'
import type { Outcome, StepBench } from './bench.ts'

const phase = 'ANALYSE'
const mostProposals = 3

export const AnalystOutput = z.object({
  proposals: z.array(Proposal).max(10),
  root_causes: z
    .array(
      z.object({
        issue: z.string(),
        root_cause: z.string(),
        mechanism: z.string(),
        evidence: z.array(z.string()).default([]),
        severity: z.enum(['high', 'medium', 'low']).default('medium'),
      }),
    )
    .default([]),
  notes: z.array(z.string()).default([]),
})
type AnalystOutput = z.infer<typeof AnalystOutput>

/** ANALYSE: what failed and why by code, then two or three proposals by the analyst, or by code where nobody is bound. */
export async function propose(bench: StepBench, run: ImproveRun): Promise<Outcome> {
  const files = await bench.setUpFiles(run)
  if (!files.ok) return failedPhase(phase, files.error)
  const analysis = analyse(run.iterations)
  const known = withAnalysis(run, analysis)
  const autonomy = run.setup.mode === 'autonomous' ? { autonomy: await bench.autonomy(run) } : {}
  if (bench.analyst === null) {
    const offered = await ranked(bench, known, proposeOffline(known, files.value))
    const proposals = await named(bench, known, offered)
    const unheard = run.guidance.length === 0 ? [] : [nobodyHears]
    for (const text of unheard) bench.tell({ type: 'note', text })
    return (cost) => ({
      type: 'record-analysed',
      analysis,
      proposals,
      by: 'offline',
      notes: unheard,
      ...autonomy,
      cost,
    })
  }
  const answered = await askAnalyst(bench, known, { analysis, files: files.value })
  if (!answered.ok) return answered.error
  const { proposals, root_causes, notes } = answered.value
  const whole = { ...analysis, root_causes: [...analysis.root_causes, ...root_causes] }
  const list = await named(bench, known, await ranked(bench, known, proposals))
  const left = proposals.length - list.length
  return (cost) => ({
    type: 'record-analysed',
    analysis: whole,
    proposals: list,
    by: bench.analystName,
    ...autonomy,
    notes: [
      ...notes,
      ...(left > 0 ? [`left out: ${counted(left, 'proposal')} more than ${mostProposals}`] : []),
    ],
    cost,
  })
}

const nobodyHears =
  'nobody is bound to the role analyst, so nobody could read what you said; bind an agent to it in loopwright.yaml'

const withAnalysis = (run: ImproveRun, analysis: Analysis): ImproveRun => ({
  ...run,
  iterations: run.iterations.map((each, index) =>
    index === run.iterations.length - 1 ? { ...each, analysis } : each,
  ),
})

/** What helped before comes first. */
const ranked = async (bench: StepBench, run: ImproveRun, proposals: readonly Proposal[]) =>
  rankedWithEvidence(proposals, [...pastOf(run), ...(await bench.past(run))]).slice(
    0,
    mostProposals,
  )

const named = (
  bench: StepBench,
  run: ImproveRun,
  proposals: Awaited<ReturnType<typeof ranked>>,
): Promise<NamedProposal[]> =>
  Promise.all(
    proposals.map(async (proposal, index) => ({
      ...proposal,
      id: `i${lastOf(run)?.number ?? 1}-${index + 1}${run.round === 0 ? '' : `r${run.round}`}`,
      ...(await bench.look(run, proposal.changes)),
    })),
  )

async function askAnalyst(
  bench: StepBench,
  run: ImproveRun,
  { analysis, files }: { readonly analysis: Analysis; readonly files: FileTree },
): AsyncResult<AnalystOutput, Outcome> {
  const { analyst: agent, analystName: name } = bench
  if (agent === null) throw new Error('nobody is bound to analyst')
  const { attempt, error } = attemptOf(run, phase)
  const asker = askerOf(bench, {
    agent,
    name,
    asking: `asking ${name} (analyst)`,
    answered: `${name} answered`,
  })
  const answered = await askRole(asker, {
    workflow: 'improve',
    run_id: run.runId,
    iteration: run.iterations.length,
    phase,
    role: 'analyst',
    prompt: analystPrompt(run, { analysis, files, error }),
    input: {
      phase,
      iteration: run.iterations.length,
      score: lastOf(run)?.score ?? null,
      analysis,
      files: Object.fromEntries(files),
      guidance: run.guidance,
    },
    attempt,
    error,
    schema: AnalystOutput,
    place: `${run.round}:${run.iterations.length}:analyst`,
  })
  return answered.ok ? answered : err(unanswered(phase, answered.error))
}

const task = `You improve the set-up with which AI agents build software: prompts, rules for agents, configuration of
gates, scripts. An application was built with it, measured and scored. Find out why points and work orders were lost,
and propose two or three changes of the set-up, one change each.

- Each change replaces a text that stands in a file of the set-up exactly once ("before") by another ("after"); "before"
  is null for a new file, "after" is null to remove one.
- Say what you expect of it and how to tell that it worked. Your word is not taken: the next application is measured.
- Never make the exam easier: thresholds, tests, gates and judges stay. A change that loosens them is shown as such.
- Prefer what addresses a cause that repeats. Do not propose again what was taken back.`

const mostFileChars = 8_000

/** What the analyst is told. */
function analystPrompt(
  run: ImproveRun,
  {
    analysis,
    files,
    error,
  }: { readonly analysis: Analysis; readonly files: FileTree; readonly error: string | undefined },
): string {
  const last = lastOf(run)
  const history = run.iterations.map(
    ({ number, score }) => `iteration ${number}: ${score?.overall ?? '-'} of 10`,
  )
  const tried = run.improvements.map(
    ({ id, status, reason, rolledBack, proposal }) =>
      `${id} (${rolledBack === null ? status : 'rolled back'}${reason === '' ? '' : `: ${reason}`}): ${proposal.description}`,
  )
  return [
    task,
    ...(error === undefined ? [] : [`Your last answer could not be used: ${error}`]),
    ...(run.guidance.length === 0
      ? []
      : [`A person says:\n${run.guidance.map((each) => `- ${each}`).join('\n')}`]),
    `# Scores so far\n${history.join('\n')}`,
    `# The last score\n${JSON.stringify(last?.score ?? null, null, 1)}`,
    `# Analysis\n${JSON.stringify(analysis, null, 1)}`,
    `# What was tried\n${tried.length === 0 ? 'nothing' : tried.join('\n')}`,
    `# Files of the set-up\n${[...files].map(([path, text]) => `## ${path}\n${text.slice(0, mostFileChars)}`).join('\n\n')}`.slice(
      0,
      60_000,
    ),
  ].join('\n\n')
}
