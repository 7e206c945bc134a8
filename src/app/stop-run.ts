import type { Workspace } from '../ports/workspace.ts'
import { type AsyncResult, ok } from '../model/result.ts'
import type { RunStore } from '../ports/run-store.ts'

export type StopOrder = { readonly reason: string; readonly by: string }

export type Stopped = 'stopped' | 'asked'

/** Stops a run: at once where nobody works on it, otherwise by asking the process that does. */
export async function stopOrAsk(
  workspace: Workspace,
  store: RunStore,
  { reason, by }: StopOrder,
  stop: () => AsyncResult<unknown>,
): AsyncResult<Stopped> {
  const lock = await store.lock()
  if (!lock.ok) {
    await store.requestStop({ reason, by, at: workspace.clock.now().toISOString() })
    return ok('asked')
  }
  await lock.value.release()
  const done = await stop()
  return done.ok ? ok('stopped') : done
}
