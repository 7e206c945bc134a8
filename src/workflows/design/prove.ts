import { criticise, rubricVersion } from '../../checks/design/criticise.ts'
import type { Proven } from '../../engine/workflow.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { keptIntent } from './kept-intent.ts'
import type { DesignRun } from './places.ts'
import type { Live } from './state.ts'

/** Whether the recorded score holds, and what is frozen is what was approved. */
export async function prove(
  workspace: Pick<Workspace, 'blobs'>,
  { state, notices }: DesignRun,
): Promise<Proven> {
  const score = await judgedAgain(workspace, state)
  const isQuiet = notices.length === 0
  return {
    proofs: [
      ...(score.ok && score.value !== null ? [`the rules still score it ${score.value}`] : []),
      ...(state.at === 'FROZEN' && state.seal !== null && isQuiet
        ? [`frozen: final/intent.json has the approved checksum ${state.seal.checksumSHA256}`]
        : []),
    ],
    problems: [
      ...(score.ok ? [] : [score.error]),
      ...(isQuiet && state.at === 'FAILED' && state.failure.code === 'integrity_violation'
        ? [`integrity violation: ${state.failure.detail}`]
        : []),
    ],
  }
}

/** The recorded score must be the score of the recorded intent, on this machine too. */
async function judgedAgain(
  { blobs }: Pick<Workspace, 'blobs'>,
  { judged, intent, setup }: Live,
): AsyncResult<number | null, string> {
  if (judged === null || intent === null || judged.intent !== intent.hash) return ok(null)
  // other rules may score otherwise; what they say is no proof and no problem
  if (setup.rubricVersion !== rubricVersion) return ok(null)
  const read = await keptIntent(blobs, intent.text)
  if (!read.ok) return err('the judged intent is missing or damaged')
  const { overallScore } = criticise(read.value.intent).scorecard
  return overallScore === judged.score
    ? ok(overallScore)
    : err(`the recorded score is ${judged.score}, the rules say ${overallScore}`)
}
