import { measureOnce, onWorkbench } from '../../checks/acceptance/measure-once.ts'
import type { CommandRun } from '../../checks/acceptance/measurement.ts'
import type { Workspace } from '../../ports/workspace.ts'

/** A project that nobody has worked on gets a second chance after a time-out, and no third. */
const retrySeconds = [120]

type Means = { readonly signal: AbortSignal; readonly tell: (what: string) => void }

/** Why no work order need begin: what the set-up brings does not end by itself. Null where it does. */
export async function hangIn(project: Workspace, { signal, tell }: Means): Promise<string | null> {
  const { commands } = project.config.workflows.workorder
  const given = Object.entries(commands).filter(([, command]) => command !== undefined)
  const measured = await onWorkbench(project, project.root, {
    work: (workbench) =>
      measureOnce(
        project,
        workbench,
        {
          commands: Object.fromEntries(given),
          elapsedMs: () => project.clock.elapsedMs(),
          onProgress: tell,
          retrySeconds,
        },
        signal,
      ),
    tries: 1,
    refused: () => null,
    drifted: () => null,
  })
  // what cannot be measured here is told by the first order, with its reason
  if (!measured.ok) return null
  const endless = measured.value.commands.filter(
    ({ attempts }) => attempts.at(-1)?.stopped === 'time',
  )
  return endless.length === 0 ? null : endless.map(textOf).join('; ')
}

const textOf = ({ purpose, shown, attempts }: CommandRun): string => {
  const limits = attempts.map(({ limit_seconds: seconds }) => seconds)
  return `the ${purpose} of the set-up does not end: \`${shown}\` was ended after ${limits.join(' and ')} s, before anybody changed anything; try it in the set-up`
}
