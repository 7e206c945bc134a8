import { userInfo } from 'node:os'
import type { Call } from './command.ts'
import { text } from './parse.ts'

/** Who is at the keyboard, as far as the machine knows. */
export const whoAmI = (env: Call['env']): string =>
  env['LOOPWRIGHT_USER']?.trim() || env['USER']?.trim() || userInfo().username

/** Who gives a word, how they are known, and which question they mean. */
export const personOf = ({ values, env, terminal }: Call) => ({
  by: text(values, 'by') ?? whoAmI(env),
  known: terminal.canAsk ? ('terminal' as const) : ('session' as const),
  gate: text(values, 'gate'),
})

/** The ids that --only names; nothing where it is not given. */
export const onlyOf = ({ values }: Call): readonly string[] | undefined =>
  text(values, 'only')
    ?.split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
