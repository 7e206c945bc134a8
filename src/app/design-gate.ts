import { createHash } from 'node:crypto'
import type { Workspace } from '../ports/workspace.ts'
import { criticise } from '../checks/design/criticise.ts'
import { readIntent } from '../checks/design/read-intent.ts'
import type { GateAnswer } from '../model/gate.ts'
import { type Problem, usageProblem } from '../model/problem.ts'
import { type AsyncResult, err, ok, type Result, usageError } from '../model/result.ts'
import { counted } from '../model/counted.ts'
import { approvalGate, remaining } from '../workflows/design/gate.ts'
import { designMachine } from '../workflows/design/machine.ts'
import { unmetOf } from '../workflows/design/obligations.ts'
import type { At, DesignCommand, Live } from '../workflows/design/state.ts'
import { type OpenFeature, openFeature } from './design-feature.ts'
import { designProblem, type FeaturePlace, orderFeature, showFeature } from './design-places.ts'
import { editedIntent, editedSince, noneLeft } from './design-run.ts'
import { brokenPromise } from './design-promise.ts'
import { decideGate } from './order.ts'

export type Choice = {
  readonly option: 'approve' | 'reject' | 'abort'
  readonly by: string
  readonly known?: GateAnswer['known']
  readonly gate?: string | undefined
  /** Feedback of a rejection, reason of an abort, rationale of an approval. */
  readonly feedback?: string | undefined
  /** Why the design is approved although obligations are unmet. */
  readonly despite?: string | undefined
  /** The person knows that a rejection ends the run, because no iteration is left. */
  readonly confirmed?: boolean
}

/** What came of an answer: the new state, or an edited intent that has to be judged first. */
export type Answered =
  | { readonly type: 'taken'; readonly state: Live }
  | { readonly type: 'judge-again'; readonly problem: Problem }

/** A person's word at the gate. Where the feature waits for none, the wish is recorded as refused. */
export async function answerFeature(
  workspace: Workspace,
  name: string,
  choice: Choice,
): AsyncResult<Answered> {
  const opened = await openFeature(workspace, name)
  if (!opened.ok) return opened
  const { place, state } = opened.value
  if (state.at !== 'CANDIDATE') return refuseAnswer(workspace, opened.value, choice)
  const wrong = wordsMissing(state, choice)
  if (wrong !== null) return err(wrong)
  if (choice.option === 'approve') {
    // a rejection leads to the next call of an agent, which looks at the same
    const broken = await brokenPromise(workspace, place, state)
    if (broken !== null) return err(broken)
    const stopped = await beforeApproval(workspace, place, state)
    if (stopped !== null) return stopped
  }
  const gate = approvalGate(state)
  const { option, by, known, feedback, despite } = choice
  const answer = {
    gate: gate.id,
    option,
    by,
    ...(known === undefined ? {} : { known }),
    at: workspace.clock.now().toISOString(),
    shown: gate.shown,
    ...(feedback === undefined ? {} : { feedback }),
    ...(despite === undefined ? {} : { change: { despite } }),
  }
  const decided = await decideGate(place.store, answer, choice.gate)
  if (!decided.ok) return err(designProblem(workspace, place, decided.error))
  const { decision, lost } = decided.value
  const taken = await takeIn(workspace, place, { type: 'answer-gate', answer: decision })
  if (lost)
    return usageError(
      `${decision.by} has decided already: ${decision.option} (${decision.at})`,
      `see: loopwright design status ${place.featureId}`,
    )
  return taken.ok ? ok({ type: 'taken', state: taken.value }) : taken
}

/** Another process may have recorded the same decision meanwhile, which is as good. */
async function takeIn(
  workspace: Workspace,
  place: FeaturePlace,
  command: Extract<DesignCommand, { type: 'answer-gate' }>,
): AsyncResult<Live> {
  const opened = await openFeature(workspace, place.featureId)
  if (!opened.ok) return opened
  const due = designMachine.due(opened.value.state)
  if (due.type !== 'gate' || due.gate.id !== command.answer.gate) return ok(opened.value.state)
  return orderFeature(workspace, place, command)
}

const leadsTo = { approve: 'FROZEN', reject: 'REVISING', abort: 'FAILED' } as const

async function refuseAnswer(
  workspace: Workspace,
  { place, state }: OpenFeature,
  { option, by }: Choice,
): AsyncResult<never> {
  const recorded = await orderFeature(workspace, place, {
    type: 'attempt',
    to: leadsTo[option],
    trigger: option,
    by,
  })
  const { decision } = state
  const earlier =
    decision === null ? '' : `; last decision: ${decision.choice} by ${decision.by}, ${decision.at}`
  if (!recorded.ok) return err({ ...recorded.error, what: `${recorded.error.what}${earlier}` })
  return usageError(
    `${place.featureId} is ${state.at}${earlier}; only a CANDIDATE can be answered (the attempt was recorded)`,
    `see: loopwright design status ${place.featureId}`,
  )
}

function wordsMissing(
  state: At<'CANDIDATE'>,
  { option, feedback, confirmed, by, despite = '' }: Choice,
): Problem | null {
  const { featureId } = state.setup
  if (by.trim() === '') return usageProblem('who decides? give a name in --by')
  const unmet = option === 'approve' && despite.trim() === '' ? unmetOf(state.judged) : []
  if (unmet.length > 0)
    return {
      exit: 1,
      what: [
        `${counted(unmet.length, 'obligation')} unmet:`,
        ...unmet.map(({ id, statement, reason }) => `  ${id}: ${statement} (${reason})`),
      ].join('\n'),
      todo: `reject it with what to change, or approve it all the same: loopwright design approve ${featureId} --despite "why"`,
    }
  if (option === 'approve') return null
  if ((feedback ?? '').trim() === '')
    return option === 'reject'
      ? usageProblem(
          'a rejection needs feedback, or the next generation learns nothing',
          `loopwright design reject ${featureId} --feedback "…"`,
        )
      : usageProblem('an abort needs a reason', `loopwright design abort ${featureId} --reason "…"`)
  if (option === 'reject' && remaining(state) === 0 && confirmed !== true)
    return {
      exit: 3,
      what: 'no iteration is left: rejecting now ends the run as FAILED',
      todo: `say so with --yes, or go on in a new run: loopwright design reject ${featureId} --feedback "…" --extend 5`,
    }
  return null
}

/** Nobody approves what was not judged or can not be frozen. Null where nothing stands in the way. */
async function beforeApproval(
  workspace: Workspace,
  place: FeaturePlace,
  state: At<'CANDIDATE'>,
): Promise<Result<Answered> | null> {
  const edited = await editedIntent(workspace, place, state)
  if (!edited.ok) return edited
  if (edited.value !== null) return notTheJudged(workspace, place, state, edited.value)
  const drift = await scoreDrift(workspace, state)
  if (drift !== null) {
    await orderFeature(workspace, place, {
      type: 'fault',
      code: 'determinism_violation',
      detail: drift,
    })
    return err({ exit: 5, what: drift, todo: `see: loopwright design status ${place.featureId}` })
  }
  const linked = await linkedPlace(workspace, place)
  if (linked !== null)
    return usageError(
      `${linked === place.files.final ? 'final/ is a symbolic link or no folder' : 'a symbolic link or a folder stands where a file is to be frozen'}; nothing is frozen through it`,
      'remove it, then approve again',
      workspace.relative(linked),
    )
  return staleFiles(workspace, place, state)
}

/** The rules must still say what they said: the score a person approves is the score of this intent. */
async function scoreDrift(workspace: Workspace, state: At<'CANDIDATE'>): Promise<string | null> {
  const text = await workspace.blobs.get(state.intent.text)
  const read = text === null ? null : readIntent(text)
  if (!read?.ok) return 'the evaluated intent is missing or damaged'
  const { overallScore } = criticise(read.value.intent).scorecard
  return overallScore === state.judged.score
    ? null
    : `the same intent scored ${state.judged.score} before and ${overallScore} now`
}

/** Where a link would lead the frozen files elsewhere; found before the approval is taken. */
async function linkedPlace(workspace: Workspace, { files }: FeaturePlace): Promise<string | null> {
  const names = await workspace.disk.list(files.folder)
  if (!names.includes('final')) return null
  if (!(await workspace.disk.isFolder(files.final))) return files.final
  for (const path of Object.values(files.frozen))
    try {
      await workspace.disk.read(path)
    } catch {
      return path
    }
  return null
}

async function notTheJudged(
  workspace: Workspace,
  place: FeaturePlace,
  state: At<'CANDIDATE'>,
  intent: { readonly hash: string; readonly text: string },
): AsyncResult<Answered> {
  const { featureId } = place
  if (remaining(state) === 0) return err(noneLeft(workspace, place, state, intent))
  const adopted = await orderFeature(workspace, place, { type: 'adopt-edit', intent, by: 'hand' })
  if (!adopted.ok) return adopted
  return ok({
    type: 'judge-again',
    problem: usageProblem(
      `${editedSince(state, intent)}; an approval holds only for what was judged`,
      `it was evaluated again; look, then: loopwright design approve ${featureId}`,
      workspace.relative(place.files.intent),
    ),
  })
}

/** Nobody approves by files that show something else than what was judged; they are made again first. */
async function staleFiles(
  workspace: Workspace,
  place: FeaturePlace,
  state: At<'CANDIDATE'>,
): Promise<Result<Answered> | null> {
  const there = await workspace.disk.read(place.files.intent)
  const intent = there === null ? null : readIntent(there)
  if (intent?.ok && intent.value.hash !== state.judged.intent) {
    await showFeature(workspace, place, state)
    return usageError(
      'a crash left an earlier version in intent.json; the one that was judged has been put back',
      `look at it, then: loopwright design approve ${place.featureId}`,
      workspace.relative(place.files.intent),
    )
  }
  const bytes = await workspace.disk.read(place.files.preview)
  const found = bytes === null ? null : createHash('sha256').update(bytes).digest('hex')
  if (found === state.judged.preview.sha256) return null
  await showFeature(workspace, place, state)
  // one that was merely missing shows nothing that anyone could have been misled by
  if (found === null) return null
  return usageError(
    'preview.html was changed by itself; a preview alone is never frozen. It has been made again from the intent',
    `look at it, then: loopwright design approve ${place.featureId}`,
    workspace.relative(place.files.preview),
  )
}
