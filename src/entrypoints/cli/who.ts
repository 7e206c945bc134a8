import { userInfo } from 'node:os'
import type { Call } from './command.ts'

/** Who is at the keyboard, as far as the machine knows. */
export const whoAmI = (env: Call['env']): string =>
  env['LOOPWRIGHT_USER']?.trim() || env['USER']?.trim() || userInfo().username
