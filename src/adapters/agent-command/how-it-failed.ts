import type { ProgramEnd } from '../../ports/program.ts'

/** Why a program that ended by itself has not answered; null where it has. */
export function howItFailed(program: string, end: ProgramEnd): string | null {
  if (end.code === 0) return null
  const how = end.signal === null ? `exited with ${end.code}` : `was ended by ${end.signal}`
  const said = end.lastStderr.length > 0 ? `; it said: ${end.lastStderr.join(' | ')}` : ''
  return `${program} ${how}${said}`
}
