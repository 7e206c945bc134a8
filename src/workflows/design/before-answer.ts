import { createHash } from 'node:crypto'
import { z } from 'zod'
import { criticise } from '../../checks/design/criticise.ts'
import { readIntent } from '../../checks/design/read-intent.ts'
import type { Admission } from '../../engine/workflow.ts'
import type { Choice } from '../../model/choice.ts'
import { counted } from '../../model/counted.ts'
import { type Problem, usageProblem } from '../../model/problem.ts'
import { type AsyncResult, err, ok, type Result, usageError } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { editedIntent, editedSince, noneLeft } from './edits.ts'
import type { IntentVersion } from './events.ts'
import { remaining } from './gate.ts'
import { keptIntent } from './kept-intent.ts'
import { unmetOf } from './obligations.ts'
import { type DesignRun, filesOf } from './places.ts'
import { brokenPromise } from './promise.ts'
import { record, showFiles } from './record.ts'
import type { At, Live } from './state.ts'

/** What the arguments of an answer may say beside the common ones. */
const Details = z.object({
  /** Why the design is approved although obligations are unmet. */
  despite: z.string().optional(),
  /** The person knows that a rejection ends the run, because no iteration is left. */
  confirmed: z.boolean().default(false),
})

/** Nobody decides without words, and nobody approves what was not judged or cannot be frozen. */
export async function beforeAnswer(
  workspace: Workspace,
  { name, state }: DesignRun,
  choice: Choice,
): AsyncResult<Admission> {
  if (state.at !== 'CANDIDATE') return ok({ type: 'take' })
  const wrong = wordsMissing(state, choice)
  if (wrong !== null) return err(wrong)
  if (choice.option === 'approve') {
    // a rejection leads to the next call of an agent, which looks at the same
    const broken = await brokenPromise(workspace, name, state)
    if (broken !== null) return err(broken)
    const stopped = await beforeApproval(workspace, name, state)
    if (stopped !== null) return stopped
  }
  const { despite } = Details.parse(choice.details ?? {})
  return ok({ type: 'take', ...(despite === undefined ? {} : { change: { despite } }) })
}

const leadsTo = new Map<string, Live['at']>([
  ['approve', 'FROZEN'],
  ['reject', 'REVISING'],
  ['abort', 'FAILED'],
])

/** Where a feature waits for no answer, that somebody gave one is recorded. */
export async function refuseAnswer(
  workspace: Workspace,
  { name, state }: DesignRun,
  { option, by }: Choice,
): AsyncResult<never> {
  const to = leadsTo.get(option)
  if (to === undefined)
    return usageError(`"${option}" is not an option`, 'choose one of: approve, reject, abort')
  const recorded = await record(workspace, name, { type: 'attempt', to, trigger: option, by })
  const { decision } = state
  const earlier =
    decision === null ? '' : `; last decision: ${decision.choice} by ${decision.by}, ${decision.at}`
  if (!recorded.ok) return err({ ...recorded.error, what: `${recorded.error.what}${earlier}` })
  return usageError(
    `${name} is ${state.at}${earlier}; only a CANDIDATE can be answered (the attempt was recorded)`,
    `see: loopwright design status ${name}`,
  )
}

function wordsMissing(state: At<'CANDIDATE'>, choice: Choice): Problem | null {
  const { featureId } = state.setup
  const { option, feedback = '', by } = choice
  const { despite = '', confirmed } = Details.parse(choice.details ?? {})
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
  if (feedback.trim() === '')
    return option === 'reject'
      ? usageProblem(
          'a rejection needs feedback, or the next generation learns nothing',
          `loopwright design reject ${featureId} --feedback "…"`,
        )
      : usageProblem('an abort needs a reason', `loopwright design abort ${featureId} --reason "…"`)
  if (option === 'reject' && remaining(state) === 0 && !confirmed)
    return {
      exit: 3,
      what: 'no iteration is left: rejecting now ends the run as FAILED',
      todo: `say so with --yes, or go on in a new run: loopwright design reject ${featureId} --feedback "…" --extend 5`,
    }
  return null
}

/** Null where nothing stands in the way of an approval. */
async function beforeApproval(
  workspace: Workspace,
  name: string,
  state: At<'CANDIDATE'>,
): Promise<Result<Admission> | null> {
  const edited = await editedIntent(workspace, name, state)
  if (!edited.ok) return edited
  if (edited.value !== null) return notTheJudged(workspace, name, state, edited.value)
  const drift = await scoreDrift(workspace, state)
  if (drift !== null) {
    await record(workspace, name, { type: 'fault', code: 'determinism_violation', detail: drift })
    return err({ exit: 5, what: drift, todo: `see: loopwright design status ${name}` })
  }
  const linked = await linkedPlace(workspace, name)
  if (linked !== null) return linked
  return staleFiles(workspace, name, state)
}

/** The rules must still say what they said: the score a person approves is the score of this intent. */
async function scoreDrift(
  { blobs }: Pick<Workspace, 'blobs'>,
  state: At<'CANDIDATE'>,
): Promise<string | null> {
  const read = await keptIntent(blobs, state.intent.text)
  if (!read.ok) return 'the evaluated intent is missing or damaged'
  const { overallScore } = criticise(read.value.intent).scorecard
  return overallScore === state.judged.score
    ? null
    : `the same intent scored ${state.judged.score} before and ${overallScore} now`
}

/** Where a link would lead the frozen files elsewhere; found before the approval is taken. */
async function linkedPlace(workspace: Workspace, name: string): Promise<Result<Admission> | null> {
  const { disk, relative } = workspace
  const { folder, final, frozen } = filesOf(workspace, name)
  const refused = (what: string, path: string) =>
    usageError(
      `${what}; nothing is frozen through it`,
      'remove it, then approve again',
      relative(path),
    )
  if (!(await disk.list(folder)).includes('final')) return null
  if (!(await disk.isFolder(final))) return refused('final/ is a symbolic link or no folder', final)
  for (const path of Object.values(frozen))
    try {
      await disk.read(path)
    } catch {
      return refused('a symbolic link or a folder stands where a file is to be frozen', path)
    }
  return null
}

async function notTheJudged(
  workspace: Workspace,
  name: string,
  state: At<'CANDIDATE'>,
  intent: IntentVersion,
): AsyncResult<Admission> {
  if (remaining(state) === 0) return err(noneLeft(workspace, state, intent))
  const adopted = await record(workspace, name, { type: 'adopt-edit', intent, by: 'hand' })
  if (!adopted.ok) return adopted
  return ok({
    type: 'go-on',
    problem: usageProblem(
      `${editedSince(state, intent)}; an approval holds only for what was judged`,
      `it was evaluated again; look, then: loopwright design approve ${name}`,
      workspace.relative(filesOf(workspace, name).intent),
    ),
  })
}

/** Nobody approves by files that show something else than what was judged; they are made again first. */
async function staleFiles(
  workspace: Workspace,
  name: string,
  state: At<'CANDIDATE'>,
): Promise<Result<Admission> | null> {
  const { disk, relative } = workspace
  const files = filesOf(workspace, name)
  const there = await disk.read(files.intent)
  const intent = there === null ? null : readIntent(there)
  const look = `look at it, then: loopwright design approve ${name}`
  if (intent?.ok && intent.value.hash !== state.judged.intent) {
    await showFiles(workspace, name, state)
    return usageError(
      'a crash left an earlier version in intent.json; the one that was judged has been put back',
      look,
      relative(files.intent),
    )
  }
  const bytes = await disk.read(files.preview)
  const result = bytes === null ? null : createHash('sha256').update(bytes).digest('hex')
  if (result === state.judged.preview.sha256) return null
  await showFiles(workspace, name, state)
  // one that was merely missing shows nothing that anyone could have been misled by
  if (result === null) return null
  return usageError(
    'preview.html was changed by itself; a preview alone is never frozen. It has been made again from the intent',
    look,
    relative(files.preview),
  )
}
