import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where Loopwright keeps what it knows outside of every workspace. */
export const statePath = (env: Readonly<Record<string, string | undefined>>): string =>
  join(env['XDG_STATE_HOME'] || join(env['HOME'] || homedir(), '.local', 'state'), 'loopwright')
