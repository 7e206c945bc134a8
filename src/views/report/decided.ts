import type { PreparedCheck } from '../../model/check.ts'
import type { RuleVerdict } from '../findings.ts'

type Agents = Readonly<Record<string, Readonly<Record<string, unknown>>>>

type Recorded = { readonly verdict: RuleVerdict; readonly details: string }

/** Who decided a verdict, in words, and what it must be called: a broken check is no ordinary fail. */
export function decidedBy(
  { verdict, details }: Recorded,
  own: readonly PreparedCheck[],
  agents: Agents,
): { readonly verdict: RuleVerdict; readonly by: string } {
  const judged = /^judged by ([^:]+):/.exec(details)?.[1]
  if (judged !== undefined) return { verdict, by: `judged by ${judged}` }
  if (details.startsWith('no deterministic check can decide'))
    return { verdict: 'undecided', by: 'nobody: no check can, and no judge is bound' }
  const checks = [...new Set(own.map((check) => describeCheck(check, agents)))].join(' and ')
  if (details.startsWith('check error:'))
    return { verdict: 'error', by: `${checks || 'a check'}, which broke` }
  if (details.startsWith('vacuous:'))
    return { verdict, by: `${checks || 'a check'}, which cannot fail and proves nothing` }
  return { verdict, by: checks || 'not recorded' }
}

export function describeCheck(check: PreparedCheck, agents: Agents): string {
  if (check.type === 'executable' && check.command.startsWith('builtin:'))
    return `built-in check ${check.command.slice('builtin:'.length).trim()}`
  const preparer = agents['preparer']
  const kind = preparer?.['model'] ?? preparer?.['kind']
  const origin =
    kind === 'offline'
      ? 'taken from the rule'
      : `prepared by ${typeof kind === 'string' ? kind : 'the agent'}`
  return `${check.type === 'content' ? 'text check' : 'command'} ${origin}`
}

export const expectation = (check: PreparedCheck): string =>
  typeof check.expected === 'string' ? check.expected : JSON.stringify(check.expected)

/** What a prepared check looks for or runs. */
export const subjectOf = (check: PreparedCheck): string =>
  check.type === 'content' ? check.search : check.command
