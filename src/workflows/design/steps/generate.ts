import { criticise } from '../../../checks/design/criticise.ts'
import type { Criticism, DesignFinding } from '../../../checks/design/critique.ts'
import { fixIntent } from '../../../checks/design/fix-intent.ts'
import { DesignIntent } from '../../../checks/design/intent.ts'
import { type ReadIntent, validateIntent } from '../../../checks/design/read-intent.ts'
import { attemptOf } from '../decide.ts'
import type { IntentVersion } from '../events.ts'
import { keptIntent, sayWhy } from '../kept-intent.ts'
import { unmetOf } from '../obligations.ts'
import type { At, Feature } from '../state.ts'
import { askRole } from './ask.ts'
import type { StepBench } from './bench.ts'
import { guard } from './guard.ts'
import { type Outcome, why, withoutAnswer } from './outcome.ts'

/** GENERATE: machine repairs first; the generator is asked only for what is left. */
export async function generate(bench: StepBench, run: At<'GENERATING'>): Promise<Outcome> {
  const feedback = run.pending
  if (run.given !== null && feedback.length === 0) return judgeAsItIs(bench, run, run.given)
  const requirements = await bench.blobs.get(run.setup.requirements.sha256)
  if (requirements === null)
    return why('agent_error', 'the requirements of the run are missing or damaged')
  const before = await previous(bench, run)
  const repaired = before === null ? null : repair(bench, run, before)
  const owed = unmetFindings(run)
  const findings = [...owed, ...(repaired?.open ?? [])]
  if (repaired !== null && findings.length === 0 && feedback.length === 0)
    return written(bench, repaired.intent, { source: 'fixed', fixed: repaired.fixed })

  const guarded = await guard(bench, run, 'generator')
  if ('type' in guarded) return () => guarded
  const answer = await askRole(bench, run, {
    role: 'generator',
    phase: 'GENERATE',
    prompt: guarded.prompt,
    schema: DesignIntent,
    attempt: attemptOf(run),
    error: run.breaches.at(-1),
    place: `${run.runId}:${run.iteration}:GENERATE`,
    input: {
      feature_id: run.setup.featureId,
      requirements,
      ...(repaired === null ? {} : { previous_intent: repaired.intent, findings }),
      feedback,
      earlier_feedback: earlierFeedback(run, feedback),
    },
  })
  if (!answer.ok)
    return withoutAnswer(answer.error, ({ why: reason, error, final }) => {
      if (reason === 'timed-out') return why('agent_timeout', error)
      if (reason === 'unavailable' && final) return why('agent_error', error)
      const code = reason === 'contract' ? 'schema_invalid' : 'agent_error'
      return (cost) => ({ type: 'record-breach', code, problem: error.slice(0, 2_000), cost })
    })
  const { output, model, notes } = answer.value
  const problems = contractProblems(run, output)
  if (typeof problems === 'string')
    return (cost) => ({ type: 'record-breach', code: 'schema_invalid', problem: problems, cost })
  if (isRejected(run, problems.hash))
    return (cost) => ({ type: 'record-breach', code: 'no_progress', problem: same(run), cost })
  return written(bench, problems.intent, {
    source: 'generated',
    fixed: repaired?.fixed ?? [],
    notes,
    ...(model === undefined ? {} : { model }),
  })
}

/** Who sends back the very design that a person rejected has not heard the feedback. */
const isRejected = ({ decision, pending }: Feature, hash: string): boolean =>
  pending.length > 0 && decision?.choice === 'reject' && decision.intentHash === hash

const same = ({ pending }: Feature): string =>
  `the design came back unchanged although it was rejected: "${pending.join('; ').slice(0, 500)}"; an agent that can make the change must be bound to the role generator, or intent.json edited by hand`

/** What the last evaluation found unmet, in the shape of findings, the first to be repaired. */
const unmetFindings = (run: Feature): readonly DesignFinding[] =>
  run.judged?.intent === run.intent?.hash
    ? unmetOf(run.judged)
        .filter(({ source }) => source.kind !== 'rule')
        .map(({ id, source, reason, evidence }) => ({
          ruleId: id,
          severity: 'error',
          path: evidence.find(({ where }) => where !== undefined)?.where ?? '',
          message: `${reason}: "${source.text}"`,
        }))
    : []

const earlierFeedback = (run: Feature, pending: readonly string[]): readonly string[] =>
  run.rejections.slice(0, run.rejections.length - pending.length).map(({ feedback }) => feedback)

async function previous(bench: StepBench, run: Feature): Promise<DesignIntent | null> {
  const stored = run.intent === null ? null : await keptIntent(bench.blobs, run.intent.text)
  return stored?.ok ? stored.value.intent : null
}

type Repaired = {
  readonly intent: DesignIntent
  readonly fixed: readonly string[]
  /** What the rules still hold against it. */
  readonly open: readonly Criticism[]
}

function repair(bench: StepBench, run: Feature, intent: DesignIntent): Repaired {
  const fixed = run.setup.fixers ? fixIntent(intent) : { intent, applied: [] }
  for (const title of fixed.applied) bench.tell({ type: 'fixed', title })
  const { criticisms } = criticise(fixed.intent)
  const open = criticisms.filter(({ severity }) => severity !== 'info')
  return { intent: fixed.intent, fixed: fixed.applied, open }
}

/** An intent a person wrote is held against the same contract, and then judged like any other. */
async function judgeAsItIs(bench: StepBench, run: Feature, given: IntentVersion): Promise<Outcome> {
  const read = await keptIntent(bench.blobs, given.text)
  if (!read.ok) return why('schema_invalid', read.error)
  const other = otherFeature(run, read.value)
  if (other !== null) return why('schema_invalid', other)
  return (cost) => ({ type: 'record-intent', intent: given, source: 'edited', fixed: [], cost })
}

function contractProblems(run: Feature, output: unknown): ReadIntent | string {
  const read = validateIntent(typeof output === 'string' ? parsed(output) : output)
  if (!read.ok) return sayWhy(read.error)
  return otherFeature(run, read.value) ?? read.value
}

const otherFeature = ({ setup }: Feature, { intent }: ReadIntent): string | null =>
  intent.featureId === setup.featureId
    ? null
    : `/featureId: is "${intent.featureId}"; expected "${setup.featureId}"`

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

type Made = {
  readonly source: 'generated' | 'fixed'
  readonly fixed: readonly string[]
  readonly notes?: readonly string[]
  readonly model?: string
}

async function written(bench: StepBench, intent: DesignIntent, made: Made): Promise<Outcome> {
  const checked = validateIntent(intent)
  if (!checked.ok) return why('schema_invalid', sayWhy(checked.error))
  const text = await bench.blobs.put(`${JSON.stringify(intent, null, 2)}\n`)
  const version = { hash: checked.value.hash, text }
  return (cost) => ({ type: 'record-intent', intent: version, ...made, cost })
}
