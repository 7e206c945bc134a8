import { plainScreen, type Screen } from '../../model/screen.ts'
import { type Call, flag, text } from './command.ts'

/** What lines for this call may look like; those for a file are plain. */
export function screenOf({
  terminal,
  values,
  env,
}: Pick<Call, 'terminal' | 'values' | 'env'>): Screen {
  const { paint, width, columns, live, isAgentSession } = terminal
  const locale = env['LC_ALL'] ?? env['LC_CTYPE'] ?? env['LANG'] ?? 'UTF-8'
  const plain = env['TERM'] === 'dumb' || /^(?:C|POSIX)$/.test(locale)
  const compact = flag(values, 'compact')
  if (text(values, 'output') !== undefined) return { ...plainScreen, plain }
  return { paint, width, columns, live, plain, compact, isAgentSession }
}
