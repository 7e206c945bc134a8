import { ok } from '../model/result.ts'
import type { Workspace } from '../ports/workspace.ts'
import type { Trust } from './trust.ts'

type RulesFrom = Pick<Workspace, 'root' | 'config' | 'cache' | 'sandbox'> & {
  readonly trust: Trust
}

/** Without any file of rules nothing is loaded. */
export function ownRulesOnce({
  root,
  config,
  cache,
  sandbox,
  trust,
}: RulesFrom): Pick<Workspace, 'ownRules' | 'readRules' | 'tryRules'> {
  const powers = config.acceptance.rules
  const place = { root, powers, cache, sandbox, needTrust: () => trust.need() }
  const load = () => import('./own-rules.ts')
  let opened: ReturnType<Workspace['ownRules']> | null = null
  const open = async () => {
    if (!trust.hasRules) return ok({ rules: [], ask: async () => [] })
    return (await load()).ownRulesOf(place)
  }
  return {
    ownRules: () => (opened ??= open()),
    readRules: async () => (await load()).rulesIn(place),
    tryRules: async (rules) => (await load()).triedRules(place, rules),
  }
}
