import type { Obligation } from '../model/obligation.ts'

/** What a run recorded of its agents when it started, by role or name. */
type Agents = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const statement = 'agents work behind walls'

/** The list, with what stood around the programs that did the work; a wall that was not there is told, and moves no verdict. */
export function withWalls(
  obligations: readonly Obligation[],
  agents: Agents,
): readonly Obligation[] {
  const programs = Object.entries(agents).filter(([, { kind }]) => kind === 'command')
  if (obligations.length === 0 || programs.length === 0) return obligations
  const open = programs.filter(([, { walls }]) => walls !== 'bwrap')
  const isOld = open.length > 0 && open.every(([, { walls }]) => walls === undefined)
  const reason = isOld
    ? 'the version that started this run had no walls'
    : open.length === 0
      ? 'each ran in bubblewrap: the project read-only, no histories, caches or other runs'
      : open
          .map(
            ([name, { walls }]) => `${name}: ${typeof walls === 'string' ? walls : 'not recorded'}`,
          )
          .join('; ')
  return [
    ...obligations,
    {
      id: 'engine.walls',
      statement,
      source: { kind: 'rule', text: statement },
      weight: 'should',
      decided_by: 'check',
      status: isOld ? 'not_applicable' : open.length === 0 ? 'met' : 'unmet',
      reason,
      evidence: [{ text: reason }],
    },
  ]
}
