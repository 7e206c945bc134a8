import { startRun } from '../../engine/command-run.ts'
import type { GateAnswer } from '../../model/gate.ts'
import { type AsyncResult, ok, usageError } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { reflex, unfinishedLoop } from './definition.ts'
import type { Setup } from './events.ts'
import { confirmationGate, confirmations, shownHash } from './gates.ts'
import { filesOf } from './places.ts'
import type { Draft } from './setup/draft-setup.ts'

/** The answers of someone who confirmed both questions after seeing the draft. */
export const confirmBoth = (setup: Setup, by: string, at: string): readonly GateAnswer[] =>
  confirmations.map((name) => ({
    gate: confirmationGate(name, setup, 1).id,
    option: 'confirm',
    by,
    at,
    shown: shownHash(name, setup),
  }))

/** Creates a run, one at a time and only while no other loop is active, and answers its name. */
export async function startLoop(
  workspace: Workspace,
  { setup, artifact }: Draft,
  confirmed: readonly GateAnswer[],
): AsyncResult<string> {
  await workspace.hidePrivateFolder()
  const lock = await workspace.lock('reflex-new.lock')
  if (!lock.ok)
    return usageError(
      'another loop is being started in this workspace right now',
      'try again in a moment',
    )
  try {
    const active = await unfinishedLoop(workspace)
    if (active !== null)
      return usageError(
        `the loop ${active} is active; one loop at a time`,
        `go on with it: loopwright resume ${active}   or end it: loopwright stop --run ${active}`,
      )
    const name = await freeAlias(workspace, setup.task_alias)
    const runId = `${name}-${stamp(workspace.clock.now())}`
    // its files show it before the lock is let go: the pointer must stand before the next start looks
    const started = await startRun(
      reflex,
      workspace,
      { name, runId },
      {
        type: 'start',
        runId,
        setup: { ...setup, task_alias: name },
        confirmed,
        ...(artifact === undefined ? {} : { artifact }),
      },
    )
    return started.ok ? ok(name) : started
  } finally {
    await lock.value.release()
  }
}

async function freeAlias(
  workspace: Pick<Workspace, 'config' | 'disk' | 'root'>,
  wanted: string,
): Promise<string> {
  for (let number = 1; ; number += 1) {
    const alias = number === 1 ? wanted : `${wanted.slice(0, 58).replace(/-$/, '')}-${number}`
    if (!(await isTaken(workspace, alias))) return alias
  }
}

/** A folder whose first event was never completed belongs to nobody. */
async function isTaken(
  workspace: Pick<Workspace, 'config' | 'disk' | 'root'>,
  alias: string,
): Promise<boolean> {
  const { folder, history } = filesOf(workspace, alias)
  const names = await workspace.disk.list(folder)
  if (names.some((name) => name !== 'history.jsonl')) return true
  const bytes = await workspace.disk.read(history)
  return bytes !== null && bytes.includes(0x0a)
}

const stamp = (now: Date) => now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15)
