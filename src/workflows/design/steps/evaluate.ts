import { z } from 'zod'
import { type Critique, criticise } from '../../../checks/design/criticise.ts'
import type { Criticism, Scorecard } from '../../../checks/design/critique.ts'
import { examineDesign } from '../../../checks/design/exam.ts'
import { requirementsExam } from '../../../checks/design/exam-requirements.ts'
import type { DesignIntent } from '../../../checks/design/intent.ts'
import { ownObligations, unaskedParts } from '../../../checks/design/obligations.ts'
import type { Obligation } from '../../../model/obligation.ts'
import { type AsyncResult, err, ok } from '../../../model/result.ts'
import { Exam } from '../../../obligations/exam.ts'
import { critiqueText } from '../critique-file.ts'
import type { DimensionScores, Preview } from '../events.ts'
import { keptIntent } from '../kept-intent.ts'
import { examOfRun } from '../obligations.ts'
import { renderPreview } from '../preview/page.ts'
import type { At, Feature } from '../state.ts'
import { askRole, type RoleFailure } from './ask.ts'
import type { StepBench } from './bench.ts'
import { guard, sha256 } from './guard.ts'
import { type Outcome, why, withoutAnswer } from './outcome.ts'

/** What a score depends on, and nothing else: the same input must always score the same. */
export const inputHash = ({ setup }: Pick<Feature, 'setup'>, intentHash: string): string =>
  sha256(
    JSON.stringify([
      intentHash,
      setup.promptTemplates.critic.sha256,
      setup.models.critic,
      setup.rubricVersion,
    ]),
  )

/** EVALUATE: the rules score, a model may add words, and a person gets something to look at. */
export async function evaluate(bench: StepBench, run: At<'EVALUATING'>): Promise<Outcome> {
  const read = await keptIntent(bench.blobs, run.intent.text)
  if (!read.ok) return why('schema_invalid', read.error)
  const { intent } = read.value
  const input = inputHash(run, run.intent.hash)
  const { scorecard, criticisms } = criticise(intent)
  const obligations = await examined(bench, run, { intent, critique: { scorecard, criticisms } })
  if (obligations === null)
    return why('agent_error', 'the requirements of the run are missing or damaged')
  const advised = await advise(bench, run, { intent, criticisms, input })
  if (!advised.ok) return withoutAnswer(advised.error, ({ error }) => why('agent_timeout', error))

  const { recommendations, model } = advised.value
  const critique = critiqueText(run, { inputHash: input, scorecard, recommendations })
  const judged = {
    intent: run.intent.hash,
    inputHash: input,
    score: scorecard.overallScore,
    dimensions: scoresOf(scorecard),
    critique: await bench.blobs.put(critique),
    preview: await preview(bench, run, { intent, scorecard, recommendations }),
    obligations: [...obligations],
  }
  if (bench.signal.aborted) return () => null
  return (cost) => ({
    type: 'record-evaluation',
    judged,
    cost,
    ...(model === undefined ? {} : { model }),
  })
}

/** Holds the design against all that was asked: requirements, feedback, rules and the threshold. */
async function examined(
  bench: StepBench,
  run: At<'EVALUATING'>,
  { intent, critique }: { readonly intent: DesignIntent; readonly critique: Critique },
): Promise<readonly Obligation[] | null> {
  const { requirements: asked, threshold } = run.setup
  const requirements = await bench.blobs.get(asked.sha256)
  if (requirements === null) return null
  const stored = asked.exam === undefined ? null : await bench.blobs.get(asked.exam)
  const exam = examOfRun(
    run,
    stored === null ? requirementsExam(requirements) : Exam.parse(JSON.parse(stored)),
  )
  const subject = run.intent.hash
  const traced = await examineDesign(exam, intent, subject)
  const text = JSON.stringify(intent, null, 2)
  const task = [requirements, ...run.rejections.map(({ feedback }) => feedback)].join('\n\n')
  const judged = bench.judge ? await bench.judge(traced, { text, task }, bench.signal) : traced
  return [
    ...judged,
    ...ownObligations(critique, { threshold, subject }),
    ...unaskedParts(exam, intent, subject),
  ]
}

const scoresOf = ({ dimensions }: Scorecard): DimensionScores => ({
  completeness: dimensions.completeness.score,
  coherence: dimensions.coherence.score,
  clarity: dimensions.clarity.score,
  frameworkAgnosticism: dimensions.frameworkAgnosticism.score,
  dataModelIntegrity: dimensions.dataModelIntegrity.score,
})

const Advice = z.object({
  recommendations: z.array(z.string().trim().min(1).max(2_000)).max(50),
})

type Case = {
  readonly intent: DesignIntent
  readonly criticisms: readonly Criticism[]
  readonly input: string
}
type Advised = { readonly recommendations: readonly string[]; readonly model?: string }

/** Words only: advice that fails to come, or breaks its contract, costs the words and nothing else. */
async function advise(
  bench: StepBench,
  run: Feature,
  { intent, criticisms, input }: Case,
): AsyncResult<Advised, RoleFailure> {
  const guarded = await guard(bench, run, 'critic')
  if ('type' in guarded) return err(guarded)
  const answer = await askRole(bench, run, {
    role: 'critic',
    phase: 'EVALUATE',
    prompt: guarded.prompt,
    schema: Advice,
    attempt: 1,
    // by the hash of what is judged: the same design is never asked about twice
    place: 'critic',
    keptBy: input,
    input: {
      feature_id: run.setup.featureId,
      intent,
      findings: criticisms.map(({ ruleId, severity, path, message, dimension }) => ({
        ruleId,
        severity,
        path,
        message,
        dimension,
      })),
    },
  })
  if (!answer.ok) {
    const { error } = answer
    const harmless = error.type === 'failed' && error.why !== 'timed-out'
    return harmless ? ok({ recommendations: [] }) : err(error)
  }
  const { output, model } = answer.value
  const { recommendations = [] } = Advice.safeParse(output).data ?? {}
  return ok({ recommendations, ...(model === undefined ? {} : { model }) })
}

type Shown = {
  readonly intent: DesignIntent
  readonly scorecard: Scorecard
  readonly recommendations: readonly string[]
}

/** The configured maker where it works, the local renderer wherever it does not. */
async function preview(bench: StepBench, run: At<'EVALUATING'>, shown: Shown): Promise<Preview> {
  const { setup, iteration, intent } = run
  const local = async () =>
    bench.blobs.put(
      renderPreview({
        ...shown,
        intentHash: intent.hash,
        threshold: setup.threshold,
        iteration: iteration + 1,
      }),
    )
  const maker = bench.previewMaker
  if (maker === null) return { sha256: await local(), by: 'local' }
  bench.tell({ type: 'previewing', by: maker.name })
  const title = shown.intent.title ?? setup.featureId
  const made = await maker.make(
    { title, prompt: sketch(shown.intent), intent: shown.intent, intentHash: intent.hash },
    bench.signal,
  )
  if (made.ok) return { sha256: await bench.blobs.put(made.value), by: maker.name }
  return { sha256: await local(), by: 'local', warning: `${maker.name}: ${made.error.reason}` }
}

/** The design in a few sentences, for a maker that draws from words. */
function sketch({ title, featureId, goals, components, userFlows }: DesignIntent): string {
  const views = components.filter(({ type }) => type === 'view')
  return [
    `Draw the screens of "${title ?? featureId}".`,
    `Goals: ${goals.join('; ')}.`,
    `Screens: ${views.map(({ name, description }) => `${name} (${description})`).join('; ')}.`,
    `Flows: ${userFlows.map(({ name, steps }) => `${name}: ${steps.map(({ action }) => action).join(', ')}`).join('; ')}.`,
  ]
    .join('\n')
    .slice(0, 8_000)
}
