import type { Workspace } from '../../ports/workspace.ts'
import { openKnownTrack, trackNames } from './tracks.ts'

const common = new Set(
  'with that this from into when then than their there have has will must should could would about track add make let new use using'.split(
    ' ',
  ),
)

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((word) => word.length > 3 && !common.has(word)),
  )

/** Unfinished tracks that share two words or more with a goal: perhaps one of them is meant. */
export async function relatedTracks(
  workspace: Workspace,
  goal: string,
): Promise<readonly string[]> {
  const words = wordsOf(goal)
  const related: string[] = []
  for (const name of await trackNames(workspace)) {
    const open = await openKnownTrack(workspace, name)
    if (!open.ok || open.value.state.at === 'ended') continue
    const shared = [...wordsOf(open.value.state.setup.title)].filter((word) => words.has(word))
    if (shared.length >= 2) related.push(name)
  }
  return related
}
