import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where Loopwright keeps what it knows outside of every workspace. */
export const statePath = (env: Readonly<Record<string, string | undefined>>): string =>
  join(env['XDG_STATE_HOME'] || join(env['HOME'] || homedir(), '.local', 'state'), 'loopwright')

/** What is known of one workspace there, where no agent behind walls can write. */
export const ownPath = (env: Parameters<typeof statePath>[0], root: string): string =>
  join(statePath(env), 'workspaces', root)
