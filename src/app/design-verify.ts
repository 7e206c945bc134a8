import type { Workspace } from '../ports/workspace.ts'
import { criticise, rubricVersion } from '../checks/design/criticise.ts'
import { readIntent } from '../checks/design/read-intent.ts'
import { type AsyncResult, err, ok } from '../model/result.ts'
import { stateText } from '../workflows/design/files.ts'
import type { Live } from '../workflows/design/state.ts'
import type { OpenFeature } from './design-feature.ts'
import { designProblem, type FeaturePlace } from './design-places.ts'
import { type Inspection, originOf } from './inspection.ts'

/** Compares everything on the disk with what the history says. Each proof and problem is a sentence. */
export async function inspectFeature(
  workspace: Workspace,
  { place, state, notices }: OpenFeature,
): AsyncResult<Inspection> {
  const read = await place.store.journal.read()
  if (!read.ok) return err(designProblem(workspace, place, read.error))
  const lost = await lostTexts(workspace, state)
  const shown = await shownState(workspace, place, state)
  const score = await judgedAgain(workspace, state)
  const { entries, mark } = read.value
  return ok({
    state: state.at,
    events: entries.length,
    hash: mark.hash,
    origin: originOf(entries, place.store.head()),
    proofs: [
      `${entries.length} events, chained to ${mark.hash}`,
      ...(lost.length === 0 ? [`${state.texts.length} kept versions intact`] : []),
      ...(score.ok && score.value !== null ? [`the rules still score it ${score.value}`] : []),
      ...(state.at === 'FROZEN' && state.seal !== null && notices.length === 0
        ? [`frozen: final/intent.json has the approved checksum ${state.seal.checksumSHA256}`]
        : []),
    ],
    problems: [
      ...lost,
      ...shown,
      ...(score.ok ? [] : [score.error]),
      ...notices,
      ...(notices.length === 0 &&
      state.at === 'FAILED' &&
      state.failure.code === 'integrity_violation'
        ? [`integrity violation: ${state.failure.detail}`]
        : []),
    ],
  })
}

async function lostTexts(workspace: Workspace, state: Live): Promise<readonly string[]> {
  const lost: string[] = []
  for (const hash of state.texts)
    if ((await workspace.blobs.get(hash)) === null)
      lost.push(`the kept version ${hash.slice(0, 8)} is missing or damaged`)
  return lost
}

async function shownState(
  workspace: Workspace,
  { files }: FeaturePlace,
  state: Live,
): Promise<readonly string[]> {
  const bytes = await workspace.disk.read(files.state)
  const text = bytes === null ? null : Buffer.from(bytes).toString('utf8')
  return text === stateText(state)
    ? []
    : [`${workspace.relative(files.state)} does not show the recorded state (resume rebuilds it)`]
}

/** The recorded score must be the score of the recorded intent, on this machine too. */
async function judgedAgain(workspace: Workspace, state: Live): AsyncResult<number | null, string> {
  const { judged, intent } = state
  if (judged === null || intent === null || judged.intent !== intent.hash) return ok(null)
  // other rules may score otherwise; what they say is no proof and no problem
  if (state.setup.rubricVersion !== rubricVersion) return ok(null)
  const text = await workspace.blobs.get(intent.text)
  const read = text === null ? null : readIntent(text)
  if (!read?.ok) return err('the judged intent is missing or damaged')
  const { overallScore } = criticise(read.value.intent).scorecard
  return overallScore === judged.score
    ? ok(overallScore)
    : err(`the recorded score is ${judged.score}, the rules say ${overallScore}`)
}
